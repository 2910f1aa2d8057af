package report

import (
	"bytes"
	"encoding/json"
)

// Member is one of an object of a record: a text as it reads, anything else as JSON.
type Member struct{ Name, Value string }

// MembersOf takes a JSON object apart in its own order; ok is false for anything else.
func MembersOf(raw []byte) (list []Member, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		t, err := d.Token()
		name, isName := t.(string)
		var value json.RawMessage
		if err != nil || !isName || d.Decode(&value) != nil {
			return nil, false
		}
		text := string(value)
		if value[0] == '"' && json.Unmarshal(value, &text) != nil {
			return nil, false
		}
		list = append(list, Member{name, text})
	}
	return list, true
}
