package taskpy

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Kind is what a value is.
type Kind byte

// The kinds of values.
const (
	None Kind = iota
	Bool
	Number
	Text
	List
	Dict
	Unknown // not written down; Text holds the source of the expression
)

// gap stands for what is not known within a text.
const gap = "…"

// largest bounds the size of one value: a few assignments can double a text or a
// list without end.
const largest = 1 << 20

// Value is one value of the file. It is not changed once it is made, so that
// values share their parts.
type Value struct {
	Kind Kind
	Text string   // of a text; of a number or bool as Python writes it; source if unknown
	List []Value  // elements of a list, or the values of Keys
	Keys []string // of a dict, in order

	gaps  int      // gaps in all texts below
	size  int      // bytes and parts of all below
	names []string // of an unknown value: the texts it was asked for by
	world bool     // of an unknown value: a service or what is below one
}

func text(s string) Value { return Value{Kind: Text, Text: s, size: len(s) + 1} }

func number(s string) Value { return Value{Kind: Number, Text: s, size: len(s) + 1} }

func integer(i int64) Value { return number(strconv.FormatInt(i, 10)) }

func truth(b bool) Value {
	if b {
		return Value{Kind: Bool, Text: "True", size: 1}
	}
	return Value{Kind: Bool, Text: "False", size: 1}
}

// list makes a list; one that would be too large is unknown.
func list(parts []Value) Value { return collect(Value{Kind: List, List: parts}) }

// dict makes a table; of two equal keys the later value counts, in the place of
// the first.
func dict(keys []string, values []Value) Value {
	at, d := map[string]int{}, Value{Kind: Dict}
	for i, k := range keys {
		if j, ok := at[k]; ok {
			d.List[j] = values[i]
			continue
		}
		at[k] = len(d.Keys)
		d.Keys, d.List = append(d.Keys, k), append(d.List, values[i])
		d.size += len(k)
	}
	return collect(d)
}

func collect(v Value) Value {
	v.size++
	for i := range v.List {
		v.gaps += v.List[i].gaps
		v.size += v.List[i].size
	}
	if v.size > largest {
		return Value{Kind: Unknown, Text: gap, size: 1}
	}
	return v
}

// Get is the value of a key.
func (v *Value) Get(key string) (Value, bool) {
	for i, k := range v.Keys {
		if k == key {
			return v.List[i], true
		}
	}
	return Value{}, false
}

// str is the text of a key; "" where there is none.
func (v *Value) str(key string) string {
	if w, ok := v.Get(key); ok && w.Kind == Text {
		return w.Text
	}
	return ""
}

// leaves calls f with every text and number below.
func (v *Value) leaves(f func(string)) {
	switch v.Kind {
	case Text, Number:
		f(v.Text)
	}
	for i := range v.List {
		v.List[i].leaves(f)
	}
}

// known reports whether every part is written down.
func (v *Value) known() bool {
	if v.Kind == Unknown {
		return false
	}
	for i := range v.List {
		if !v.List[i].known() {
			return false
		}
	}
	return true
}

// written is how a text with the value in it shows it, and the gaps of that.
func (v *Value) written() (string, int) {
	switch v.Kind {
	case Text, Number, Bool:
		return v.Text, v.gaps
	case None:
		return "None", 0
	case Unknown:
		return gap, 1
	}
	if !v.known() {
		return gap, 1
	}
	return v.repr(), v.gaps
}

// repr is the value as Python writes it in source.
func (v *Value) repr() string {
	var b strings.Builder
	v.writeRepr(&b)
	return b.String()
}

func (v *Value) writeRepr(b *strings.Builder) {
	switch v.Kind {
	case Text:
		b.WriteString(quote(v.Text))
	case List, Dict:
		ends := "[]"
		if v.Kind == Dict {
			ends = "{}"
		}
		b.WriteByte(ends[0])
		for i := range v.List {
			if i > 0 {
				b.WriteString(", ")
			}
			if v.Kind == Dict {
				b.WriteString(quote(v.Keys[i]) + ": ")
			}
			v.List[i].writeRepr(b)
		}
		b.WriteByte(ends[1])
	default:
		s, _ := v.written()
		b.WriteString(s)
	}
}

// quote writes a text in single quotes, as Python does, unless only the other
// ones spare an escape.
func quote(s string) string {
	q := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = `"`
	}
	r := strings.NewReplacer(`\`, `\\`, q, `\`+q, "\n", `\n`, "\r", `\r`, "\t", `\t`)
	return q + r.Replace(s) + q
}

// MarshalJSON writes the value as JSON, keys in the file's order. An unknown value
// is the text of its expression.
func (v Value) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	v.writeJSON(&b, ",", ":")
	return b.Bytes(), nil
}

// writeJSON writes the value with what stands between two parts and behind a key:
// Python puts a blank there, and what is stored has none.
func (v *Value) writeJSON(b *bytes.Buffer, comma, colon string) {
	switch v.Kind {
	case None:
		b.WriteString("null")
	case Bool:
		b.WriteString(strings.ToLower(v.Text))
	case Number:
		if f, err := strconv.ParseFloat(v.Text, 64); err != nil || math.IsInf(f, 0) || math.IsNaN(f) || !json.Valid([]byte(v.Text)) {
			writeText(b, v.Text)
			return
		}
		b.WriteString(v.Text)
	case List, Dict:
		v.writeParts(b, comma, colon)
	default:
		writeText(b, v.Text)
	}
}

func (v *Value) writeParts(b *bytes.Buffer, comma, colon string) {
	ends := "[]"
	if v.Kind == Dict {
		ends = "{}"
	}
	b.WriteByte(ends[0])
	for i := range v.List {
		if i > 0 {
			b.WriteString(comma)
		}
		if v.Kind == Dict {
			writeText(b, v.Keys[i])
			b.WriteString(colon)
		}
		v.List[i].writeJSON(b, comma, colon)
	}
	b.WriteByte(ends[1])
}

// writeText writes a JSON string without escaping what only HTML needs escaped.
func writeText(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a text cannot fail
	b.Truncate(b.Len() - 1)
}
