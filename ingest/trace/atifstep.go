package trace

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/results"
)

func (a *atif) steps(t *trajectory) error {
	if t.Steps.kind != '[' {
		a.note(t, 0, "sub-agent trajectory has no list of steps")
		return nil
	}
	text := t.data[t.Steps.from:t.Steps.to]
	before := bytes.Count(t.data[:t.Steps.from], []byte{'\n'})
	keep := newThread(a.r)
	keep.agent, keep.depth = t.path, t.depth
	i := 0
	a.r.sink.FirstLine = a.first + before
	return a.r.elements(text, keep, func(v []byte, line int) error {
		i++
		a.r.doc = v
		var s atifStep
		if err := json.Unmarshal(v, &s, decoding()); err != nil {
			return err
		}
		if v[0] != '{' {
			a.note(t, line, "step is not an object: kept as raw text")
			return keep.after(a.r.raw(v))
		}
		return a.step(t, line, i, &s)
	})
}

func (a *atif) step(t *trajectory, line, i int, s *atifStep) error {
	a.checkStep(t, line, i, s)
	said, err := a.r.say(line, s.Message)
	if err != nil {
		return err
	}
	step := &results.Step{
		Timestamp: a.r.time(line, s.Timestamp), Source: string(s.Source), ModelName: string(s.Model),
		Message: said.message, Parts: t.parts(said.parts), Reasoning: string(s.Reasoning),
		Metrics: s.Metrics.metrics(a.r, line), StopReason: string(s.Extra.StopReason), Error: string(s.Extra.Error),
		Copied: bool(s.Copied), Agent: t.path, Depth: t.depth,
	}
	a.source(t, line, step)
	step.Boundary = string(s.Extra.Context.Boundary)
	switch s.Extra.Context.Type {
	case "":
	case "compaction", "pruning":
		step.Event = "compaction"
	default:
		step.Event = "meta"
	}
	for j := range s.Calls {
		c := &s.Calls[j]
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{
			ID: string(c.ID), Name: string(c.Name), Arguments: arguments(c.Arguments),
		})
	}
	subs, err := a.observe(t, line, s, step)
	if err != nil {
		return err
	}
	a.r.answers(step, s.LLMCalls)
	var of ownStep
	if a.r.asIs = a.top.own && own(s.Extra.whole, &of); a.r.asIs {
		of.restore(step)
	}
	if a.r.asIs && of.Order > 0 {
		a.placed = append(a.placed, placed{step, of.Order})
	} else if err := a.r.emit(step); err != nil {
		return err
	}
	for _, sub := range subs {
		if err := a.follow(t, sub); err != nil {
			return err
		}
	}
	return nil
}

// answers corrects the count of model calls by the number that the step states.
func (r *reader) answers(step *results.Step, said number) {
	if said.ok && said.v >= 0 && said.v < 1e6 && !step.Copied && answered(step) {
		r.sum.ModelCalls += int(said.v) - 1
	}
}

func (a *atif) source(t *trajectory, line int, step *results.Step) {
	switch step.Source {
	case results.SourceUser, results.SourceAgent, results.SourceSystem:
		if step.Source == results.SourceAgent && step.ModelName == "" {
			step.ModelName = string(t.Agent.Model)
		}
		return
	case "assistant":
		step.Source = results.SourceAgent
	default:
		a.note(t, line, fmt.Sprintf("unknown source %q: using system", step.Source))
		step.Source = results.SourceSystem
	}
}

func (a *atif) checkStep(t *trajectory, line, i int, s *atifStep) {
	if !s.ID.ok || s.ID.v != float64(i) {
		a.note(t, line, "step_id is not the step's position: steps are numbered in order")
	}
	a.unknown(t, line, "step", s.Unknown)
	a.unknown(t, line, "observation", s.Observation.Unknown)
	a.unknown(t, line, "metrics", s.Metrics.Unknown)
	for j := range s.Calls {
		a.unknown(t, line, "tool call", s.Calls[j].Unknown)
		if k := s.Calls[j].Arguments.Kind(); k != '{' {
			a.note(t, line, "arguments of a tool call are not an object")
		}
	}
	for j := range s.Observation.Results {
		a.unknown(t, line, "result", s.Observation.Results[j].Unknown)
	}
	if len(s.Observation.odd) > 0 {
		a.note(t, line, "observation is not an object: shown as one result")
	}
}

