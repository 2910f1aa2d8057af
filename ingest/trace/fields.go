package trace

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// fields says what becomes of the members of an object. Those that it names are
// shown in the steps or otherwise used, or left to the raw record because they only
// pair records or repeat what is shown. What is left after them is also recorded.
type fields struct {
	in    map[string]*fields // by name
	by    string             // member that says of which kind an object is
	kinds map[string]*fields // by its value, beside in

	whole bool // the value is used whatever it holds
	left  bool // it is used whole and not shown
	plain bool // a value that is not an object is used too
	usage bool // it is a block of usage
}

// use names members that are used whole, separated by spaces.
func use(names string) *fields {
	f := &fields{in: map[string]*fields{}}
	return f.and(names, &fields{whole: true})
}

// leave names members that are not shown: ids that pair records, words for what a
// record is, and what repeats something that is shown.
func (f *fields) leave(names string) *fields { return f.and(names, &fields{whole: true, left: true}) }

// also names more members that are used whole.
func (f *fields) also(names string) *fields { return f.and(names, &fields{whole: true}) }

// and names members with what becomes of theirs.
func (f *fields) and(names string, inner *fields) *fields {
	for name := range strings.FieldsSeq(names) {
		f.in[name] = inner
	}
	return f
}

// of tells objects apart by the value of a member.
func (f *fields) of(member string) *fields {
	f.by, f.kinds = member, map[string]*fields{}
	return f
}

// when names the members of objects of some kinds.
func (f *fields) when(kinds string, inner *fields) *fields {
	for kind := range strings.FieldsSeq(kinds) {
		f.kinds[kind] = inner
	}
	return f
}

// orPlain takes a value that is not an object for used.
func (f *fields) orPlain() *fields {
	f.plain = true
	return f
}

// kind finds the members that are named beside in; nil if there are none.
func (f *fields) kind(v jsontext.Value) *fields {
	if f.by == "" {
		return nil
	}
	for name, value := range members(v) {
		if name == f.by {
			return f.kinds[stringOf(value)]
		}
	}
	return nil
}

// rest is what is left of a value, as compact JSON; nil if nothing is.
func (f *fields) rest(v jsontext.Value) []byte {
	switch {
	case f.whole || !says(v):
		return nil
	case v.Kind() == '{':
		return f.restOf(v)
	case v.Kind() == '[':
		return f.restOfList(v)
	case f.plain:
		return nil
	}
	return bytes.ToValidUTF8(compact(v), []byte("\ufffd"))
}

func (f *fields) restOf(v jsontext.Value) []byte {
	kind := f.kind(v)
	var b beside
	for name, value := range members(v) {
		inner, known := f.in[name]
		if !known && kind != nil {
			inner, known = kind.in[name]
		}
		if !known {
			if !f.usage || !isSum(name, v, value) {
				b.add(name, value)
			}
		} else if left := inner.rest(value); left != nil {
			b.put(name, left)
		}
	}
	return b.object()
}

// restOfList leaves out the elements of which nothing is left.
func (f *fields) restOfList(v jsontext.Value) []byte {
	var out []byte
	for value := range elementsOf(v) {
		left := f.rest(value)
		if left == nil {
			continue
		}
		sep := byte(',')
		if out == nil {
			sep = '['
		}
		out = append(append(out, sep), left...)
	}
	if out == nil {
		return nil
	}
	return append(out, ']')
}

// isSum reports whether a member of a block of usage only adds up the others.
func isSum(name string, block, value jsontext.Value) bool {
	if name != "total" && name != "totalTokens" && name != "total_tokens" {
		return false
	}
	var u usage
	if json.Unmarshal(block, &u, decoding()) != nil {
		return false
	}
	m := u.metrics()
	if m == nil {
		m = &results.Metrics{}
	}
	total, n := results.Sum(m.PromptTokens, m.CompletionTokens), numberOf(value)
	return n.ok && (total == nil && n.v == 0 || total != nil && n.v == float64(*total))
}
