package inspect

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// tracer makes the steps of one sample: the conversation as it ended, with what the events
// say of each answer, and beside it what was asked of models elsewhere.
type tracer struct {
	ctx   context.Context
	in    *ingest.Input
	rw    ingest.RunWriter
	s     *sample
	story *story

	n          int      // steps written
	missing    int      // references to attachments that the log lacks
	odd        []string // what is told of calls that are none
	strange    map[string]int
	mediaBytes int
	media      map[[sha256.Size]byte]string
	spoilt     error // of the store
	paths      map[string]int
	side       thread // of answers that are not in the conversation as it ended
	first      string // what the user asked
	last       string // the last words of the model

	open *openStep
	late []*results.Step
}

// openStep is an answer of a model whose calls wait for their results.
type openStep struct {
	step *results.Step
	got  map[string]bool
}

// answer pairs a result with its call; false if there is none.
func (o *openStep) answer(res results.Result) bool {
	if o == nil || o.got[res.CallID] || !slices.ContainsFunc(o.step.ToolCalls, func(c results.ToolCall) bool { return c.ID == res.CallID }) {
		return false
	}
	o.got[res.CallID] = true
	o.step.Observe(res)
	return true
}

func newOpen(s *results.Step, given []results.Result) *openStep {
	o := &openStep{step: s, got: map[string]bool{}}
	for _, res := range given {
		o.answer(res)
	}
	return o
}

func (t *tracer) emit(s *results.Step) {
	if t.spoilt == nil {
		t.spoilt = t.ctx.Err()
	}
	if t.spoilt != nil {
		return
	}
	t.odd = append(t.odd, trace.SetAside(s)...)
	t.n++
	s.StepID = t.n
	t.spoilt = t.rw.Step(t.ctx, s)
}

// write writes the steps in their order.
func (t *tracer) write() error {
	next := t.following()
	beside, notes := t.story.beside, t.story.notes
	// upTo writes what happened before an event: first what the calls of the open answer
	// have started, then the rest.
	upTo := func(order int) {
		n, k := 0, 0
		for n < len(beside) && beside[n].order < order {
			n++
		}
		for k < len(notes) && notes[k].order < order {
			k++
		}
		t.beside(beside[:n], notes[:k])
		beside, notes = beside[n:], notes[k:]
	}
	for i, at := range t.s.messages {
		v, err := t.s.text(at)
		if err != nil {
			return err
		}
		m := t.turn(v)
		switch m.role {
		case "assistant":
			t.flush()
			upTo(next[i])
			t.answered(&m, t.story.gave[i])
		case "tool":
			t.result(&m)
		default:
			t.other(&m)
		}
		if t.spoilt != nil {
			return t.spoilt
		}
	}
	t.flush()
	upTo(t.story.order + 1)
	return t.spoilt
}

// following is, for each message, the first event that is known to belong to it or to a
// later one.
func (t *tracer) following() []int {
	list := make([]int, len(t.s.messages))
	next := t.story.order + 1
	for i := len(list) - 1; i >= 0; i-- {
		if a := t.story.gave[i]; a != nil {
			next = a.order
		}
		list[i] = next
	}
	return list
}

// flush writes the open answer and what came after it.
func (t *tracer) flush() {
	if t.open != nil {
		t.emit(t.open.step)
	}
	for _, s := range t.late {
		t.emit(s)
	}
	t.open, t.late = nil, nil
}

// step is an answer of a model as a step.
func (t *tracer) step(m *turn) *results.Step {
	return &results.Step{
		Source: results.SourceAgent, ModelName: m.model, Message: m.message, Parts: m.parts,
		Reasoning: m.reasoning, Encrypted: m.encrypted && m.reasoning == "", ToolCalls: m.calls, Also: m.also,
	}
}

// answered opens the step of an answer in the conversation.
func (t *tracer) answered(m *turn, a *asked) {
	s := t.step(m)
	if m.message != "" {
		t.last = m.message
	}
	if a != nil {
		t.tell(s, a)
	}
	t.open = newOpen(s, m.answers)
}

// tell adds what the event says of an answer. The message of the event is left to who
// calls.
func (t *tracer) tell(s *results.Step, a *asked) {
	v, err := t.s.text(a.at)
	if err != nil {
		return
	}
	x := read[struct {
		event
		Retries jsontext.Value `json:"retries"`
		Cache   jsontext.Value `json:"cache"`
		Role    jsontext.Value `json:"role"`
	}](v)
	out := read[output](x.Output)
	s.ModelName = cmp.Or(out.Model, s.ModelName, x.Model)
	s.StopReason = out.first().Stop
	s.Error = cmp.Or(t.failure(x.Error), t.failure(out.Error))
	if s.Timestamp = x.Completed; s.Timestamp == nil {
		s.Timestamp = x.Timestamp
	}
	var rest also
	rest.add("role", x.Role)
	rest.add("cache", x.Cache)
	if n, ok := number(x.Retries); ok && n > 0 {
		rest.add("retries", x.Retries)
	}
	if len(a.usage.odd) > 0 {
		t.rw.Warn(ingest.Warn(t.record(), 0, "%s: it counts as not recorded", strings.Join(a.usage.odd, ", ")))
	}
	s.Metrics = a.usage.metrics()
	s.Also = join(s.Also, rest.object())
}

