package tau

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// said is what one speaker says without a pause, or what one of them does at a tick.
type said struct {
	step     *results.Step
	from, to int // ticks
	text     strings.Builder
	heard    strings.Builder // of a user
	parts    map[string]bool // the latest utterances
	both     bool            // the other speaks meanwhile
	acts     bool            // it is calls
}

// ticks turns a conversation in which both may speak at once into turns: the ticks in
// which one goes on speaking are one step, whatever the other does. Calls are steps of
// their own, with the results that come at a later tick.
func (w *steps) ticks(list []tick) error {
	var order []*said
	var speaking [2]*said
	by := map[string]*said{} // by call
	begin := func(i, who int) *said {
		s := &said{step: &results.Step{Source: results.SourceAgent, ModelName: w.model, Timestamp: w.stamp(list[i].Stamp)}, from: i, to: i}
		if who == user {
			s.step.Source, s.step.ModelName = results.SourceUser, ""
		}
		order = append(order, s)
		return s
	}
	for i := range list {
		t := &list[i]
		for who, c := range []*chunk{t.Agent, t.User} {
			if !c.says() {
				speaking[who] = nil
				continue
			}
			if speaking[who] == nil {
				speaking[who] = begin(i, who)
			}
			speaking[who].say(i, c)
			if who == user {
				speaking[who].heard.WriteString(t.Heard.Text())
			}
		}
		if speaking[agent] != nil && speaking[user] != nil {
			speaking[agent].both, speaking[user].both = true, true
		}
		for who, calls := range [][]call{t.AgentCalls, t.UserCalls} {
			if len(calls) == 0 {
				continue
			}
			s := begin(i, who)
			s.acts = true
			w.calls(s.step, calls)
			for j := range calls {
				by[calls[j].ID.Text()] = s
			}
		}
		for _, answers := range [][]message{t.AgentResults, t.UserResults} {
			for j := range answers {
				res := w.answer(&answers[j])
				s := by[res.CallID]
				if s == nil {
					s = &said{step: &results.Step{Source: results.SourceSystem, Timestamp: res.Timestamp}, from: i, to: i, acts: true}
					order = append(order, s)
				}
				s.step.Observe(res)
			}
		}
		if left := t.left(); left != nil {
			last := speaking[agent]
			if last == nil && len(order) > 0 {
				last = order[len(order)-1]
			}
			if last != nil && last.step.Also == nil {
				last.step.Also = left
			}
		}
	}
	seconds := w.tick
	if len(list) > 0 && !list[0].Seconds.Absent() {
		seconds = list[0].Seconds
	}
	for _, s := range order {
		if !s.acts {
			s.words(seconds)
		}
		w.open = s.step
		if err := w.flush(); err != nil {
			return err
		}
	}
	return nil
}

// The two who speak.
const (
	agent = iota
	user
)

// says reports whether a chunk is speech.
func (c *chunk) says() bool {
	if c == nil {
		return false
	}
	yes := c.Speech.Bool()
	return yes != nil && *yes || c.Content.Text() != ""
}

// say adds what is said in a tick. Words of another utterance are set apart.
func (s *said) say(i int, c *chunk) {
	s.to = i
	text := c.Content.Text()
	if text == "" {
		return
	}
	parts := map[string]bool{}
	for _, id := range c.Utterances {
		parts[id.Text()] = true
	}
	goesOn := len(parts) == 0 || len(s.parts) == 0
	for id := range parts {
		goesOn = goesOn || s.parts[id]
	}
	if !goesOn {
		s.text.WriteByte(' ')
	}
	s.text.WriteString(text)
	s.parts = parts
}

// words are what is said, with when that is and whether the other speaks meanwhile. Of
// speech whose text is not recorded they are all there is, and it is no message.
func (s *said) words(seconds ingest.Scalar) {
	when := fmt.Sprintf("ticks %d to %d", s.from, s.to)
	if s.from == s.to {
		when = fmt.Sprintf("tick %d", s.from)
	}
	if x, ok := seconds.Number(); ok && x > 0 && x < 60 {
		when += fmt.Sprintf(", %.1f s from %.1f s on", float64(s.to-s.from+1)*x, float64(s.from)*x)
	}
	text := s.text.String()
	if text == "" {
		s.step.Event = "log"
		text = "The " + s.step.Source + " speaks; the words are not recorded"
	}
	text += " (" + when + ")"
	if s.both {
		text += ". Both speak at once."
	}
	if heard := s.heard.String(); heard != "" {
		text += "\n\nThe agent heard: " + heard
	}
	s.step.Message = text
}

// left is what a tick says beside what is used of it.
func (t *tick) left() []byte {
	var a trace.Also
	for name, v := range trace.Members(t.Left) {
		if name != "tick_id" && name != "wall_clock_duration_seconds" {
			a.Add(name, v)
		}
	}
	return a.Object()
}
