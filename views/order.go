package views

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// CompareValues puts the larger value first, or the smaller one if ascending;
// what was not recorded comes last either way.
func CompareValues(x, y *float64, ascending bool) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return 1
	case y == nil:
		return -1
	case *x == *y:
		return 0
	case (*x < *y) == ascending:
		return -1
	}
	return 1
}

// Without lists what is in a and not in b.
func Without(a, b []string) []string {
	list := []string{}
	for _, x := range a {
		if !slices.Contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}

// AppendNew adds what a list does not hold.
func AppendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func Pointers(steps []results.Step) []*results.Step {
	list := make([]*results.Step, len(steps))
	for i := range steps {
		list[i] = &steps[i]
	}
	return list
}

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

// Span cuts one page out of a list; it is never nil.
func Span[T any](list []T, limit, offset int) []T {
	lo := min(offset, len(list))
	return append([]T{}, list[lo:min(lo+limit, len(list))]...)
}

// ListLimit is how many entries of a list one answer has by default.
const ListLimit = 200