// failure is what an error says; empty if there is none.
func (t *tracer) failure(v jsontext.Value) string {
	if !says(v) {
		return ""
	}
	if v[0] == '"' {
		return t.said(v)
	}
	if m := memberOf(v, "message"); m != nil {
		return t.said(m)
	}
	return spelled(v)
}

// join puts two objects into one.
func join(a, b json.RawMessage) json.RawMessage {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return append(append(slices.Clone(a[:len(a)-1]), ','), b[1:]...)
}

// result pairs a tool's message with its call.
func (t *tracer) result(m *turn) {
	res := t.resultOf(m)
	if t.open.answer(res) {
		return
	}
	s := (&results.Step{Timestamp: res.Timestamp, Source: results.SourceSystem}).Observe(res)
	if m.function != "" {
		s.Also, _ = json.Marshal(map[string]string{"function": m.function}) // of texts
	}
	t.after(s)
}

// resultOf is a tool's message as a result, with what its event says of it.
func (t *tracer) resultOf(m *turn) results.Result {
	res := results.Result{CallID: m.callID, Content: m.message, Parts: m.parts, Also: m.also}
	fail(&res, m.err)
	if w := t.story.tools[m.callID]; w != nil && m.callID != "" {
		w.times(&res)
	}
	if th := t.story.started[m.callID]; th != nil && m.callID != "" {
		t.name(th)
		res.Subagent = th.path
	}
	return res
}

// fail marks a result that says that its call failed. One that nobody has allowed was
// refused.
func fail(res *results.Result, e *toolError) {
	if e == nil {
		return
	}
	res.Failed, res.Failure, res.Outcome = true, "is_error", results.OutcomeFailed
	res.Status, res.ErrorText = e.kind, e.message
	switch e.kind {
	case "approval":
		res.Outcome = results.OutcomeRefused
	case "output_limit":
		res.Truncation = e.message
	}
}

func (w *answered) times(res *results.Result) {
	res.Timestamp = w.ended
	switch {
	case w.started != nil && w.ended != nil && *w.ended >= *w.started:
		res.DurationMS = new(*w.ended - *w.started)
	case w.working != nil:
		res.DurationMS = w.working
	}
}

// otherStep is a message that no model gave.
func (t *tracer) otherStep(m *turn) *results.Step {
	s := &results.Step{Source: results.SourceSystem, Message: m.message, Parts: m.parts, Also: m.also}
	if m.role == "user" {
		s.Source = results.SourceUser
	}
	return s
}

// other writes a message that no model gave.
func (t *tracer) other(m *turn) {
	s := t.otherStep(m)
	if m.role == "user" {
		t.first = cmp.Or(t.first, m.message)
	} else if m.role != "system" {
		s.Event = "meta"
		s.Also = join(s.Also, json.RawMessage(fmt.Sprintf(`{"role":%q}`, m.role)))
	}
	t.after(s)
}

func (t *tracer) after(s *results.Step) {
	if t.open == nil {
		t.emit(s)
		return
	}
	t.late = append(t.late, s)
}

// keepMedia keeps the bytes of a picture once and gives its name.
func (t *tracer) keepMedia(media string, data []byte) string {
	sum := sha256.Sum256(data)
	if name, known := t.media[sum]; known {
		return name
	}
	name := fmt.Sprintf("media-%x%s", sum[:8], trace.Extension(media))
	full := t.in.Path("media", name)
	if t.spoilt == nil {
		t.spoilt = t.rw.Raw(t.ctx, &ingest.Record{Name: full, Media: media, Data: data, Size: int64(len(data)), Sum: sum})
	}
	t.mediaBytes += len(data)
	name = "media/" + name
	t.media[sum] = name
	return name
}

// record is the name of the sample's record, for warnings.
func (t *tracer) record() string {
	if len(t.s.records) == 0 {
		return t.in.Item.Dir
	}
	return rawName(t.in, t.s.records[0].name)
}

// note says what of the sample is in the raw record alone.
func (t *tracer) note() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(t.story.counts)) {
		if slices.Contains(unshown, kind) && kind != "span_begin" && kind != "span_end" && kind != "step" {
			parts = append(parts, fmt.Sprintf("%d %s", t.story.counts[kind], kind))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Events of these kinds are in the raw record alone: " + strings.Join(parts, ", ") + "."
}
