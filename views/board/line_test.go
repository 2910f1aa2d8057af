package board

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// A run that stands for no row says why: what speaks against it comes before what it
// lacks, and only a whole and sound one is called older.
func TestOtherRuns(t *testing.T) {
	on := "on"
	objection := []results.Objection{{Kind: "other", Message: "its records contradict"}}
	runs := []results.Run{{Slug: on}, {Slug: "whole", Complete: true}, {Slug: "cut", Counts: results.Counts{Scored: 3, Expected: 4}},
		{Slug: "odd", Objections: objection},
		{Slug: "before", Complete: true, Objections: []results.Objection{{Kind: results.ObjectionSnapshot}}}}
	want := []string{"an older run of the same system", "incomplete: 3 of 4 scored; another run stands for this system",
		"not ranked: its records contradict", "superseded by a later snapshot of its source"}
	list := boardOtherRuns(results.Board{Rows: []results.BoardRow{{Run: &on}}}, runs, nil)
	for i, w := range want {
		if len(list) != len(want) || list[i].Why != w {
			t.Fatalf("%+v, want %q", list, want)
		}
	}
}
