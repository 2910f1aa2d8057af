package run

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Wall time is the span of the run, whatever ran at the same time; the sum of
// the rounds is another number; each says over how many trials it is.
func TestRunTotals(t *testing.T) {
	i := func(n int64) *int64 { return &n }
	trial := func(from, to, ms *int64, input *int64) results.StoredTrial {
		return results.StoredTrial{Trial: results.Trial{StartedAt: from, FinishedAt: to, DurationMS: ms, Usage: results.Usage{Input: input}}}
	}
	got := totals([]results.StoredTrial{
		trial(i(1000), i(5000), i(4000), i(7)),
		trial(i(2000), i(6000), i(4000), nil),
		trial(i(9000), nil, i(100), i(0)),
		trial(nil, nil, nil, nil),
	})
	if got.Wall.Value == nil || *got.Wall.Value != 5000 || got.Wall.Of != 2 {
		t.Errorf("wall time %+v, want 5000 ms over 2", got.Wall)
	}
	if got.Rounds.Value == nil || *got.Rounds.Value != 8100 || got.Rounds.Of != 3 {
		t.Errorf("sum of rounds %+v, want 8100 ms over 3", got.Rounds)
	}
	if got.Input.Value == nil || *got.Input.Value != 7 || got.Input.Of != 2 {
		t.Errorf("input %+v, want 7 over 2", got.Input)
	}
	if got.Output.Value != nil || got.CostUSD != nil || got.Trials != 4 {
		t.Errorf("%+v, want neither output nor cost of 4 trials", got)
	}
}
