package trace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Written is the input of WriteATIF: the steps of one trial and its recorded metadata.
type Written struct {
	Agent, AgentVersion, Model string // recorded values; empty if unknown
	Session, Trajectory        string
	Usage                      results.Usage
	Steps                      []results.Step
	Benchmark                  string
	Task                       results.TaskName
	Attempt                    int
	Status                     results.Status
	Score                      *float64
	// Media returns the path, relative to the document, of the file with the content of a part. It
	// returns "" if the file is not written.
	Media func(*results.Part) string
}

type orderedObject []orderedMember

type orderedMember struct {
	name  string
	value any
}

func (o orderedObject) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

func (o *orderedObject) set(name string, value any) { *o = append(*o, orderedMember{name, value}) }

// add sets a member unless its value is nil or empty.
func add[T comparable](o *orderedObject, name string, value T) {
	var none T
	if value != none {
		o.set(name, value)
	}
}

// WriteATIF writes a trace as one ATIF 1.8 document (Harbor RFC 0001). It stores data that has no
// field in the format in the extra objects, under "clawatlas". From these, ATIF restores the same
// steps in the same order. Each sub-agent has a separate trajectory that is embedded in the calling
// agent's trajectory.
func WriteATIF(w io.Writer, t *Written) error {
	doc := orderedObject{{"schema_version", fmt.Sprintf("ATIF-v1.%d", newestATIF)}}
	add(&doc, "session_id", t.Session)
	add(&doc, "trajectory_id", t.Trajectory)
	agent := orderedObject{{"name", cmp.Or(t.Agent, "unknown")}, {"version", cmp.Or(t.AgentVersion, "unknown")}}
	add(&agent, "model_name", t.Model)
	doc.set("agent", agent)
	top := t.branches()
	doc.set("steps", nil)
	doc.set("final_metrics", t.totals(max(len(top.steps), 1)))
	if len(top.subs) > 0 {
		doc.set("subagent_trajectories", t.embedded(top))
	}
	o := ownDocument{
		Version: 1, Usage: &t.Usage, Agent: &t.Agent, AgentVersion: &t.AgentVersion, Session: t.Session, Trajectory: t.Trajectory,
		Benchmark: t.Benchmark, Status: string(t.Status), Score: t.Score, Attempt: t.Attempt,
	}
	if t.Task != (results.TaskName{}) {
		o.Trial = &t.Task
	}
	doc.set("extra", map[string]any{ownKey: o})
	out := &indented{w: w}
	out.text("{")
	for i, m := range doc {
		if i > 0 {
			out.text(",")
		}
		out.text("\n  " + strconv.Quote(m.name) + ": ")
		if m.name != "steps" {
			out.value("  ", m.value)
			continue
		}
		out.text("[")
		t.eachStep(top, func(k int, step orderedObject) {
			if k > 0 {
				out.text(",")
			}
			out.text("\n    ")
			out.value("    ", step)
		})
		out.text("\n  ]")
	}
	out.text("\n}\n")
	return out.err
}

// eachStep calls each with the steps of an agent in order. If there are none, it creates one,
// because ATIF requires at least one.
func (t *Written) eachStep(b *branch, each func(k int, step orderedObject)) {
	for k, i := range b.steps {
		each(k, t.step(b, i, k+1, &t.Steps[i]))
	}
	if len(b.steps) == 0 {
		none := map[string]any{ownKey: ownStep{Event: "meta"}}
		each(0, orderedObject{{"step_id", 1}, {"source", results.SourceSystem}, {"message", ""}, {"extra", none}})
	}
}

// indented writes a document value by value, so that it holds only one value in memory.
type indented struct {
	w   io.Writer
	err error
}

func (x *indented) text(s string) {
	if x.err == nil {
		_, x.err = io.WriteString(x.w, s)
	}
}

