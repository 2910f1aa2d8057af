package inspect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// beside writes what happened between two answers of the conversation: the threads one
// after the other, and between the conversation's own steps what failed and was tried
// again.
func (t *tracer) beside(list []*asked, notes []noted) {
	var order []*thread
	calls, said := map[*thread][]*asked{}, map[*thread][]noted{}

	add := func(th *thread) {
		if len(calls[th]) == 0 && len(said[th]) == 0 {
			order = append(order, th)
		}
	}
	for _, a := range list {
		add(a.thread)
		calls[a.thread] = append(calls[a.thread], a)
	}
	for _, n := range notes {
		add(n.thread)
		said[n.thread] = append(said[n.thread], n)
	}
	for _, th := range order {
		notes := said[th]
		for _, a := range calls[th] {
			for len(notes) > 0 && notes[0].order < a.order {
				t.own(th).notes = append(t.own(th).notes, notes[0])
				notes = notes[1:]
			}
			t.asked(a)
		}
		t.closeThread(th)
		for _, n := range notes {
			t.noted(n)
		}
	}
}

// asked writes a call of a model that gave nothing to the conversation: what is new of its
// input, and its answer.
func (t *tracer) asked(a *asked) {
	v, err := t.s.text(a.at)
	if err != nil {
		t.spoilt = err
		return
	}
	th := t.own(a.thread)
	if a.thread != nil {
		t.name(th)
	}
	if a.thread != nil || !a.failed {
		th.asked = read[event](v).Timestamp
		t.inputs(th, v)
	}
	var m turn
	out := read[output](memberOf(v, "output"))
	if answer := out.first().Message; answer != nil {
		m = t.turn(answer)
		th.see(t.story.keysOf(answer))
	}
	t.closeThread(th)
	s := t.step(&m)
	s.Agent, s.Depth = th.path, th.depth
	t.tell(s, a)
	if a.thread == nil && !a.failed && len(t.s.messages) > 0 {
		s.Also = join(s.Also, json.RawMessage(`{"conversation":"this answer is not in it as it ended"}`))
	}
	if a.failed {
		t.emit(s) // it is tried again with the same input
		return
	}
	th.open = newOpen(s, m.answers)
}

// own is the thread itself or, of what belongs to the conversation and is not in it, the
// one that stands beside it.
func (t *tracer) own(th *thread) *thread {
	if th == nil {
		return &t.side
	}
	return th
}

// name gives a thread the path under which its steps stand.
func (t *tracer) name(th *thread) {
	if th.path != "" {
		return
	}
	parent := ""
	if th.parent != nil {
		t.name(th.parent)
		parent, th.depth = th.parent.path+"/", th.parent.depth
	}
	th.depth++
	name := strings.Map(func(c rune) rune {
		if c == '/' || c < ' ' {
			return '-'
		}
		return c
	}, th.name)
	name = cmp.Or(name, "agent")
	path := parent + name
	t.paths[path]++
	if n := t.paths[path]; n > 1 {
		path = fmt.Sprintf("%s-%d", path, n)
	}
	th.path = path
}

// closeThread writes the open answer of a thread, with the results of its calls that no
// message has told.
func (t *tracer) closeThread(th *thread) {
	th = t.own(th)
	o, notes := th.open, th.notes
	th.open, th.notes = nil, nil
	defer func() {
		for _, n := range notes {
			t.noted(n)
		}
	}()
	if o == nil {
		return
	}
	for _, c := range o.step.ToolCalls {
		w := t.story.tools[c.ID]
		if w == nil || o.got[c.ID] || c.ID == "" {
			continue
		}
		if res, ok := t.resultFrom(w, c.ID); ok {
			o.answer(res)
		}
	}
	t.emit(o.step)
}

// resultFrom is what the event of a tool says of its result.
func (t *tracer) resultFrom(w *answered, call string) (results.Result, bool) {
	v, err := t.s.text(w.at)
	if err != nil {
		return results.Result{}, false
	}
	x := read[struct {
		Result jsontext.Value `json:"result"`
		Error  jsontext.Value `json:"error"`
	}](v)
	m := turn{callID: call, err: t.toolError(x.Error)}
	if x.Result != nil {
		var rest also
		t.content(&m, x.Result, &rest)
	}
	return t.resultOf(&m), x.Result != nil
}

// inputs writes the messages of a call's input that were not shown.
func (t *tracer) inputs(th *thread, v jsontext.Value) {
	if th.seen == nil {
		th.seen, th.pooled = map[uint64]bool{}, map[int]bool{}
	}
	for one := range elements(memberOf(v, "input")) {
		t.input(th, one)
	}
	var refs [][2]int
	if v := memberOf(v, "input_refs"); v == nil || decode(v, &refs, lenient) != nil {
		return
	}
	for _, r := range refs {
		for i := max(r[0], 0); i < min(r[1], len(t.s.pool)); i++ {
			if th.pooled[i] {
				continue
			}
			th.pooled[i] = true
			if one, err := t.s.text(t.s.pool[i]); err == nil {
				t.input(th, one)
			}
		}
	}
}

