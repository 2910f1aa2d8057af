package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const gemmaRun = "clawarena-gemma-4-31b-openclaw-0851fe62"

// testScenarioPageOfTheReleasedRun: 20 of the 27 rounds of hil_g4 were passed;
// the failures stand alone, so seven failures form seven streaks.
func testScenarioPageOfTheReleasedRun(t *testing.T) {
	doc := realServer(t).page(t, "/b/clawarena/scenarios/hil_g4")
	must.Equal(t, "27 rounds × 1 run; passed: 20 of 27 (74.07 %).", squash(doc.Find(".lead")), "lead")
	strip := doc.Find("svg.fp[role=group] a")
	if up, pref := strip.Filter(":contains('after an update')").Length(), strip.Filter(":contains('preference round')").Length(); strip.Length() != 27 || up != 3 || pref != 4 {
		t.Errorf("strip of %d rounds, %d after updates, %d with preferences, want 27, 3, 4", strip.Length(), up, pref)
	}
	var row []string
	doc.Find("#runs ~ section tbody tr").First().Find("td").EachWithBreak(func(i int, s *goquery.Selection) bool {
		row = append(row, squash(s))
		return i < 7
	})
	must.Same(t, []string{"20", "27", "27", "8", "7", "7", "60.11", "74.07"}, row, "passed, scored, expected, k, Sf, kf, CRS, TCR")
	cells := doc.Find("table.verdicts tbody td.hc:not(.all) a")
	if cells.Length() != 27 {
		t.Fatalf("%d verdicts, want 27", cells.Length())
	}
	third := cells.Eq(2)
	href, _ := third.Attr("href")
	label, _ := third.Attr("aria-label")
	if href != "/runs/"+gemmaRun+"/hil_g4/q3" || label != "Gemma 4 31B · openclaw, q3: failed" || squash(third) != "×" {
		t.Errorf("third verdict %q %q %q", href, label, squash(third))
	}
	if got := doc.Find("a[rel=prev]").AttrOr("href", "") + " " + doc.Find("a[rel=next]").AttrOr("href", ""); got != "/b/clawarena/scenarios/hil_f7 /b/clawarena/scenarios/hil_c7" {
		t.Errorf("neighbours %q", got)
	}
}

// TestScenarioPageOfRuns: four scripted agents on eleven rounds, counted by
// hand from their records: 10, 5, 3 and 0 passes.
func TestScenarioPageOfRuns(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/b/clawatlas-example/scenarios/ex_office_move")
	var totals []string
	doc.Find("table.verdicts tr.total td.hc").Each(func(_ int, s *goquery.Selection) {
		totals = append(totals, s.AttrOr("title", ""))
	})
	var first []string
	doc.Find("table.verdicts tbody tr").First().Find("td.hc a").Each(func(_ int, s *goquery.Selection) { first = append(first, s.AttrOr("aria-label", "")) })
	wantFirst := []string{"thorough-reader · clawatlas-runner, q1: passed", "never-revises · clawatlas-runner, q1: passed", "skimmer · clawatlas-runner, q1: failed", "selects-everything · clawatlas-runner, q1: failed"}
	must.Same(t, wantFirst, first, "first row")
	wantTotals := []string{"thorough-reader · clawatlas-runner: 10 of 11 passed (90.91\u00a0%)", "never-revises · clawatlas-runner: 5 of 11 passed (45.45\u00a0%)",
		"skimmer · clawatlas-runner: 3 of 11 passed (27.27\u00a0%)", "selects-everything · clawatlas-runner: 0 of 11 passed (0.00\u00a0%)"}
	must.Same(t, wantTotals, totals, "totals")
	if doc.Find(".notice").Length() == 0 {
		t.Error("the page does not say that the agents are scripted")
	}
	for query, want := range map[string]int{"": 11, "?kind=multi_choice": 5, "?kind=exec_check": 6, "?status=passed": 10, "?status=timeout": 0, "?kind=multi_choice&status=passed": 4} {
		n := site.page(t, "/b/clawatlas-example/scenarios/ex_office_move"+query).Find("table.verdicts tbody tr:not(.total)").Length()
		if n != want {
			t.Errorf("%q: %d rows, want %d", query, n, want)
		}
	}
}