func (x *indented) value(prefix string, v any) {
	if x.err != nil {
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	if x.err = enc.Encode(v); x.err == nil {
		_, x.err = x.w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	}
}

// totals returns final_metrics of ATIF. The prompt tokens in it include cached tokens.
func (t *Written) totals(steps int) orderedObject {
	o := orderedObject{}
	u := &t.Usage
	if u.Input != nil {
		o.set("total_prompt_tokens", *results.Sum(results.Sum(u.Input, u.CacheRead), u.CacheWrite))
	}
	add(&o, "total_completion_tokens", u.Output)
	add(&o, "total_cached_tokens", u.CacheRead)
	add(&o, "total_cost_usd", u.CostUSD)
	o.set("total_steps", steps)
	return o
}

func (t *Written) step(b *branch, i, id int, s *results.Step) orderedObject {
	of := ownStep{
		Encrypted: s.Encrypted, StopReason: s.StopReason, Error: s.Error, Event: s.Event, Boundary: s.Boundary, Compaction: s.Compaction,
		Copied: s.Copied, Agent: s.Agent, Depth: s.Depth, Day: s.Day, Raw: s.Raw, Parts: t.files(s.Parts),
	}
	isAgent := s.Source == results.SourceAgent
	if b.above != nil || b.subs != nil {
		of.Order = i + 1
	}
	o := orderedObject{{"step_id", id}}
	if s.Timestamp != nil {
		o.set("timestamp", iso(*s.Timestamp))
	}
	o.set("source", s.Source)
	if isAgent && s.ModelName != "" {
		o.set("model_name", s.ModelName)
	} else if s.ModelName != "" || isAgent && t.Model != "" {
		of.Model = &s.ModelName
	}
	o.set("message", t.content(s.Message, of.Parts))
	if len(s.Parts) > 0 {
		of.Message = &s.Message
	}
	if isAgent && s.Reasoning != "" {
		o.set("reasoning_content", s.Reasoning)
	} else {
		of.Reasoning = s.Reasoning
	}
	ids := t.calls(i, s, isAgent, &o, &of)
	t.results(b, s, ids, &o, &of)
	if s.Metrics != nil {
		if !isAgent || !counts(s.Metrics) {
			of.Metrics = s.Metrics
		}
		if isAgent {
			o.set("metrics", metricsOf(s.Metrics))
		}
	}
	add(&o, "is_copied_context", s.Copied)
	o.set("extra", map[string]any{ownKey: of})
	return o
}

func iso(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

func counts(m *results.Metrics) bool {
	some := func(n *int64) bool { return n != nil && *n > 0 }
	return slices.ContainsFunc([]*int64{m.PromptTokens, m.CompletionTokens, m.CachedTokens}, some) &&
		m.PromptTokens != nil && m.CompletionTokens != nil
}

func metricsOf(m *results.Metrics) orderedObject {
	o := orderedObject{}
	add(&o, "prompt_tokens", m.PromptTokens)
	add(&o, "completion_tokens", m.CompletionTokens)
	add(&o, "cached_tokens", m.CachedTokens)
	add(&o, "cost_usd", m.CostUSD)
	if m.CacheWriteTokens != nil {
		o.set("extra", orderedObject{{"cache_creation_input_tokens", *m.CacheWriteTokens}})
	}
	return o
}

// calls writes the calls of an agent's step and returns the set of their ids. It makes the ids
// unique and writes the arguments as an object.
func (t *Written) calls(i int, s *results.Step, isAgent bool, o *orderedObject, of *ownStep) map[string]bool {
	ids := map[string]bool{}
	if len(s.ToolCalls) == 0 {
		return ids
	}
	exact := isAgent
	list := []orderedObject{}
	for k := range s.ToolCalls {
		c := &s.ToolCalls[k]
		id := c.ID
		if id == "" || ids[id] {
			id, exact = fmt.Sprintf("call-%d-%d", i+1, k+1), false
		}
		ids[id] = true
		args := any(c.Arguments)
		if !strings.HasPrefix(strings.TrimSpace(string(c.Arguments)), "{") {
			args, exact = orderedObject{{"value", orNull(c.Arguments)}}, false
		}
		list = append(list, orderedObject{{"tool_call_id", id}, {"function_name", c.Name}, {"arguments", args}})
	}
	if isAgent {
		o.set("tool_calls", list)
	} else {
		ids = map[string]bool{}
	}
	if !exact {
		of.Calls = s.ToolCalls
	}
	return ids
}

func orNull(v json.RawMessage) json.RawMessage {
	if len(v) == 0 {
		return json.RawMessage("null")
	}
	return v
}

// results writes the results of a step. A result whose call is not in the step names no call.
func (t *Written) results(b *branch, s *results.Step, ids map[string]bool, o *orderedObject, of *ownStep) {
	if s.Observation == nil {
		return
	}
	list := []orderedObject{}
	for i := range s.Observation.Results {
		res := s.Observation.Results[i]
		res.Parts = t.files(res.Parts)
		r := orderedObject{}
		if ids[res.CallID] {
			r.set("source_call_id", res.CallID)
		}
		r.set("content", t.content(res.Content, res.Parts))
		if sub := b.find(res.Subagent); sub != nil {
			r.set("subagent_trajectory_ref", []orderedObject{{{"trajectory_id", sub.id}}})
		}
		list = append(list, r)
		if len(res.Parts) == 0 {
			res.Content = "" // already written to the document
		}
		of.Results = append(of.Results, res)
	}
	o.set("observation", orderedObject{{"results", list}})
}

func (t *Written) files(parts []results.Part) []results.Part {
	parts = slices.Clone(parts)
	for i := range parts {
		if p := &parts[i]; t.Media != nil && p.Raw != "" {
			if name := t.Media(p); name != "" {
				p.Path, p.Raw = name, ""
			}
		}
	}
	return parts
}

func (t *Written) content(text string, parts []results.Part) any {
	list := []orderedObject{}
	if text != "" {
		list = append(list, orderedObject{{"type", "text"}, {"text", text}})
	}
	media := false
	for i := range parts {
		p := &parts[i]
		if p.Path != "" && strings.HasPrefix(p.MediaType, p.Type+"/") && slices.Contains(atifMedia, p.MediaType) {
			media = true
			list = append(list, orderedObject{{"type", p.Type}, {"source", orderedObject{{"media_type", p.MediaType}, {"path", p.Path}}}})
		}
	}
	if !media {
		return text
	}
	return list
}

var atifMedia = []string{"image/jpeg", "image/png", "image/gif", "image/webp",
	"audio/wav", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/flac", "audio/webm", "audio/aiff"}