// see notes a message and reports whether it was shown before.
func (th *thread) see(k keys) (before bool) {
	key := k.text
	for _, s := range append([]string{k.role, k.id}, k.calls...) {
		for _, c := range []byte(s) {
			key = key*1099511628211 ^ uint64(c)
		}
	}
	if th.seen == nil {
		th.seen, th.pooled = map[uint64]bool{}, map[int]bool{}
	}
	before = th.seen[key]
	th.seen[key] = true
	return before
}

// input writes one message of an input, unless it was shown: in the thread, or in the
// conversation.
func (t *tracer) input(th *thread, v jsontext.Value) {
	k := t.story.keysOf(v)
	if _, known := t.story.byID[k.id]; known && k.id != "" || t.story.shown[k.id] && k.id != "" {
		return
	}
	if th.see(k) {
		return
	}
	for _, c := range k.calls {
		if th.open != nil && th.open.got != nil && len(th.open.step.ToolCalls) > 0 && th.open.step.ToolCalls[0].ID == c {
			return // the answer that is open
		}
	}
	if k.role == "assistant" && th.open != nil {
		return
	}
	m := t.turn(v)
	switch m.role {
	case "tool":
		res := t.resultOf(&m)
		if th.open.answer(res) {
			return
		}
		t.closeThread(th)
		s := &results.Step{Timestamp: res.Timestamp, Source: results.SourceSystem, Agent: th.path, Depth: th.depth, Copied: true}
		t.emit(s.Observe(res))
	case "assistant":
		s := t.step(&m)
		s.Agent, s.Depth, s.Copied = th.path, th.depth, true
		t.emit(s)
	default:
		t.closeThread(th)
		s := t.otherStep(&m)
		s.Timestamp, s.Agent, s.Depth = th.asked, th.path, th.depth
		t.emit(s)
	}
}

// noted writes an event that is a step of its own.
func (t *tracer) noted(n noted) {
	v, err := t.s.text(n.at)
	if err != nil {
		t.spoilt = err
		return
	}
	s := &results.Step{Source: results.SourceSystem, Event: "meta", Message: strings.ReplaceAll(n.kind, "_", " ")}
	if n.thread != nil {
		t.name(n.thread)
		s.Agent, s.Depth = n.thread.path, n.thread.depth
	}
	x := read[struct {
		Timestamp moment         `json:"timestamp"`
		Error     jsontext.Value `json:"error"`
		Input     jsontext.Value `json:"input"`
		Before    jsontext.Value `json:"tokens_before"`
		After     jsontext.Value `json:"tokens_after"`
		Left      jsontext.Value `json:",embed"`
	}](v)
	s.Timestamp, s.Error = x.Timestamp, t.failure(x.Error)
	if n.kind == "input" && x.Input != nil {
		s.Source, s.Message = results.SourceUser, t.said(x.Input)
	}
	if before, after := tokens(x.Before), tokens(x.After); n.kind == "compaction" && (before != nil || after != nil) {
		s.Compaction = &results.Compaction{TokensBefore: before, TokensAfter: after}
	}
	var rest also
	for name, v := range members(x.Left) {
		switch {
		case name == "message" && v[0] == '"':
			if text := t.said(v); text != "" {
				s.Message += ": " + text
			}
		case !slices.Contains(placed, name):
			rest.add(name, t.s.whole(v))
		}
	}
	if n.kind == "compaction" {
		s.Event = "compaction"
	}
	if !known(n.kind) {
		s.Event = "raw"
		s.Raw = spelled(bytes.TrimSpace(v[:min(len(v), maxRaw)]))
		if t.strange[n.kind]++; t.strange[n.kind] == 1 {
			t.rw.Warn(ingest.Warn(t.record(), 0, "events of the kind %q are not known, and are kept raw", n.kind))
		}
	} else {
		s.Also = rest.object()
	}
	t.emit(s)
}

// placed are the members of an event that say where it stands, or say again what others do.
var placed = []string{"event", "uuid", "span_id", "working_start", "pending", "call", "view"} //nolint:gochecknoglobals // constant

func tokens(v jsontext.Value) *int64 {
	x, ok := number(v)
	if !ok || x < 0 || x >= 1e12 {
		return nil
	}
	return new(int64(x))
}

// maxRaw bounds how much of an event that is not understood stands in its step, in bytes.
const maxRaw = 64 << 10

// known reports whether a kind of event has a meaning here.
func known(kind string) bool {
	switch kind {
	case "info", "error", "sample_limit", "compaction", "input", "approval", "interrupt", "branch", "score_edit", "logger":
		return true
	}
	return false
}
