package web

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestDaysExample reads the cells of the scripted agents, counted by hand from
// their records: the agent that never revises passes all multiple choice before
// the first update and none after it. Three scenarios are too few to call that
// a drop.
func TestDaysExample(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/b/clawatlas-example/days")
	cells := func(table int) []string {
		row := doc.Find("table").Eq(table).Find("tbody tr:contains(never-revises)")
		return row.Find("td").Map(func(_ int, td *goquery.Selection) string { return squash(td) })
	}
	if diff := cmp.Diff([]string{"100.00 6 of 6; 60.97–100.00", "0.00 0 of 4; 0.00–48.99", "0.00 0 of 5; 0.00–43.45"}, cells(0)); diff != "" {
		t.Errorf("multiple choice: %s", diff)
	}
	if diff := cmp.Diff([]string{"100.00 5 of 5; 56.55–100.00", "0.00 0 of 3; 0.00–56.15", "25.00 2 of 8; 0.20–98.20"}, cells(1)); diff != "" {
		t.Errorf("exec checks: %s", diff)
	}
	have := doc.Find("table").First().Find("tbody tr").Last()
	if got := squash(have); got != "Rounds that have the day6in 3 scenarios4in 3 scenarios5in 3 scenarios" {
		t.Errorf("denominators %q", got)
	}
	if got := squash(doc.Find("main")); strings.Contains(got, "Largest drop") || !strings.Contains(got, "4 lines: no two neighbouring days share 6 scenarios") {
		t.Error("three scenarios are called a drop")
	}
	href, _ := doc.Find("table").First().Find("td a").First().Attr("href")
	if doc := site.page(t, strings.Split(href, "#")[0]); doc.Find("#rounds").Length() != 1 || doc.Find("#exec_check").Length() != 0 || doc.Find("section svg.fp a").Length() != 6 {
		t.Errorf("%s does not list the 6 rounds of the point", href)
	}
	both := strings.Replace(strings.Split(href, "#")[0], "kind=multi_choice&", "", 1)
	if doc := site.page(t, both); doc.Find("section svg.fp a").Length() != 11 {
		t.Errorf("%s does not list the 11 rounds of the day", both)
	}
	if one := site.page(t, "/b/clawatlas-example/days?kind=exec_check"); one.Find(".chart").Length() != 4 || one.Find(".panels figure").Length() != 4 {
		t.Error("one kind of four runs has not one chart for each run")
	}
}

// TestDaysPublished holds the published Figure 4 against the page: 19 of 21
// points are known and the others stay gaps.
func TestDaysPublished(t *testing.T) {
	var got struct {
		Kind   string
		Series []struct {
			Evidence string
			System   results.System
			Points   []struct {
				Day   string
				Value *float64
			}
		}
	}
	bareServer(t).object(t, "/api/v1/benchmarks/clawmark/days", &got)
	known := 0
	for _, s := range got.Series {
		for _, p := range s.Points {
			if p.Value != nil {
				known++
			}
		}
		if s.System.Model == "claude-opus-4.6" && (s.Points[2].Value != nil || !resultstest.Near(*s.Points[1].Value, .69, 1e-9)) {
			t.Errorf("Opus: %v", s.Points)
		}
	}
	if got.Kind != boardreport.DaysStages || len(got.Series) != 7 || known != 19 {
		t.Errorf("kind %s, %d series, %d points; want stages, 7, 19", got.Kind, len(got.Series), known)
	}
}

// TestDaysBareFacts shows where updates happen even without a run.
func TestDaysBareFacts(t *testing.T) {
	doc := bareServer(t).page(t, "/b/clawarena/days")
	if n := doc.Find(".empty .cmd").Length(); n != 1 {
		t.Errorf("%d commands in the empty state, want 1", n)
	}
	if got := squash(doc.Find("table caption")); got != "45 rounds before which something changes" {
		t.Errorf("caption %q", got)
	}
}

// goldenCount is k of n in the golden file.
type goldenCount struct{ K, N int }

