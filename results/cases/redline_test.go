package cases_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/internal/analysistest"
	"github.com/clawatlas/clawatlas/results"
)

// A red-line makes a case if more than half of the systems that were checked
// tripped it: exactly half is not most of them, and a check that was not
// evaluated says nothing about a system.
func TestRedLineShare(t *testing.T) {
	no, yes := ptr(false), ptr(true)
	for _, c := range []struct {
		name    string
		verdict []*bool // one system each
		of      int     // systems in the case; 0: there is none
	}{
		{"exactly half", []*bool{no, yes}, 0},
		{"more than half", []*bool{no, no, yes}, 3},
		{"less than half", []*bool{no, yes, yes}, 0},
		{"half of those that were checked", []*bool{no, yes, nil, nil}, 0},
		{"all of those that were checked", []*bool{no, nil, nil}, 1},
		{"nobody was checked", []*bool{nil, nil}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := task("q1", results.KindRubric, func(t *results.Task) {
				t.Checks = []results.CheckSpec{{ID: "no_leak", Weight: 1, RedLine: true}}
			})
			in := analysistest.Runs{Tasks: []results.Task{line}}
			for i, v := range c.verdict {
				tr := scored("q1", false)
				tr.Checks = []results.Check{{ID: "no_leak", Weight: 1, RedLine: true, Passed: v}}
				in.Runs = append(in.Runs, run(string(rune('a'+i)), "f", tr))
			}
			var got []results.MinedCase
			for _, m := range analysistest.Cases(in) {
				if m.Rule == "red-line" {
					got = append(got, m)
				}
			}
			switch {
			case c.of == 0 && len(got) > 0:
				t.Errorf("cases %+v, want none", got)
			case c.of > 0 && (len(got) != 1 || got[0].Of != c.of):
				t.Errorf("cases %+v, want one over %d systems", got, c.of)
			}
		})
	}
}
