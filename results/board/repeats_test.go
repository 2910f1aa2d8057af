package board

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// TestRepeats: only runs that may be ranked repeat each other, and of those that
// began together the one that was ingested last.
func TestRepeats(t *testing.T) {
	run := func(slug, model string, started, ingested int64) results.Run {
		r := results.Run{ID: ingested, Slug: slug, System: results.System{Model: model}, Complete: true, IngestedAt: ingested}
		if started > 0 {
			r.StartedAt = &started
		}
		return r
	}
	incomplete, same := run("incomplete", "m", 40, 9), run("same", "m", 50, 10)
	incomplete.Complete = false
	same.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame}}
	runs := []results.Run{run("late", "m", 30, 1), run("corrected", "m", 20, 2), run("early", "m", 10, 3),
		run("correction", "m", 20, 4), incomplete, same,
		run("alone", "o", 10, 5), run("one", "k", 10, 6), run("and corrected", "k", 10, 7), run("timeless", "a", 0, 11),
		run("timeless too", "a", 0, 12)}
	var got [][]string
	for _, list := range Repeats(runs) {
		var slugs []string
		for _, r := range list {
			slugs = append(slugs, r.Slug)
		}
		got = append(got, slugs)
	}
	if diff := cmp.Diff([][]string{{"timeless", "timeless too"}, {"early", "correction", "late"}}, got); diff != "" {
		t.Error(diff)
	}
}
