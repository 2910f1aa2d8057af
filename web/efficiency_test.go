package web

import (
	"context"
	"net/http"
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

// TestEfficiencyUntested: three scenarios separate nothing, and printed figures
// are in no test; neither is called beaten.
func TestEfficiencyUntested(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]string{"/b/clawatlas-example/efficiency": "below the frontier, not separable", "/b/stage-claw/efficiency": "below the frontier, not tested"} {
		text := squash(site.page(t, path).Find("table"))
		if !strings.Contains(text, want) || strings.Contains(text, "beaten by") {
			t.Errorf("%s: no system is %q, or one is called beaten", path, want)
		}
	}
}

// TestEfficiencyBad are addresses that name nothing, and a benchmark without
// anything to show.
func TestEfficiencyBad(t *testing.T) {
	site := bareServer(t)
	for path, want := range map[string]int{
		"/b/none/efficiency": http.StatusNotFound, "/b/clawmark/efficiency?x=money": http.StatusBadRequest, "/b/clawmark/efficiency?group=x": http.StatusBadRequest,
		"/b/clawmark/efficiency?x=tool_calls": http.StatusOK, "/b/clawmark/efficiency?format=csv": http.StatusOK,
	} {
		site.wantStatus(t, path, want)
	}
	if site.page(t, "/b/metaclaw-bench/efficiency").Find(".empty .cmd").Length() != 1 {
		t.Error("an empty page does not say what to do")
	}
}
