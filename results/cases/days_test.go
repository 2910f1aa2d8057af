package cases_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Points that come only after the first day make a case, of the systems whose checks of
// both were evaluated.
func TestLatePoints(t *testing.T) {
	no, yes := ptr(false), ptr(true)
	for _, c := range []struct {
		name    string
		stages  int
		systems [][3]*bool // verdicts of a check of day 0 and two of day 1
		n, of   int        // of the case; 0: it is missing
		finding string
	}{
		{"one of two later checks", 2, [][3]*bool{{no, yes, no}}, 1, 1,
			"The one system on record passed no check of the first day and these of later days: later a."},
		{"the first day too", 2, [][3]*bool{{yes, yes, no}}, 0, 0, ""},
		{"nothing at all", 2, [][3]*bool{{no, no, no}}, 0, 0, ""},
		{"the first day was not evaluated", 2, [][3]*bool{{nil, yes, yes}}, 0, 0, ""},
		{"a single day", 1, [][3]*bool{{no, yes, yes}}, 0, 0, ""},
		{"one of those that were checked", 2, [][3]*bool{{no, yes, yes}, {yes, yes, yes}, {nil, nil, nil}}, 1, 2,
			"1 of 2 systems passed no check of the first day and these of later days: later a and later b."},
	} {
		t.Run(c.name, func(t *testing.T) {
			staged := task("q1", results.KindRubric, func(t *results.Task) {
				t.Facts.Stages = []results.Stage{{ID: "d0"}, {ID: "d1"}}[:c.stages]
				t.Checks = []results.CheckSpec{{ID: "first", Day: "d0"}, {ID: "later_a", Day: "d1"}, {ID: "later_b", Day: "d1"}}
			})
			in := runs{Tasks: []results.Task{staged}}
			for i, v := range c.systems {
				tr := scored("q1", false)
				for k, id := range []string{"first", "later_a", "later_b"} {
					tr.Checks = append(tr.Checks, results.Check{ID: id, Passed: v[k]})
				}
				in.Runs = append(in.Runs, run(string(rune('a'+i)), "f", tr))
			}
			var got []results.MinedCase
			for _, m := range mine(in) {
				if m.Rule == "late-points" {
					got = append(got, m)
				}
			}
			switch {
			case c.n == 0 && len(got) > 0:
				t.Errorf("cases %+v, want none", got)
			case c.n > 0 && (len(got) != 1 || got[0].Systems != c.n || got[0].Of != c.of || got[0].Finding != c.finding):
				t.Errorf("cases %+v, want %d of %d: %s", got, c.n, c.of, c.finding)
			}
		})
	}
}
