package trace

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// maxBeside bounds what is also recorded of one step, in bytes, and maxText one text
// of it where it is too much: the raw record has the rest.
const (
	maxBeside = 64 << 10
	maxText   = 4 << 10
)

// leftover waits for the step that it belongs to.
type leftover struct {
	own     json.RawMessage   // of the record that is being read
	records []json.RawMessage // records that make no step; they wait for the next one
}

// left notes what the record that is being read says beside its step or its result.
func (t *thread) left(v []byte) { t.beside.own = t.r.joined(t.beside.own, bounded(v)) }

// aside notes a record that makes no step: it stands beside the next one, or
// beside the last where none follows.
func (t *thread) aside(v []byte) {
	if v = bounded(v); v == nil {
		return
	}
	size := len(v)
	for _, r := range t.beside.records {
		size += len(r)
	}
	if size > maxBeside {
		t.r.repeated(0, tooMuchBeside)
		return
	}
	t.beside.records = append(t.beside.records, v)
}

// besideNext makes what is left of the record that is being read stand beside the
// next step, with the word for what it is.
func (t *thread) besideNext(kind text) {
	if own := t.take(); own != nil {
		var b beside
		b.text("type", kind)
		t.aside(t.r.joined(b.object(), own))
	}
}

const tooMuchBeside = "more is recorded beside a step than is shown with it; the rest is in the raw record"

// claim hands what waits over to a step.
func (t *thread) claim(s *results.Step) {
	if s.Event == "raw" {
		t.beside.own = nil // the step has the whole record
	}
	s.Also = t.r.joined(s.Also, t.beside.own)
	if len(t.beside.records) > 0 {
		var b beside
		list, err := json.Marshal(t.beside.records)
		if err == nil {
			b.put("records", list)
			s.Also = t.r.joined(s.Also, b.object())
		}
	}
	t.beside = leftover{}
}

// take gives what the record that is being read says beside to who asks.
func (t *thread) take() []byte {
	own := t.beside.own
	t.beside.own = nil
	return own
}

// claimResult hands what its record says beside a result over to it, but for what
// the result and its call say themselves.
func (t *thread) claimResult(res *results.Result, call *results.ToolCall) {
	if own := t.take(); own != nil {
		res.Also = t.r.joined(res.Also, unsaid(own, res.Content, call))
	}
}

// ended closes a record: what nobody has claimed belongs to the open answer.
func (t *thread) ended() {
	if t.open != nil {
		t.open.Also = t.r.joined(t.open.Also, t.take())
	}
}

// finish closes a thread.
func (t *thread) finish() error {
	last := t.open
	if n := len(t.late); n > 0 {
		last = t.late[n-1]
	}
	if last != nil {
		t.claim(last)
	}
	err := t.flush()
	for _, v := range append(t.beside.records, t.beside.own) {
		if v != nil {
			t.r.repeated(0, "recorded and beside no step: "+string(v))
		}
	}
	return err
}

// finish closes the main thread and the summary, unless reading has failed.
func (r *reader) finish(t *thread, err error) (Summary, error) {
	if err == nil {
		err = t.finish()
	}
	if err != nil {
		return r.sum, err
	}
	return r.done()
}

// joined puts two objects into one. Members of the same name whose values differ
// stand in a list.
func (r *reader) joined(a, b json.RawMessage) json.RawMessage {
	switch {
	case b == nil:
		return a
	case a == nil:
		return b
	case len(a)+len(b) > maxBeside:
		r.repeated(0, tooMuchBeside)
		return a
	}
	var names []string
	values := map[string][]byte{}
	for name, v := range members(jsontext.Value(a)) {
		names, values[name] = append(names, name), v.Clone()
	}
	for name, v := range members(jsontext.Value(b)) {
		old, known := values[name]
		if !known {
			names, values[name] = append(names, name), v.Clone()
			continue
		}
		values[name] = r.both(old, v.Clone())
	}
	var out beside
	for _, name := range names {
		out.put(name, values[name])
	}
	return out.object()
}

// both is what two values of the same name say.
func (r *reader) both(a, b jsontext.Value) []byte {
	switch {
	case string(a) == string(b):
		return a
	case a.Kind() == '{' && b.Kind() == '{':
		return r.joined(json.RawMessage(a), json.RawMessage(b))
	}
	inner := func(v jsontext.Value) jsontext.Value {
		if v.Kind() == '[' && len(v) > len("[]") {
			return v[1 : len(v)-1]
		}
		return v
	}
	return slices.Concat([]byte("["), inner(a), []byte(","), inner(b), []byte("]"))
}

// news leaves out of an object what is as it was when it was last said: version and
// directory stand in each line of some formats. What belongs to one result is kept.
func (r *reader) news(v []byte) []byte {
	var b beside
	for name, value := range members(jsontext.Value(v)) {
		switch name {
		case "toolUseResult", "tool_use_result", "details", "toolName":
			b.put(name, value)
		case "message":
			if inner := r.news(value); inner != nil {
				b.put(name, inner)
			} else if value.Kind() != '{' {
				b.put(name, value)
			}
		default:
			if !r.told(name, string(value)) {
				b.put(name, value)
			}
		}
	}
	return b.object()
}

// maxTold bounds how many members are remembered, and the size of one.
const maxTold = 1000

// told reports whether a member was last said with this value.
func (r *reader) told(name, value string) bool {
	if r.said == nil {
		r.said = map[string]string{}
	}
	if last, known := r.said[name]; known && last == value {
		return true
	}
	if len(r.said) < maxTold && len(value) <= maxTold {
		r.said[name] = value
	} else {
		delete(r.said, name)
	}
	return false
}

// bounded leaves long texts and lists to the raw record where a value is too large.
func bounded(v []byte) []byte {
	if len(v) <= maxBeside {
		return v
	}
	v = shortened(v)
	if len(v) > maxBeside {
		return member("left to the raw record", fmt.Appendf(nil, "%d", len(v)))
	}
	return v
}

func shortened(v jsontext.Value) []byte {
	if len(v) <= maxText {
		return v.Clone()
	}
	if v.Kind() == '{' {
		var b beside
		for name, value := range members(v) {
			b.put(name, shortened(value))
		}
		return b.object()
	}
	what := "value"
	if v.Kind() == '"' {
		what = "text"
	} else if v.Kind() == '[' {
		what = "list"
	}
	return fmt.Appendf(nil, `"%s of %d bytes in the raw record"`, what, len(v))
}

// leftOf is what is left of a block of content; nil where its text is the whole.
func (r *reader) leftOf(b *block) []byte {
	if b.to == 0 || !b.known() {
		return nil
	}
	f := r.blocks
	if b.isResult() {
		f = f.kinds["tool_result"]
	}
	return f.rest(jsontext.Value(between(r.doc, b.from, b.to)))
}

// leftIn says of which message what is left of a block is.
func leftIn(left []byte) []byte {
	if left == nil {
		return nil
	}
	return member("content", slices.Concat([]byte("["), left, []byte("]")))
}
