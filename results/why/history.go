package why

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// shownMost bounds the texts of one session that are kept, in bytes; what is older
// is forgotten.
const shownMost = 32 << 20

// History is what an agent was shown and what it wrote itself, in order, over one or
// more trials of a session.
type History struct {
	Most    int  // bytes of either that are kept, what is older is forgotten; 0: all
	Partial bool // more was shown before than was added, or is kept

	shown  []shown // prompts and results
	own    []shown // messages and arguments
	first  int     // number of the first of the shown texts that are kept
	bytes  int     // of these
	said   int     // bytes of its own
	places int     // of all texts so far
	bounds []boundary
	order  []results.Cause // the trials, without a step
}

// shown is a text that the agent was given, or one of its own.
type shown struct {
	at    results.Cause // without a rule
	place int           // among all texts
	text  string
	lower string // in lower case, made when it is needed
}

// Add goes on with a trial. touches are what its calls did with files.
func (h *History) Add(t *results.Trial, steps []*results.Step, touches []files.Touch) {
	read := opened(touches)
	h.order = append(h.order, results.Cause{Task: t.Task, Attempt: t.Attempt})
	for _, step := range steps {
		at := results.Cause{Task: t.Task, Attempt: t.Attempt, Step: step.StepID}
		h.bound(t, step)
		switch step.Source {
		case results.SourceUser:
			h.show(at, step.Message)
		case results.SourceAgent:
			h.say(at, step.Reasoning)
			h.say(at, step.Message)
		}
		for i := range step.ToolCalls {
			call := &step.ToolCalls[i]
			at.Call, at.CallID, at.Tool = i+1, call.ID, call.Name
			h.say(at, stringsOf(call.Arguments))
		}
		for i := range step.ToolCalls {
			if r := step.ResultOf(i); r != nil {
				call := &step.ToolCalls[i]
				at.Call, at.CallID, at.Tool = i+1, call.ID, call.Name
				at.File = read[[2]int{step.StepID, i + 1}]
				h.show(at, r.Content)
			}
		}
	}
}

// opened names the file that a call read, where it read one alone.
func opened(touches []files.Touch) map[[2]int]string {
	m := map[[2]int]string{}
	for i := range touches {
		x := &touches[i]
		at := [2]int{x.Step, x.Call}
		if path, more := m[at]; more && path != x.Path {
			m[at] = ""
		} else if !more && x.Op == files.Read {
			m[at] = x.Path
		}
	}
	return m
}

func (h *History) show(at results.Cause, text string) {
	h.places++
	h.shown = append(h.shown, shown{at: at, place: h.places, text: text})
	for h.bytes += len(text); h.Most > 0 && h.bytes > h.Most && len(h.shown) > 1; {
		h.Partial = true
		h.bytes -= len(h.shown[0].text)
		h.shown = h.shown[1:]
		h.first++
	}
}

func (h *History) say(at results.Cause, text string) {
	if text == "" {
		return
	}
	h.places++
	h.own = append(h.own, shown{at: at, place: h.places, text: text})
	for h.said += len(text); h.Most > 0 && h.said > h.Most && len(h.own) > 1; {
		h.said -= len(h.own[0].text)
		h.own = h.own[1:]
	}
}

// stringsOf are the texts and numbers in arguments, one below the other.
func stringsOf(raw json.RawMessage) string {
	var b strings.Builder
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			return string(raw)
		}
		switch v := token.(type) {
		case string:
			b.WriteString(v + "\n")
		case json.Number:
			b.WriteString(v.String() + "\n")
		}
	}
}

// before are the texts of a list that came before a call's step: what a step shows is
// not known when its calls are made. All if there is no call.
func (h *History) before(list []shown, call *results.Cause) []shown {
	if call == nil {
		return list
	}
	for i := range list {
		at := &list[i].at
		if at.Task == call.Task && at.Attempt == call.Attempt && at.Step >= call.Step {
			return list[:i]
		}
	}
	return list
}

// lastWith is the last text that has a value.
func lastWith(list []shown, value string) *results.Cause {
	for i := len(list) - 1; i >= 0; i-- {
		if line := lineWith(list[i].text, value); line != "" {
			at := list[i].at
			at.Quote, at.Rule, at.Likely = line, results.RuleValue, true
			return &at
		}
	}
	return nil
}
