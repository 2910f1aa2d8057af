package ingest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// TestCarriedOn: a job that was stopped and taken up again has the trials of before. One
// that had come to its end was not taken up again, nor is another system's.
func TestCarriedOn(t *testing.T) {
	for name, x := range map[string]struct {
		complete bool
		model    string
		objected bool
	}{
		"stopped and carried on": {false, "m", false},
		"complete":               {true, "m", true},
		"of another model":       {false, "other", true},
	} {
		runs := []results.Run{
			{ID: 1, Slug: "first", System: results.System{Model: "m"}, Complete: x.complete, IngestedAt: 1},
			{ID: 2, Slug: "second", System: results.System{Model: x.model}, Complete: true, IngestedAt: 2},
		}
		copies(runs, map[int64][]results.Shared{2: {{Run: "first", Tasks: []string{"s/q1", "s/q2"}, Of: 3}}})
		if got := runs[1].Objects(results.ExclusionSame); got != x.objected || len(runs[0].Exclusions) > 0 {
			t.Errorf("%s: the second run is objected to: %v, the first has %v", name, got, runs[0].Exclusions)
		}
	}
}
