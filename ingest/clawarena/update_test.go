package clawarena

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
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
	must.Equal(t, "a b c", strings.Join(ids, " "), "the group has")
	if len(d.out.Warnings) != 1 || !strings.Contains(d.out.Warnings[0].Message, "a contains itself") {
		t.Errorf("warnings %v", d.out.Warnings)
	}
}
