package otel

import (
	"cmp"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// millis is a time of a step; nil if there is none.
func millis(ns int64) *int64 {
	if ns <= 0 {
		return nil
	}
	return new(ns / 1e6)
}

// answerStep is the step of a model call. Its calls are added when their results are
// known.
func answerStep(s *span) *results.Step {
	step := &results.Step{
		Source: results.SourceAgent, ModelName: s.model, Timestamp: millis(cmp.Or(s.end, s.start)),
		Metrics: s.spent.metrics(), Error: ownError(s),
	}
	var left []field
	if s.out != nil {
		step.Message, step.Reasoning, step.StopReason = s.out.text, s.out.reasoning, s.out.finish
		step.Encrypted = s.out.hidden && s.out.reasoning == ""
		step.Parts = parts(s.out.media)
		left = s.out.left
	}
	if s.end == 0 && s.start > 0 {
		left = append(left, field{"span", textOf("was still open")})
	}
	step.Also = also(append(left, s.left()...))
	return step
}

// ownError is the error of a model call itself. Errors of tools climb to spans above
// and beside them, so one that a span with an answer has no exception for is not its
// own.
func ownError(s *span) string {
	if !s.failed || s.out != nil && s.out.says() && !s.exception {
		return ""
	}
	return cmp.Or(s.why, s.errorType, "the model call ended with an error")
}

func (s *span) left() []field {
	var out []field
	for _, name := range s.attrs.names {
		if v := s.attrs.values[name]; !s.attrs.taken[name] && v.kind != 0 {
			out = append(out, field{name, v})
		}
	}
	if s.asked != "" {
		out = append(out, field{"gen_ai.request.model", textOf(s.asked)})
	}
	return out
}

func also(list []field) []byte {
	var a trace.Also
	for _, f := range list {
		a.Add(f.name, f.v.json())
	}
	return a.Object()
}

// aside is a step for a span that is no call of a model or of a tool, such as a search
// that the program did by itself.
func aside(s *span) *results.Step {
	return &results.Step{
		Source: results.SourceSystem, Event: "meta", Timestamp: millis(s.start), Message: strings.TrimSpace(s.label + " " + s.name),
		Also: also(s.left()),
	}
}

// inline begins what stands in place of a part's record until its bytes are kept.
const inline = "inline:"

func parts(list []media) []results.Part {
	var out []results.Part
	for _, m := range list {
		if m.data != "" {
			m.part.Raw = inline + m.data
		}
		out = append(out, m.part)
	}
	return out
}

// result is what a tool answered, by what the model was told.
func result(r *toolResult) results.Result {
	return results.Result{Content: r.text, Parts: parts(r.media), Failed: r.failed}
}

// fill makes the calls and results of a step from what waits in it. A call without a
// name is none.
func (n *node) fill(e *trace.Emitter, path func(*scope) string) {
	for _, sl := range n.slots {
		if sl.call.name == "" {
			e.Warn(0, "a tool call without a name is left out")
			continue
		}
		args := sl.call.args
		if args.kind == 0 || args.kind == 's' && args.text == "" {
			args = value{kind: 'm'} // asked for without any
		}
		c := results.ToolCall{ID: sl.call.id, Name: sl.call.name, Arguments: args.json()}
		if sl.extra {
			c.Also = also([]field{{"asked for by", textOf("no recorded answer of the model")}})
		}
		n.step.ToolCalls = append(n.step.ToolCalls, c)
		res, ok := sl.result()
		if !ok {
			continue
		}
		if sl.sub != nil {
			res.Subagent = path(sl.sub)
		}
		n.step.Observe(res)
	}
}

// keepMedia keeps the pictures of a step whose bytes are in its record.
func (n *node) keepMedia(e *trace.Emitter) error {
	lists := []*[]results.Part{&n.step.Parts}
	if n.step.Observation != nil {
		for i := range n.step.Observation.Results {
			lists = append(lists, &n.step.Observation.Results[i].Parts)
		}
	}
	for _, list := range lists {
		for i := range *list {
			p := &(*list)[i]
			data, ok := strings.CutPrefix(p.Raw, inline)
			if !ok {
				continue
			}
			p.Raw = ""
			kept, err := e.Media(0, *p, data)
			if err != nil {
				return err
			}
			*p = kept
		}
	}
	return nil
}

// result is the answer to a call; ok is false if none is recorded.
func (sl *slot) result() (res results.Result, ok bool) {
	if sl.tool == nil && sl.told == nil {
		return res, false
	}
	var left []field
	told := sl.told
	failed := told != nil && told.failed
	switch t := sl.tool; {
	case t == nil:
		res = result(told)
		res.Timestamp = millis(sl.when)
	case t.result != nil:
		res = result(t.result)
		failed = failed || t.result.failed
	case t.failed && t.why != "":
		res.Content, res.ErrorText = t.why, t.why
	case told != nil:
		res = result(told)
	}
	if t := sl.tool; t != nil {
		failed = failed || t.failed
		res.Timestamp = millis(cmp.Or(t.end, t.start))
		if t.end >= t.start && t.start > 0 {
			res.DurationMS = new((t.end - t.start) / 1e6)
		}
		if t.errorType != "" && t.failed {
			left = append(left, field{"error.type", textOf(t.errorType)})
		}
		left = append(left, t.left()...)
		if told != nil && told.text != "" && strings.TrimSpace(told.text) != strings.TrimSpace(res.Content) {
			left = append(left, field{"told the model", textOf(told.text)})
		}
	}
	res.CallID = sl.call.id
	trace.Judge(&res, failed)
	res.Also = also(left)
	return res, true
}
