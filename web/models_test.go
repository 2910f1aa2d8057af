package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
)

// TestRecordStrengths holds a scope of the bundled LiveClawBench records against
// the means of tasks themselves: the system against the others, without itself,
// on the tasks of that scope, and only complete systems.
func TestRecordStrengths(t *testing.T) {
	site := bareServer(t)
	var api struct{ Strengths []modelreport.ScopeComparison }
	site.object(t, "/api/v1/models/gpt-5.5", &api)
	if len(api.Strengths) != 1 || api.Strengths[0].Benchmark != "liveclawbench" || api.Strengths[0].Metric != "avg" {
		t.Fatalf("strengths %+v", api.Strengths)
	}
	st := api.Strengths[0]
	if st.Family != len(st.Scopes) || st.Family < 10 {
		t.Errorf("%d of %d scopes are tested", st.Family, len(st.Scopes))
	}
	runs := site.runs(t, results.RunFilter{Benchmark: "liveclawbench", Limit: 100})
	for _, sc := range st.Scopes {
		if sc.Scope != "scenario:documents_knowledge" {
			continue
		}
		var own, others float64
		n := 0
		for _, r := range runs {
			if !r.Ranked() {
				continue
			}
			means := must.Get(site.Store.TaskMeans(t.Context(), []int64{r.ID}))(t)
			sum, tasks := 0.0, 0
			for _, m := range means {
				if m.Scenario == "documents_knowledge" {
					sum += *m.Mean
					tasks++
				}
			}
			if tasks != sc.Tasks {
				t.Errorf("%s has %d tasks of the scope, the page says %d", r.Slug, tasks, sc.Tasks)
			}
			if r.Slug == gpt55 {
				own = sum / float64(tasks)
				continue
			}
			others += sum / float64(tasks)
			n++
		}
		if n != 14 || sc.Systems != n || !near(sc.Value, own) || !near(sc.Mean, others/float64(n)) || !near(sc.Difference, own-others/float64(n)) {
			t.Errorf("%+v; own %v, %d others %v", sc, own, n, others/float64(n))
		}
		return
	}
	t.Error("the scope is not there")
}

// TestStrengthsColours: a difference has a colour exactly where it holds after
// Holm; the others are grey, and printed figures have neither.
func TestStrengthsColours(t *testing.T) {
	site := bareServer(t)
	var api struct{ Strengths []modelreport.ScopeComparison }
	holds, scopes := 0, 0
	for _, model := range []string{"gpt-5.5", "kimi-k2.7-code", "qwen3.5-27b"} {
		site.object(t, "/api/v1/models/"+model, &api)
		for _, sc := range api.Strengths[0].Scopes {
			scopes++
			if sc.Holds != (sc.PHolm != nil && *sc.PHolm < 0.05) || sc.PHolm == nil || *sc.PHolm < *sc.P {
				t.Errorf("%s %s: p %v, Holm %v, holds %v", model, sc.Scope, *sc.P, sc.PHolm, sc.Holds)
			}
			if sc.Holds {
				holds++
			}
		}
		coloured, grey := 0, 0
		doc := site.page(t, "/models/"+model)
		doc.Find("#strengths table").First().Find("tbody td").Each(func(_ int, td *goquery.Selection) {
			if class, _ := td.Attr("class"); strings.Contains(class, " d") {
				coloured++
			} else if td.HasClass("quiet") {
				grey++
			}
		})
		want := 0
		for _, sc := range api.Strengths[0].Scopes {
			if sc.Holds {
				want++
			}
		}
		if coloured != want || coloured+grey != len(api.Strengths[0].Scopes) {
			t.Errorf("%s: %d coloured and %d grey of %d scopes, %d hold", model, coloured, grey, len(api.Strengths[0].Scopes), want)
		}
	}
	if holds == 0 || holds == scopes {
		t.Errorf("%d of %d scopes hold: the test shows nothing", holds, scopes)
	}
	printed := site.page(t, "/models/gpt-5.4").Find("#strengths table").First()
	if n := printed.Find("td.quiet").Length(); n != 0 || printed.Find("td.d0, td.d8").Length() != 0 || printed.Length() == 0 {
		t.Errorf("printed figures are coloured or grey: %d", n)
	}
}

// TestStrengthsOfTheRest: a system that is not ranked is compared with nobody,
// and the page says why.
func TestStrengthsOfTheRest(t *testing.T) {
	site := bareServer(t)
	var api struct{ Strengths []modelreport.ScopeComparison }
	site.object(t, "/api/v1/models/qwen3.5-flash", &api)
	if len(api.Strengths) == 0 || len(api.Strengths[0].Scopes) != 0 || api.Strengths[0].Reason != "its run is incomplete" {
		t.Errorf("%+v", api.Strengths)
	}
	doc := site.page(t, "/models/qwen3.5-flash")
	if got := squash(doc.Find("#strengths")); !strings.Contains(got, "Not compared by scope, because its run is incomplete: LiveClawBench") || doc.Find("#pairs").Length() != 0 {
		t.Errorf("the page says %q", got)
	}
}

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
		Places    []struct{ Benchmark string }
		Strengths []struct {
			Benchmark, Evidence, Metric string
			Scopes                      []struct {
				Scope   string
				Systems int
			}
		}
		Figures []struct{ Metric string }
	}
	site.object(t, "/api/v1/models/gpt-5.5", &api)
	if len(api.Places) != 7 || len(api.Figures) != 95 || len(api.Strengths) != 1 || api.Strengths[0].Benchmark != "liveclawbench" || api.Strengths[0].Scopes[0].Systems != 14 {
		t.Errorf("%d places, %d figures, strengths %+v", len(api.Places), len(api.Figures), api.Strengths)
	}
}

// TestModelPublishedStrengths: a model without records has its scopes from
// printed figures, and the page claims nothing of them. GPT-5.4 in the superseded
// README: HR 0.5664 beside the mean of the five others (0.5707 + 0.5281 + 0.3639 +
// 0.4131 + 0.2187) / 5 = 0.4189.
func TestModelPublishedStrengths(t *testing.T) {
	var api struct {
		Strengths []modelreport.ScopeComparison
	}
	bareServer(t).object(t, "/api/v1/models/gpt-5.4", &api)
	for _, s := range api.Strengths {
		for _, sc := range s.Scopes {
			if s.Benchmark == "clawmark" && sc.Scope == "scenario:hr" {
				if s.Evidence != results.Published || sc.Systems != 5 || !near(sc.Mean, 2.0945/5) || !near(sc.Difference, 0.5664-2.0945/5) || sc.P != nil || sc.PHolm != nil || sc.Holds {
					t.Errorf("%+v", sc)
				}
				return
			}
		}
	}
	t.Error("no published scope of ClawMark")
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
