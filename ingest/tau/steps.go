package tau

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// steps hands the steps of a simulation on, and sums what the agent's model used.
type steps struct {
	model string
	gauge *ingest.Gauge
	emit  func(*results.Step) error
	spent results.Metrics
	n     int
	open  *results.Step // waits for the results of its calls
	times bool          // the record's times are somebody's
	tick  ingest.Scalar // seconds, as the run states it
}

// simulation hands on what a simulation holds: the policy that it was run under, its
// conversation, and what else is recorded of it.
func (w *steps) simulation(s *simulation) error {
	if text := s.Policy.Text(); text != "" {
		w.open = &results.Step{Source: results.SourceSystem, Message: text}
	}
	if err := w.messages(s.Messages); err != nil {
		return err
	}
	if err := w.ticks(s.Ticks); err != nil {
		return err
	}
	var left trace.Also
	for name, v := range trace.Members(s.Left) {
		if !(name == "hallucination_retries_used" && string(v) == "0" || s.row && slices.Contains(rowMembers, name)) {
			left.Add(name, v)
		}
	}
	if s.Reward != nil {
		for name, v := range trace.Members(s.Reward.Left) {
			left.Add("reward_info."+name, v)
		}
	}
	also := left.Object()
	if also == nil {
		return nil
	}
	w.open = &results.Step{Source: results.SourceSystem, Event: "meta", Message: "What else is recorded of the simulation", Also: also}
	return w.flush()
}

// rowMembers are the members of a row's info that say how its task is told, which the
// task says.
var rowMembers = []string{"source"}

func (w *steps) flush() error {
	s := w.open
	w.open = nil
	if s == nil {
		return nil
	}
	for _, odd := range trace.SetAside(s) {
		w.gauge.Warn(ingest.Warn(w.gauge.File, 0, "%s", odd))
	}
	w.n++
	s.StepID = w.n
	return w.emit(s)
}

// messages are those of a conversation. A user has tools of their own in some domains:
// their calls are the user's actions.
func (w *steps) messages(list []message) error {
	for i := range list {
		m := &list[i]
		if m.Role.Text() == "tool" || len(m.Several) > 0 {
			if err := w.results(m); err != nil {
				return err
			}
			continue
		}
		if err := w.flush(); err != nil {
			return err
		}
		w.open = w.step(m)
	}
	return w.flush()
}

// results takes the message of a tool, or several in one wrapper.
func (w *steps) results(m *message) error {
	for _, r := range append([]message{*m}, m.Several...) {
		if len(m.Several) > 0 && r.CallID.Absent() && r.ID.Absent() {
			continue // the wrapper
		}
		if err := w.result(&r); err != nil {
			return err
		}
	}
	return nil
}

func (w *steps) step(m *message) *results.Step {
	s := &results.Step{Source: results.SourceUser, Message: m.Content.Text(), Timestamp: w.stamp(m.Stamp), Also: m.left()}
	switch m.Role.Text() {
	case "assistant":
		s.Source = results.SourceAgent
		w.measure(m, s)
	case "system":
		s.Source = results.SourceSystem
	case "user":
	default:
		s.Source, s.Event, s.Raw = results.SourceSystem, "raw", fmt.Sprintf("message of the role %q: %s", m.Role.Text(), m.Content.Text())
	}
	w.calls(s, m.Calls)
	return s
}

func (w *steps) calls(s *results.Step, list []call) {
	for i := range list {
		c := &list[i]
		s.ToolCalls = append(s.ToolCalls, results.ToolCall{ID: c.ID.Text(), Name: c.name(), Arguments: json.RawMessage(c.arguments())})
	}
}

// usual are members of a message that are as they are in each, or repeat its place.
var usual = map[string]string{"is_audio": "false", "is_final_chunk": "true", "contains_speech": "true", "turn_idx": "", "name": ""}

// left is what a message says beside its step.
func (m *message) left() json.RawMessage {
	var a trace.Also
	for name, v := range trace.Members(m.Left) {
		if is, known := usual[name]; !known || is != "" && is != string(v) {
			a.Add(name, v)
		}
	}
	return a.Object()
}

// measure notes what an answer of the agent's model used. A greeting that no model
// wrote has no usage.
func (w *steps) measure(m *message, s *results.Step) {
	if m.Usage == nil && m.Cost.Zero() && !m.Cost.Absent() {
		return
	}
	if s.ModelName = w.model; m.Usage == nil {
		return
	}
	var from response
	if decode(m.Response, &from) && len(from.Choices) > 0 {
		s.Reasoning, s.StopReason = from.Choices[0].Message.Reasoning.Text(), from.Choices[0].Finish.Text()
	}
	s.Metrics = &results.Metrics{
		PromptTokens: w.gauge.Tokens("prompt_tokens", m.Usage.Prompt), CompletionTokens: w.gauge.Tokens("completion_tokens", m.Usage.Completion),
		CostUSD: w.gauge.USD("cost", m.Cost), CachedTokens: w.gauge.Tokens("cached_tokens", from.Usage.Details.Cached),
		CacheWriteTokens: w.gauge.Tokens("cache_creation_input_tokens", from.Usage.CacheWrite),
	}
	w.spent.Add(s.Metrics)
}

func (w *steps) stamp(at ingest.Scalar) *int64 {
	if !w.times {
		return nil
	}
	return w.gauge.Time("timestamp", at)
}

// answer is the result that a tool's message holds.
func (w *steps) answer(m *message) results.Result {
	res := results.Result{CallID: cmp.Or(m.CallID.Text(), m.ID.Text()), Content: m.Content.Text(), Timestamp: w.stamp(m.Stamp), Also: m.left()}
	if failed := m.Error.Bool(); failed != nil && *failed || failed == nil && strings.HasPrefix(res.Content, "Error:") {
		res.Failed, res.Failure = true, "is_error"
	}
	return res
}

// result pairs the answer of a tool with its call; one without a call is a step.
func (w *steps) result(m *message) error {
	res := w.answer(m)
	asks := func(c results.ToolCall) bool { return c.ID == res.CallID }
	if s := w.open; s != nil && slices.ContainsFunc(s.ToolCalls, asks) {
		s.Observe(res)
		return nil
	}
	if err := w.flush(); err != nil {
		return err
	}
	w.open = (&results.Step{Source: results.SourceSystem, Timestamp: res.Timestamp}).Observe(res)
	return nil
}
