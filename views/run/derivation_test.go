package run

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// What lies between the bounds of a metric are all tasks without a score, also those
// that were tried.
func TestDerivationOfAnIncompleteRun(t *testing.T) {
	lo, hi := 0.4, 0.8
	s := &StoredRun{Benchmark: results.Benchmark{Scoring: results.ScoringClawArena, Words: results.Words{Task: "round"}},
		Run:     results.Run{Counts: results.Counts{Expected: 10, Scored: 6, Missing: 1}},
		Metrics: []results.Metric{{Convention: score.Paper, Key: "crs", Lo: &lo, Hi: &hi}}}
	if got, want := s.derivations(score.Paper)[0].Numbers, "4 of 10 rounds missing: failed, and passed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
