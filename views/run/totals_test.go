package run

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Wall time is the span of the run, whatever ran at the same time; a sum says over how many
// trials it is.
func TestTotals(t *testing.T) {
	i := func(n int64) *int64 { return &n }
	trial := func(from, to, input *int64) results.StoredTrial {
		return results.StoredTrial{Trial: results.Trial{StartedAt: from, FinishedAt: to, Usage: results.Usage{Input: input}}}
	}
	trials := []results.StoredTrial{trial(i(1000), i(5000), i(7)), trial(i(2000), i(6000), nil), trial(i(9000), nil, i(0)), trial(nil, nil, nil)}
	if ms, n := wall(trials); ms == nil || *ms != 5000 || n != 2 {
		t.Errorf("wall time over %d trials, want 5000 ms over 2", n)
	}
	if sum, n := total(trials, func(t *results.StoredTrial) *int64 { return t.Usage.Input }); sum == nil || *sum != 7 || n != 2 {
		t.Errorf("input over %d trials, want 7 over 2", n)
	}
	if sum, n := total(trials, func(t *results.StoredTrial) *float64 { return t.Usage.CostUSD }); sum != nil || n != 0 {
		t.Errorf("a cost of %d trials that record none", n)
	}
}
