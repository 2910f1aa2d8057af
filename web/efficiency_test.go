package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestEfficiencyFrontier finds by hand which systems of STAGE-Claw's Table 2 no
// other beats on score and cost.
func TestEfficiencyFrontier(t *testing.T) {
	var d boardreport.Efficiency
	bareServer(t).object(t, "/api/v1/benchmarks/stage-claw/efficiency", &d)
	var front []string
	for _, r := range d.Rows {
		if r.Frontier {
			front = append(front, r.System.Model)
		}
	}
	slices.Sort(front)
	want := []string{"claude-opus-4.7", "claude-sonnet-4.6", "doubao-seed-2.0-pro", "glm-5", "gpt-5.4", "gpt-5.5", "minimax-m2.7"}
	if diff := cmp.Diff(want, front); diff != "" || d.X != "cost" || len(d.Rows) != 11 {
		t.Errorf("x=%s, %d rows: %s", d.X, len(d.Rows), diff)
	}
}

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
		var d boardreport.Efficiency
		priced.object(t, "/api/v1/benchmarks/liveclawbench/efficiency", &d)
		if d.Family != 105 {
			t.Fatalf("a family of %d pairs, want 105 of 15 systems", d.Family)
		}
		score, beaten, below := map[string]float64{}, 0, 0
		for _, r := range d.Rows {
			if r.Score != nil {
				score[*r.Run] = *r.Score
			}
		}
		for _, r := range d.Rows {
			for _, by := range r.BeatenBy {
				beaten++
				if score[by] <= *r.Score || *r.Run == cheap && by != cheap {
					t.Errorf("%s is beaten by %s", *r.Run, by)
				}
			}
			if r.Plotted(d.X) && !r.Frontier && len(r.BeatenBy) == 0 {
				below++
			}
			if *r.Run == cut && (r.Plotted(d.X) || len(r.BeatenBy) > 0) {
				t.Error("an incomplete run is drawn")
			}
		}
		if beaten == 0 || below == 0 {
			t.Errorf("%d beaten and %d not separable below the frontier: the test shows nothing", beaten, below)
		}
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

// testEfficiencyAbsent: what is not recorded is neither zero nor drawn.
func testEfficiencyAbsent(t *testing.T) {
	site := realServer(t)
	var d boardreport.Efficiency
	site.object(t, "/api/v1/benchmarks/clawarena/efficiency", &d)
	if len(d.Rows) != 1 || d.X != "time" || d.Rows[0].Expense["cost"].PerTask != nil || d.Rows[0].Expense["tokens"].PerTask != nil {
		t.Fatalf("x=%s, %+v", d.X, d.Rows)
	}
	// 877 calls in 337 traces.
	if got := *d.Rows[0].Expense["tool_calls"].PerTask; !resultstest.Near(got, 877.0/337, 1e-9) {
		t.Errorf("%v calls per round", got)
	}
	doc := site.page(t, "/b/clawarena/efficiency?x=cost")
	if doc.Find("svg .dot").Length() != 0 || doc.Find("tr.off").Length() != 1 {
		t.Error("a system without a cost is drawn, or is not in the table")
	}
}

// TestEfficiencyBad are addresses that name nothing, and a benchmark without
// anything to show.
func TestEfficiencyBad(t *testing.T) {
	site := bareServer(t)
	for path, want := range map[string]int{
		"/b/none/efficiency": http.StatusNotFound, "/b/clawmark/efficiency?x=money": http.StatusBadRequest, "/b/clawmark/efficiency?group=x": http.StatusBadRequest,
		"/b/clawmark/efficiency?x=tool_calls": http.StatusOK, "/b/clawmark/efficiency?format=csv": http.StatusOK, "/api/v1/benchmarks/none/efficiency": http.StatusNotFound,
	} {
		site.wantStatus(t, path, want)
	}
	if site.page(t, "/b/metaclaw-bench/efficiency").Find(".empty .cmd").Length() != 1 {
		t.Error("an empty page does not say what to do")
	}
}