// goldenPaired is a contrast of the golden file, rounded to four digits.
type goldenPaired struct {
	Update, Other, BeforeFirst, After goldenCount
	Paired                            struct {
		Scenarios int `json:"n_scenarios"`
		Mean      float64
		CI95      [2]float64
	}
	PerScenario map[string]float64 `json:"per_scenario"`
}

// goldenEffects reads the independent computation over the released records.
func goldenEffects(t *testing.T) map[string]goldenPaired {
	t.Helper()
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	var file struct {
		Run struct {
			Effect map[string]goldenPaired `json:"a_update_effect"`
		}
	}
	data = bytes.ReplaceAll(data, []byte(`"before_first":`), []byte(`"beforeFirst":`))
	must.Do(t, json.Unmarshal(data, &file))
	return file.Run.Effect
}

// testDaysReal holds the released run against an independent computation: the
// effect of an update and of the first one, each within one kind of round, and
// the 254 of 337 rounds over all lines.
func testDaysReal(t *testing.T) {
	var got struct {
		Series []struct {
			Kind   string
			Points []struct{ Passed, Of int }
		}
		Systems []boardreport.DaySystem
	}
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/days", &got)
	passed, of := 0, 0
	for _, sr := range got.Series {
		for _, p := range sr.Points {
			passed, of = passed+p.Passed, of+p.Of
		}
	}
	if passed != 254 || of != 337 || len(got.Series) != 2 || len(got.Systems) != 1 {
		t.Fatalf("%d of %d over %d lines of %d systems, want 254 of 337 over 2 of 1", passed, of, len(got.Series), len(got.Systems))
	}
	golden := goldenEffects(t)
	for _, kind := range []string{results.KindMultiChoice, results.KindExecCheck} {
		e, want := got.Systems[0].UpdateEffect[kind], golden[kind]
		sameCount(t, kind+" after an update", e.Update, want.Update)
		sameCount(t, kind+" other rounds", e.Other, want.Other)
		samePaired(t, kind+" update effect", e.Paired, want)
		f, want := got.Systems[0].FirstUpdate[kind], golden["phase_"+kind]
		sameCount(t, kind+" before the first update", f.Before, want.BeforeFirst)
		if f.After.N <= want.After.N || f.Scenarios == 0 {
			t.Errorf("%s from the first update on: %d rounds of %d scenarios, want more than the %d that follow no update", kind, f.After.N, f.Scenarios, want.After.N)
		}
	}
}

func sameCount(t *testing.T, what string, got days.Count, want goldenCount) {
	t.Helper()
	if got.K != want.K || got.N != want.N || want.N == 0 || !resultstest.Near(*got.Rate(), float64(want.K)/float64(want.N), 1e-9) {
		t.Errorf("%s: %d of %d, want %d of %d", what, got.K, got.N, want.K, want.N)
	}
}

func samePaired(t *testing.T, what string, got days.Paired, want goldenPaired) {
	t.Helper()
	const digits = 5.1e-5 // the golden values have four digits
	const ends = 1.3e-4   // and their intervals a quantile of Student's t with three
	if got.Scenarios != want.Paired.Scenarios || got.Diff == nil || got.CI == nil {
		t.Fatalf("%s: %+v, want %+v", what, got, want.Paired)
	}
	if !resultstest.Near(*got.Diff, want.Paired.Mean, digits) || !resultstest.Near(got.CI[0], want.Paired.CI95[0], ends) || !resultstest.Near(got.CI[1], want.Paired.CI95[1], ends) {
		t.Errorf("%s: %v %v, want %+v", what, *got.Diff, *got.CI, want.Paired)
	}
	for _, s := range got.PerScenario {
		if v, ok := want.PerScenario[s.Scenario]; want.PerScenario != nil && (!ok || !resultstest.Near(s.Diff, v, digits)) {
			t.Errorf("%s in %s: %v, want %v", what, s.Scenario, s.Diff, v)
		}
	}
}
