package web

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestStoredSums holds the sums that SQL makes against the trials themselves.
func TestStoredSums(t *testing.T) {
	site := testServer(t)
	ctx := t.Context()
	runs, _ := must.Get2(site.Store.Runs(ctx, results.RunFilter{Benchmark: "clawatlas-example", Limit: 10}))(t)
	totals := must.Get(site.Store.RunTotals(ctx, "clawatlas-example", 0))(t)
	if len(totals) != 4 || len(runs) != 4 {
		t.Fatalf("%d totals of %d runs", len(totals), len(runs))
	}
	for _, r := range runs {
		trials := must.Get(site.Store.RunTrials(ctx, r.ID, ""))(t)
		alone, err := site.Store.RunTotals(ctx, "clawatlas-example", r.ID)
		if i := slices.IndexFunc(totals, func(x results.RunTotal) bool { return x.Run == r.ID }); err != nil || i < 0 || !cmp.Equal(alone, totals[i:i+1]) {
			t.Errorf("totals of run %s alone %+v, %v", r.Slug, alone, err)
		}
		want := results.RunTotal{Run: r.ID, Trials: len(trials)}
		for _, tr := range trials {
			if tr.DurationMS != nil {
				want.DurationOf++
				want.DurationMS = sum64(want.DurationMS, *tr.DurationMS)
			}
			switch u := tr.Usage; {
			case u.Total != nil:
				want.TokensOf++
				want.Tokens = sum64(want.Tokens, *u.Total)
			case u.Input != nil && u.Output != nil:
				want.TokensOf++
				want.Tokens = sum64(want.Tokens, *u.Input+*u.Output)
			}
			if tr.StepsTotal > 0 {
				want.ToolCallsOf++
				want.ToolCalls = sum64(want.ToolCalls, int64(tr.ToolCalls))
			}
		}
		for _, got := range totals {
			if got.Run == r.ID {
				must.Same(t, want, got, "%s", r.Slug)
			}
		}
		means := must.Get(site.Store.TaskMeans(ctx, []int64{r.ID}))(t)
		solved := 0
		for _, m := range means {
			if m.Solved() {
				solved++
			}
		}
		if len(means) != 31 || solved != r.Counts.Passed {
			t.Errorf("%s: %d means, %d solved, want 31 and %d", r.Slug, len(means), solved, r.Counts.Passed)
		}
	}
	if none, err := site.Store.TaskMeans(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("means of no run: %d, %v", len(none), err)
	}
}

func sum64(to *int64, x int64) *int64 {
	if to != nil {
		x += *to
	}
	return &x
}
