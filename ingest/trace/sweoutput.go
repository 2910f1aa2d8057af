package trace

import (
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// environment adds what the environment answered, and where it stood then.
func (w *swe) environment(s *sweStep) error {
	said, err := w.r.say(0, s.Observation)
	if err != nil {
		return err
	}
	res := results.Result{Content: said.message, Parts: said.parts}
	var b beside
	for name, value := range members(s.state()) {
		switch {
		case name == "working_dir":
			res.Cwd = stringOf(value)
		case value.Kind() != '"' || stringOf(value) != "n/a":
			b.add(name, value)
		}
	}
	if s.Seconds.ok && s.Seconds.v > 0 && s.Seconds.v < maxCount/1000 {
		res.DurationMS = new(int64(math.Round(s.Seconds.v * 1000)))
	}
	if strings.HasPrefix(strings.TrimSpace(string(s.Action)), "submit") {
		submitted(&res)
	}
	step := w.t.open
	if len(step.ToolCalls) == 0 {
		if res.Content == "" && len(res.Parts) == 0 {
			return nil
		}
	} else {
		res.CallID = step.ToolCalls[0].ID
		w.t.settle(0)
	}
	if state := b.object(); state != nil {
		res.Also = w.r.news(member("state", jsontext.Value(state)))
	}
	step.Observation = &results.Observation{Results: []results.Result{res}}
	return nil
}

// state is an object in 1.x and a text with one in 0.x.
func (s *sweStep) state() jsontext.Value {
	if s.State.Kind() != '"' {
		return s.State
	}
	v := jsontext.Value(strings.TrimSpace(stringOf(s.State)))
	if !v.IsValid(decoding()) {
		return nil
	}
	return v
}

// observed takes the message in which the history tells the model what the
// environment answered. It is left out where it holds that answer.
func (w *swe) observed(m *sweMessage) error {
	said, err := w.r.say(0, m.Content)
	if err != nil {
		return err
	}
	step := w.t.open
	if step == nil || step.Observation == nil {
		return w.told(step, said)
	}
	res := &step.Observation.Results[0]
	answer := strings.TrimSpace(res.Content + res.Diff)
	if answer == "" || !strings.Contains(said.message, answer) {
		res.Also = w.r.joined(res.Also, bounded(textMember("told", said.message)))
	}
	res.Parts = append(res.Parts, said.parts...)
	return nil
}

// told is an observation of a step that the trajectory has none for.
func (w *swe) told(step *results.Step, said said) error {
	res := results.Result{Content: said.message, Parts: said.parts}
	if step == nil {
		return w.t.after(&results.Step{Source: results.SourceUser, Message: said.message, Parts: said.parts})
	}
	for i := range step.ToolCalls {
		if !w.t.has(i) {
			res.CallID = step.ToolCalls[i].ID
			w.t.settle(i)
			break
		}
	}
	step.Observation = &results.Observation{Results: []results.Result{res}}
	return nil
}
