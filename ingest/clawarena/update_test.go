package clawarena

import (
	"strings"
	"testing"
)

// A group of updates that has itself among its members ends.
func TestGroupOfItself(t *testing.T) {
	d := manifestOf(t, `{"updates":{"s":{
  "a":{"type":"group","children":["b"]},
  "b":{"type":"group","children":["a","c"]},
  "c":{"type":"session","files":["c.jsonl"]}
}}}`)
	var ids []string
	for _, u := range d.update("q", "s", round{ID: "q1"}, "a") {
		ids = append(ids, u.ID)
	}
	if got := strings.Join(ids, " "); got != "a b c" {
		t.Errorf("the group has %s, want a b c", got)
	}
	if len(d.out.Warnings) != 1 || !strings.Contains(d.out.Warnings[0].Message, "a is a member of itself") {
		t.Errorf("warnings %v", d.out.Warnings)
	}
}