// observe sets the step's observation. It returns the sub-agents that the observation refers to and
// that have not been emitted yet.
func (a *atif) observe(t *trajectory, line int, s *atifStep, step *results.Step) ([]*trajectory, error) {
	rs := s.Observation.Results
	if len(s.Observation.odd) > 0 {
		rs = append(rs, atifResult{Content: s.Observation.odd})
	}
	if len(rs) == 0 {
		return nil, nil
	}
	step.Observation = &results.Observation{}
	var subs []*trajectory
	for j := range rs {
		said, err := a.r.say(line, rs[j].Content)
		if err != nil {
			return nil, err
		}
		res := results.Result{
			CallID: string(rs[j].CallID), Content: said.message, Parts: t.parts(said.parts),
		}
		extra := rs[j].Extra
		if len(rs) == 1 && len(s.Calls) == 1 && bool(s.Extra.IsErrorT || s.Extra.IsErrorA) {
			extra.IsErrorT = true
		}
		extra.apply(&res)
		if res.CallID != "" && !asked(step, res.CallID) {
			a.note(t, line, "result names a call that is not in its step: kept in place")
		}
		found, err := a.refs(t, line, rs[j].Refs, &res)
		if err != nil {
			return nil, err
		}
		subs = append(subs, found...)
		step.Observation.Results = append(step.Observation.Results, res)
	}
	return subs, nil
}

func (e *atifExtra) apply(res *results.Result) {
	e.ExitCode.exits(res)
	res.Status, res.ErrorText = string(e.Status), string(e.Error)
	res.DurationMS = e.DurationMS.count()
	judge(res, bool(e.IsErrorA || e.IsErrorT) || string(e.Success) == "false")
}

// metrics converts a step's metrics. In ATIF, the prompt includes cached tokens. It adds tokens
// that some agents record separately from the prompt.
func (m *atifMetrics) metrics(r *reader, line int) *results.Metrics {
	u := usage{Prompt: m.Prompt, Completion: m.Completion}
	u.Details.Cached, u.Cost.Total = m.Cached, m.Cost
	out := r.metrics(line, &u)
	if out == nil {
		return nil
	}
	out.CacheWriteTokens = m.Extra.CacheCreation.tokens()
	if write := m.Extra.CacheWrite.tokens(); write != nil && out.CacheWriteTokens == nil {
		out.CacheWriteTokens = write
		out.PromptTokens = results.Sum(out.PromptTokens, write)
	}
	return out
}

func (t *trajectory) parts(parts []results.Part) []results.Part {
	dir := path.Dir(t.file)
	if dir == "." {
		return parts
	}
	for i := range parts {
		if p := parts[i].Path; p != "" && !path.IsAbs(p) && !strings.Contains(p, "://") {
			parts[i].Path = path.Join(dir, p)
		}
	}
	return parts
}

// refs returns the trajectories that a result refers to and sets the names of the sub-agents in the
// result. It keeps references to missing trajectories, because these may be separate traces.
func (a *atif) refs(t *trajectory, line int, refs atifRefs, res *results.Result) ([]*trajectory, error) {
	var found []*trajectory
	for i := range refs {
		sub := t.embedded(&refs[i])
		if sub == nil && refs[i].Path != "" {
			var err error
			if sub, err = a.file(t, string(refs[i].Path)); err != nil {
				return nil, err
			}
		}
		ref := results.TraceRef{Trajectory: string(refs[i].ID), Session: string(refs[i].Session), Path: string(refs[i].Path)}
		if sub == nil {
			a.lacking++
			a.note(t, line, "trajectory of a sub-agent is not in the record")
			res.Refs = append(res.Refs, ref)
			continue
		}
		if !sub.shown {
			a.name(t, sub)
		}
		if ref.Agent = sub.path; res.Subagent == "" {
			res.Subagent = sub.path
		}
		res.Refs = append(res.Refs, ref)
		found = append(found, sub)
	}
	return found, nil
}

func (t *trajectory) embedded(ref *atifRef) *trajectory {
	for around := t; around != nil; around = around.parent {
		for _, sub := range around.Subs {
			if ref.ID != "" && sub.ID == ref.ID {
				return sub
			}
			if ref.ID == "" && ref.Path == "" && ref.Session != "" && sub.SessionID == ref.Session {
				return sub
			}
		}
	}
	return nil
}
