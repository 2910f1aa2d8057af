package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestModelPage looks at a model of which only figures are known on one
// benchmark and records on another.
func TestModelPage(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/models/gpt-5.5")
	if got := squash(doc.Find("h1")); got != "GPT-5.5" {
		t.Errorf("h1 %q", got)
	}
	rows := doc.Find("#places table").First().Find("tbody tr")
	if rows.Length() != 7 {
		t.Fatalf("%d places, want 7", rows.Length())
	}
	// arXiv 2604.04202v2, Table 3: CRS 68.28 with OpenClaw.
	if got := squash(rows.Eq(1).Find("td.num").First()); got != "68.28" {
		t.Errorf("CRS %q, want 68.28", got)
	}
	if got := squash(doc.Find("code")); !strings.Contains(got, "openai-gpt-5.5") {
		t.Errorf("aliases %q", got)
	}
	var api struct {
		Places  []struct{ Benchmark string }
		Figures []struct{ Metric string }
	}
	site.object(t, "/api/v1/models/gpt-5.5", &api)
	if len(api.Places) != 7 || len(api.Figures) != 95 {
		t.Errorf("%d places, %d figures", len(api.Places), len(api.Figures))
	}
}

// TestModelsList holds the list's parts: filter, window, errors.
func TestModelsList(t *testing.T) {
	site := testServer(t)
	var api struct {
		Models []struct {
			ID     string
			Places []struct{ Benchmark string }
		}
		Total int
	}
	site.object(t, "/api/v1/models?benchmark=clawatlas-example&limit=2", &api)
	if api.Total != 4 || len(api.Models) != 2 {
		t.Errorf("%d models, %d in the window; want 4 and 2", api.Total, len(api.Models))
	}
	page := site.page(t, "/models?benchmark=clawatlas-example")
	if n := page.Find("#all[open] tbody tr").Length(); n != 4 {
		t.Errorf("%d rows, want 4", n)
	}
	if got := squash(page.Find("main tbody tr").First()); !strings.HasPrefix(got, "thorough-reader") || !strings.Contains(got, "1 of 4") {
		t.Errorf("the ranks begin with %q, not with the first of the board", got)
	}
	for path, want := range map[string]int{
		"/models?benchmark=none": http.StatusBadRequest, "/models/none": http.StatusNotFound, "/api/v1/models/none": http.StatusNotFound,
		"/models?format=xml": http.StatusBadRequest, "/models/never-revises": http.StatusOK, "/models/..%2Fetc": http.StatusNotFound,
	} {
		site.wantStatus(t, path, want)
	}
	if got := site.get("/models/gpt-5.5?format=csv").Body.String(); !strings.HasPrefix(got, "benchmark,system,evidence,metric,value,") || !strings.Contains(got, "ClawArena,openclaw,published,CRS,0.6828,") {
		t.Errorf("CSV %q", got)
	}
	if site.page(t, "/models/never-revises").Find(".notice").Length() == 0 {
		t.Error("a scripted agent's page does not say so")
	}
}

// testModelVerdicts: figures of a model with a complete run carry verdicts.
func testModelVerdicts(t *testing.T) {
	doc := realServer(t).page(t, "/models/gemma-4-31b")
	text := squash(doc.Find("#figures"))
	text = strings.ReplaceAll(text, " ", "")
	if !strings.Contains(text, "75.37%75.37matches") || !strings.Contains(text, "63.80%63.77differs") {
		t.Errorf("figures %q", text)
	}
}

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
