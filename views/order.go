package views

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// CompareValues orders values from large to small, or from small to large if ascending is set.
// Missing values come last.
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

func Without(a, b []string) []string {
	list := []string{}
	for _, x := range a {
		if !slices.Contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}

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

// Member is a field of a JSON object. Value is the unquoted text of a string, otherwise JSON.
type Member struct{ Name, Value string }

// MembersOf returns the fields of a JSON object in their original order; ok is false if raw is not
// an object.
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

func Span[T any](list []T, limit, offset int) []T {
	lo := min(offset, len(list))
	return append([]T{}, list[lo:min(lo+limit, len(list))]...)
}

const ListLimit = 200
