package trace

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// listLength is how many values a list has. Token ids and logprobs can be larger
// than the rest of a trace: what is kept of them is their number, and the list
// itself is in the raw record.
type listLength struct{ n int }

func (l *listLength) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '[' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for ; dec.PeekKind() != ']'; l.n++ {
		if err := dec.SkipValue(); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// also gathers what a step says beside the step model. The first step has what
// the document says as a whole.
func (a *atif) also(t *trajectory, i int, s *atifStep, step *results.Step) {
	var b beside
	if i == 1 {
		if doc := t.also(); doc != nil {
			b.put("document", doc)
		}
	}
	if s.ID.odd != "" || s.ID.ok && s.ID.v != float64(i) {
		b.number("step_id", s.ID)
	}
	if string(s.Source) != step.Source {
		b.text("source", s.Source)
	}
	b.add("timestamp", s.Timestamp.odd)
	b.text("reasoning_effort", s.Effort)
	b.number("llm_call_count", s.LLMCalls)
	b.add("extra", s.Extra.whole)
	b.all(s.Unknown)
	var obs beside
	obs.all(s.Observation.Unknown)
	b.nested("observation", &obs)
	if m := s.Metrics.also(step.Metrics); step.Metrics != nil {
		step.Metrics.Also = m.object()
	} else {
		b.nested("metrics", m)
	}
	step.Also = b.object()
}

// also gathers what a document says beside its steps.
func (t *trajectory) also() []byte {
	var b beside
	b.text("schema_version", t.Schema)
	b.text("session_id", t.SessionID)
	b.text("trajectory_id", t.ID)
	b.text("notes", t.Notes)
	b.add("agent", t.Agent.whole)
	b.add("final_metrics", t.Final.whole)
	b.text("continued_trajectory_ref", t.Next)
	b.add("extra", t.Extra)
	b.all(t.Unknown)
	return b.object()
}

// also gathers what is said of a call.
func (c *atifCall) also() []byte {
	var b beside
	b.add("extra", c.Extra)
	b.all(c.Unknown)
	return b.object()
}

// also gathers what is said of a result.
func (r *atifResult) also() []byte {
	var b beside
	b.add("extra", r.Extra.whole)
	b.all(r.Unknown)
	return b.object()
}

// also gathers what the metrics say that shown, which may be nil, does not.
func (m *atifMetrics) also(shown *results.Metrics) *beside {
	if shown == nil {
		shown = &results.Metrics{}
	}
	b := &beside{}
	for _, c := range []struct {
		name string
		n    number
		as   *int64
	}{
		{"prompt_tokens", m.Prompt, shown.PromptTokens}, {"completion_tokens", m.Completion, shown.CompletionTokens},
		{"cached_tokens", m.Cached, shown.CachedTokens},
	} {
		if c.n.stated() && (c.as == nil || float64(*c.as) != c.n.v) {
			b.number(c.name, c.n)
		}
	}
	if m.Cost.stated() && (shown.CostUSD == nil || *shown.CostUSD != m.Cost.v) {
		b.number("cost_usd", m.Cost)
	}
	b.length("prompt_token_ids", m.PromptIDs)
	b.length("completion_token_ids", m.OutputIDs)
	b.length("logprobs", m.Logprobs)
	b.add("extra", m.Extra.whole)
	b.all(m.Unknown)
	return b
}

// nested takes an object that was gathered by itself.
func (b *beside) nested(name string, o *beside) {
	if v := o.object(); v != nil {
		b.put(name, v)
	}
}

// number takes a member that should be a number, as it is.
func (b *beside) number(name string, n number) {
	switch {
	case n.odd != "":
		b.text(name, text(n.odd))
	case n.ok:
		b.put(name, strconv.AppendFloat(nil, n.v, 'f', -1, 64))
	}
}

// length takes a list that is left to the raw record.
func (b *beside) length(name string, l listLength) {
	if l.n > 0 {
		b.text(name, text("list of "+strconv.Itoa(l.n)+" in the raw record"))
	}
}
