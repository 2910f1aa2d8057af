package web

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestStoredSums: a run has a mean for each of its tasks, and as many solved ones as it passed.
func TestStoredSums(t *testing.T) {
	site := testServer(t)
	for _, r := range site.runs(t, results.RunFilter{Benchmark: exampleBenchmark, Limit: 10}) {
		means := must.Get(site.Store.TaskMeans(t.Context(), []int64{r.ID}))(t)
		if unsolved := slices.DeleteFunc(slices.Clone(means), func(m results.TaskMean) bool { return m.Solved() }); len(means) != 31 ||
			len(means)-len(unsolved) != r.Counts.Passed {
			t.Errorf("%s: %d means, %d unsolved, want 31 and %d solved", r.Slug, len(means), len(unsolved), r.Counts.Passed)
		}
	}
	if none, err := site.Store.TaskMeans(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("means of no run: %d, %v", len(none), err)
	}
}
