package world

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func TestValueIn(t *testing.T) {
	v := Value{Old: regexp.MustCompile(`12,?000`), New: regexp.MustCompile(`\b2,?340`)}
	tests := []struct {
		prompt  string
		written []string
		want    Written
		asked   bool
	}{
		{"How many?", []string{"2,340"}, NewOnly, true},
		{"How many?", []string{"not 12,000", "but 2340"}, Both, true},
		{"How many?", []string{"12000"}, OldOnly, true},
		{"How many?", nil, Neither, true},
		{"[Previous Feedback] 2,340 is missing. How many?", []string{"12000"}, "", false},
	}
	for _, test := range tests {
		if got, asked := v.In(test.prompt, test.written); got != test.want || asked != test.asked {
			t.Errorf("%s %q: %s, %t", test.prompt, test.written, got, asked)
		}
	}
}

func TestWritings(t *testing.T) {
	call := func(name, arguments string) results.ToolCall {
		return results.ToolCall{Name: name, Arguments: json.RawMessage(arguments)}
	}
	got := writings(&results.Step{Source: results.SourceAgent, Message: "2,340", ToolCalls: []results.ToolCall{
		call("write", `{"path":"a.md","content":"whole"}`), call("edit", `{"path":"a.md","edits":[{"oldText":"old","newText":"new"}]}`),
		call("exec", `{"command":"cat > b <<E\nbody\nE"}`), call("exec", `{"command":"grep 2340 a.md"}`), call("read", `{"path":"a.md"}`)}})
	if want := []writing{{1, "whole"}, {2, "new"}, {3, "cat > b <<E\nbody\nE"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	sub := &results.Step{Source: results.SourceAgent, Depth: 1, ToolCalls: []results.ToolCall{call("write", `{"path":"c","content":"of a sub-agent"}`)}}
	if got := writings(sub); len(got) > 0 {
		t.Errorf("of a sub-agent: %v", got)
	}
}
