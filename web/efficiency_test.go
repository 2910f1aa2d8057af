package web

import (
	"context"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// costStore says what the trials of LiveClawBench cost: nobody recorded that.
type costStore struct {
	Store
	cheap string // slug of the run that costs half of what the others do
	runs  []results.Run
}

func (s costStore) RunTotals(context.Context, string, int64) ([]results.RunTotal, error) {
	var list []results.RunTotal
	for _, r := range s.runs {
		cost := 2.0
		if r.Slug == s.cheap {
			cost = 1
		}
		list = append(list, results.RunTotal{Run: r.ID, Trials: 1, CostUSD: &cost, CostOf: 1})
	}
	return list, nil
}

// TestEfficiencyBeaten: a system is called beaten only by one that takes no more
// and is separably better after Holm over all pairs that are drawn.
func TestEfficiencyBeaten(t *testing.T) {
	site := bareServer(t)
	runs := site.runs(t, results.RunFilter{Benchmark: "liveclawbench", Limit: 100})
	for _, cheap := range []string{kimi27, m27} {
		priced := &testSite{Store: site.Store, Handler: New(Config{Store: costStore{site.Store, cheap, runs}, Version: "test"})}
		text := squash(priced.page(t, "/b/liveclawbench/efficiency").Find("main"))
		for _, want := range []string{"beaten by Kimi K2.7 Code", "below the frontier, not separable", "105 pairs were tested"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	}
}