func TestScenarioQueries(t *testing.T) {
	site := testServer(t)
	const base = "/b/clawatlas-example/scenarios/ex_office_move"
	run := exampleRun(t, site, "skimmer")
	doc := site.page(t, base+"?run="+run)
	if n := doc.Find("main svg.fp[role=group]").Length(); n != 1 {
		t.Errorf("?run shows %d strips, want 1", n)
	}
	for path, want := range map[string]int{
		base + "?kind=nothing":                                http.StatusBadRequest,
		base + "?status=green":                                http.StatusBadRequest,
		base + "?all=yes":                                     http.StatusBadRequest,
		base + "?format=xml":                                  http.StatusBadRequest,
		base + "?run=no-such-run":                             http.StatusBadRequest,
		base + "?run=No%20Slug":                               http.StatusBadRequest,
		base + "?unknown=1":                                   http.StatusOK,
		"/b/clawatlas-example/scenarios/none":                 http.StatusNotFound,
		"/b/none/scenarios/ex_office_move":                    http.StatusNotFound,
		"/api/v1/benchmarks/clawatlas-example/scenarios/none": http.StatusNotFound,
		"/api/v1/benchmarks/clawatlas-example/scenarios/ex_office_move?limit=0": http.StatusBadRequest,
	} {
		site.wantStatus(t, path, want)
	}
}

func TestScenarioTwins(t *testing.T) {
	site := testServer(t)
	rows := site.table(t, "/b/clawatlas-example/scenarios/ex_office_move?format=csv")
	if len(rows) != 1+11*4 {
		t.Errorf("%d lines of CSV, want 45", len(rows))
	}
	var doc struct {
		Benchmark, ID string
		Total         int
		Runs          []struct {
			Run      string
			Expected int
			Scored   int
			Passed   int
			Metrics  map[string]*float64
		}
		Tasks []struct {
			ID, Kind string
			Pref     bool
			Updates  []results.Update
			Passed   int
			Trials   []struct {
				Run    string
				Status results.Status
				Score  *float64
				URL    string
			}
		}
	}
	site.object(t, "/api/v1/benchmarks/clawatlas-example/scenarios/ex_office_move?limit=4&offset=3", &doc)
	if doc.ID != "ex_office_move" || doc.Total != 11 || len(doc.Tasks) != 4 || doc.Tasks[0].ID != "q4" {
		t.Fatalf("window %+v", doc)
	}
	var passed []int
	for _, r := range doc.Runs {
		passed = append(passed, r.Passed)
	}
	must.Same(t, []int{10, 5, 3, 0}, passed, "passes")
	if q4 := doc.Tasks[0]; q4.Kind != results.KindMultiChoice || len(q4.Updates) != 3 || q4.Passed != 1 || len(q4.Trials) != 4 || q4.Trials[0].Status != results.Passed {
		t.Errorf("q4 %+v", q4)
	}
}

// TestScenarioOfMeanScores: LiveClawBench publishes the mean of up to three
// attempts; its older snapshot is hidden until it is asked for.
func TestScenarioOfMeanScores(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/b/liveclawbench/scenarios/social_media")
	if n := doc.Find("table.verdicts thead th.hh").Length(); n != 17 {
		t.Errorf("%d runs, want 17", n)
	}
	if n := doc.Find("table.verdicts tbody td.hc:not(.all)").Length(); n != 11*17 {
		t.Errorf("%d cells, want %d", n, 11*17)
	}
	if n := doc.Find(`table.verdicts td.hc a[aria-label*="mean of 3 attempts"]`).Length(); n < 100 {
		t.Errorf("%d cells say that they are means", n)
	}
	if got := squash(doc.Find("p.note").First()); !strings.HasPrefix(got, "Not shown: 9 runs replaced by newer records.") {
		t.Errorf("note %q", got)
	}
	if n := site.page(t, "/b/liveclawbench/scenarios/social_media?all=1").Find("table.verdicts thead th.hh").Length(); n != 26 {
		t.Errorf("?all=1: %d runs, want 26", n)
	}
	published := doc.Find("#published ~ section tbody tr")
	if published.Length() != 26 {
		t.Errorf("%d published figures, want 26", published.Length())
	}
	var first []string
	published.First().Find("th, td").EachWithBreak(func(i int, s *goquery.Selection) bool {
		first = append(first, squash(s))
		return i < 5
	})
	must.Same(t, []string{"GLM-5.1", "Avg", "62.0", "percent", "61.97", results.VerdictMatches}, first, "first figure")
}

// TestScenarioWithoutRuns shows the published figures and says what is missing.
func TestScenarioWithoutRuns(t *testing.T) {
	doc := bareServer(t).page(t, "/b/clawmark/scenarios/insurance")
	if got := squash(doc.Find(".empty")); !strings.Contains(got, "clawatlas ingest") {
		t.Errorf("empty state %q", got)
	}
	if n := doc.Find("#published ~ section tbody tr").Length(); n != 6 {
		t.Errorf("%d published figures, want 6: the paper leaves this profession out for the other models", n)
	}
}

// exampleRun is the slug of the scripted agent's run.
func exampleRun(t testing.TB, site *testSite, model string) string {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 100})
	for _, r := range runs {
		if r.System.Model == model {
			return r.Slug
		}
	}
	t.Fatalf("no run of %s", model)
	return ""
}
