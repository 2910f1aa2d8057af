package step

import (
	"bytes"
	"encoding/json"

	"github.com/clawatlas/clawatlas/results/calls"
)

// unsetMost is how many arguments without a value are named.
const unsetMost = 40

// WithValue takes the arguments without a value out of a call's object: null, and empty
// texts, lists and objects. What is left keeps its order. Arguments that are no object,
// or name one twice, stay as they are.
func WithValue(raw string) (string, []calls.Arg) {
	dec := json.NewDecoder(bytes.NewReader([]byte(raw)))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return raw, nil
	}
	var kept bytes.Buffer
	var unset []calls.Arg
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		key, isKey := t.(string)
		var value json.RawMessage
		if err != nil || !isKey || seen[key] || dec.Decode(&value) != nil {
			return raw, nil
		}
		seen[key] = true
		if s, bare := bareValue(value); bare && len(unset) < unsetMost {
			unset = append(unset, calls.Arg{Name: key, Value: s})
			continue
		}
		name, err := json.Marshal(key)
		if err != nil {
			return raw, nil
		}
		if kept.Len() > 0 {
			kept.WriteByte(',')
		}
		kept.Write(name)
		kept.WriteByte(':')
		kept.Write(value)
	}
	if _, err := dec.Token(); err != nil || dec.More() || len(unset) == 0 {
		return raw, nil
	}
	return "{" + kept.String() + "}", unset
}

// bareValue reports whether a value of JSON holds nothing, and how it is written.
func bareValue(raw []byte) (string, bool) {
	var b bytes.Buffer
	if len(raw) > 64 || json.Compact(&b, raw) != nil {
		return "", false
	}
	switch s := b.String(); s {
	case "null", `""`, "[]", "{}":
		return s, true
	}
	return "", false
}

// unset moves an argument without a value to where those are named. Texts of arguments
// are without quotes: only null and the empty text are told from others.
func (c *Call) unset(a calls.Arg) bool {
	if a.Value != "null" && a.Value != "" || len(c.Unset) == unsetMost {
		return false
	}
	if a.Value == "" {
		a.Value = `""`
	}
	c.Unset = append(c.Unset, a)
	return true
}
