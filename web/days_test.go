package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func f64(x float64) *float64 { return &x }

// daysFixture has three complete runs that stand for their systems.
func daysFixture() (*benchView, []results.BoardRow) {
	v := &benchView{benchmark: results.Benchmark{ID: "x", Words: results.Words{Task: "round"}}, runs: map[string]results.Run{}}
	var rows []results.BoardRow
	for i, slug := range []string{"a", "b", "c"} {
		v.runs[slug] = results.Run{ID: int64(i + 1), Slug: slug, Complete: true}
		rows = append(rows, results.BoardRow{Run: &slug, Complete: true})
	}
	return v, rows
}

// TestDropWords writes lines out: a drop is named with its interval or not at
// all, and what stands apart continues nothing.
func TestDropWords(t *testing.T) {
	slug, k, n := "r", 3, 4
	point := func(v float64) dayPoint { return dayPoint{Value: &v, Passed: &k, Of: &n} }
	d := &daysData{Kind: kindPhases, Days: []days.Head{{ID: "1", Label: "Day 1"}, {ID: "2", Label: "Day 2"}, {ID: "final", Label: "after the last day", Apart: true}}}
	gap := dayPoint{}
	step := func(lo, hi float64) days.Step {
		return days.Step{From: "1", To: "2", Before: f64(.9), After: f64(.75), Diff: f64(-.15), CI: &[2]float64{lo, hi}, Scenarios: 9, NBefore: 20, NAfter: 18}
	}
	for _, tc := range []struct {
		name string
		sr   daySeries
		want string
	}{
		{"shown", daySeries{Run: &slug, Points: []dayPoint{point(.9), point(.75), gap}, LargestDrop: &days.Drop{Step: step(-.237, -.076), Steps: 4, Shown: true}},
			"From 90.00 % (3 of 4), Day 1, to 75.00 % (3 of 4), Day 2. Largest drop −15.00 points, from Day 1 (90.00 %) to Day 2 (75.00 %); 95 % interval −23.70 to −7.60 over the 9 scenarios that have both, each counting once, widened because it was picked as the largest of 4 steps."},
		{"not shown", daySeries{Run: &slug, Points: []dayPoint{point(.9), point(.75), gap}, LargestDrop: &days.Drop{Step: step(-.4, .1), Steps: 1}},
			"From 90.00 % (3 of 4), Day 1, to 75.00 % (3 of 4), Day 2. No drop can be shown. The largest step down is −15.00 points, from Day 1 (90.00 %) to Day 2 (75.00 %); 95 % interval −40.00 to +10.00 over the 9 scenarios that have both, each counting once, the only step with an interval."},
		{"printed", daySeries{Points: []dayPoint{{Value: f64(.9)}, {Value: f64(.1)}, gap}},
			"From 90.00 %, Day 1, to 10.00 %, Day 2. Printed figures have no interval, so no drop is claimed."},
		{"too few scenarios", daySeries{Run: &slug, Points: []dayPoint{point(1), point(0), gap}, Steps: []days.Step{{From: "1", To: "2", Diff: f64(-1), Scenarios: 3}}},
			"From 100.00 % (3 of 4), Day 1, to 0.00 % (3 of 4), Day 2. No two neighbouring days share 6 scenarios that differ, so there is no interval and no drop is claimed."},
		{"never falls", daySeries{Run: &slug, Points: []dayPoint{point(.5), point(.75), gap}, Steps: []days.Step{step(.1, .2)}},
			"From 50.00 % (3 of 4), Day 1, to 75.00 % (3 of 4), Day 2. It falls between no two neighbouring days."},
		{"one day and what is apart", daySeries{Run: &slug, Points: []dayPoint{gap, point(.5), point(1)}},
			"50.00 % (3 of 4) on Day 2 alone. No value for Day 1. Checked after the last day: 100.00 % (3 of 4), which is no day and continues none."},
		{"none", daySeries{Run: &slug, Points: []dayPoint{gap, gap, gap}}, "No value on any day."},
	} {
		if got := d.trajectory(&tc.sr); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

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
	if diff := cmp.Diff([]string{"100.00 5 of 5; 56.55–100.00", "0.00 0 of 3; 0.00–56.15", "25.00 2 of 8; 0.00–50.00"}, cells(1)); diff != "" {
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
	if doc := site.page(t, strings.Split(href, "#")[0]); doc.Find("#rounds").Length() != 1 || doc.Find("#exec_check").Length() != 0 || doc.Find("section ol.strip li a").Length() != 6 {
		t.Errorf("%s does not list the 6 rounds of the point", href)
	}
	both := strings.Replace(strings.Split(href, "#")[0], "kind=multi_choice&", "", 1)
	if doc := site.page(t, both); doc.Find("section ol.strip li a").Length() != 11 {
		t.Errorf("%s does not list the 11 rounds of the day", both)
	}
	if one := site.page(t, "/b/clawatlas-example/days?kind=exec_check"); one.Find("svg.wide, .chart svg").Length() != 1 {
		t.Error("one kind has more than one chart")
	}
}

// TestDaysBad are addresses that name nothing.
func TestDaysBad(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]int{
		"/b/none/days": http.StatusNotFound,
		"/b/clawatlas-example/days?scenario=none":            http.StatusBadRequest,
		"/b/clawatlas-example/days?kind=none":                http.StatusBadRequest,
		"/b/clawatlas-example/days?kind=exec_check":          http.StatusOK,
		"/b/clawatlas-example/days?run=x":                    http.StatusBadRequest,
		"/b/clawatlas-example/days?run=x&day=1":              http.StatusBadRequest,
		"/b/clawatlas-example/days?format=xml":               http.StatusBadRequest,
		"/b/clawmark/days?scenario=hr":                       http.StatusBadRequest,
		"/b/liveclawbench/days":                              http.StatusOK,
		"/b/metaclaw-bench/days":                             http.StatusOK,
		"/api/v1/benchmarks/clawatlas-example/days":          http.StatusOK,
		"/b/clawatlas-example/days?scenario=ex_tea_shipment": http.StatusOK,
	} {
		site.wantStatus(t, path, want)
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
	if got.Kind != kindStages || len(got.Series) != 7 || known != 19 {
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

// TestDaysApart: what is checked after the last day is in a column of its own
// with its own n; no step leads to it and no line.
func TestDaysApart(t *testing.T) {
	v, rows := daysFixture()
	d := &daysData{Kind: kindStages, Benchmark: "x", TaskKinds: []string{results.KindRubric}, draws: days.NewDraws()}
	yes := true
	var trials []results.Trial
	for _, slug := range []string{"a", "b"} {
		task := results.Task{Scenario: "s" + slug, Slug: slug, Kind: results.KindRubric, Facts: results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}, {ID: "stage1"}, {ID: "stage2"}}}}
		trial := results.Trial{Scenario: task.Scenario, Task: slug, Score: f64(1)}
		for _, day := range []string{"stage0", "stage1", "stage2", "final"} {
			if day == "final" && slug == "b" {
				continue
			}
			task.Checks = append(task.Checks, results.CheckSpec{ID: day, Day: day, Weight: 1})
			c := results.Check{ID: day, Day: day, Weight: 1}
			if day != "stage2" {
				c.Passed = &yes
			}
			trial.Checks = append(trial.Checks, c)
		}
		d.tasks, trials = append(d.tasks, task), append(trials, trial)
	}
	d.fillStages(v, rows[:1], [][]results.Trial{trials}, nil)
	last := d.Days[len(d.Days)-1]
	if len(d.Days) != 4 || !last.Apart || last.Tasks != 1 || d.Days[2].Apart || d.Days[2].Tasks != 2 {
		t.Errorf("days %+v, want three and one apart", d.Days)
	}
	sr := d.Series[0]
	if len(sr.Steps) != 2 || sr.Steps[1].To != "3" || *sr.Points[3].Value != 1 || *sr.Points[3].Of != 1 {
		t.Errorf("steps %+v, points %+v", sr.Steps, sr.Points)
	}
	if c := d.chart(results.Benchmark{}, results.KindRubric); c.Apart != 1 || c.N[3] != "n 1" {
		t.Errorf("chart with %d apart, %v", c.Apart, c.N)
	}
	if !strings.HasSuffix(sr.Words, "Checked after the last day: 100.00 % (n 1), which is no day and continues none.") || strings.Contains(sr.Words, "regained") {
		t.Errorf("words %q", sr.Words)
	}
}

// TestDaysNotDrawn: only a complete run to which nothing objects is a line; the
// others are named with the reason.
func TestDaysNotDrawn(t *testing.T) {
	v, rows := daysFixture()
	for i, change := range []func(*results.Run){
		func(r *results.Run) { r.Complete = true },
		func(r *results.Run) { r.Complete, r.Counts = false, results.Counts{Expected: 9, Scored: 4} },
		func(r *results.Run) {
			r.Complete, r.Objections = true, []results.Objection{{Kind: results.ObjectionModels, Message: "its records name two models"}}
		},
	} {
		r := v.runs[*rows[i].Run]
		change(&r)
		v.runs[*rows[i].Run] = r
	}
	d := &daysData{}
	if got := d.drawn(v, rows); len(got) != 1 || *got[0].Run != *rows[0].Run {
		t.Errorf("%d lines, want the first row alone", len(got))
	}
	if len(d.NotDrawn) != 2 || d.NotDrawn[0].Note != "incomplete, 4 of 9 rounds scored" || d.NotDrawn[1].Note != "not ranked: its records name two models" {
		t.Errorf("not drawn %+v", d.NotDrawn)
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
	data, err := os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Run struct {
			Effect map[string]goldenPaired `json:"a_update_effect"`
		}
	}
	data = bytes.ReplaceAll(data, []byte(`"before_first":`), []byte(`"beforeFirst":`))
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Run.Effect
}

// TestDaysReal holds the released run against an independent computation: the
// effect of an update and of the first one, each within one kind of round, and
// the 254 of 337 rounds over all lines.
func TestDaysReal(t *testing.T) {
	var got struct {
		Series []struct {
			Kind   string
			Points []struct{ Passed, Of int }
		}
		Systems []daySystem
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
		sameCount(t, kind+" after the first update", f.After, want.After)
		samePaired(t, kind+" first update", f.Paired, want)
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

// TestDaysScenarios: where each scenario is a day, a line runs over all of
// them in the dataset's order, an empty day is a gap, and many days stand as
// rows.
func TestDaysScenarios(t *testing.T) {
	v, rows := daysFixture()
	d := &daysData{Kind: kindScenarios, Benchmark: "x", TaskKinds: []string{results.KindExecCheck}, draws: days.NewDraws()}
	var means []results.TaskMean
	for i := range 9 {
		slug := "day0" + string(rune('1'+i))
		d.scenarios = append(d.scenarios, results.Scenario{Slug: slug, Ordinal: i + 1})
		for _, q := range []string{"r1", "r2"} {
			d.tasks = append(d.tasks, results.Task{Scenario: slug, Slug: q, Kind: results.KindExecCheck})
			if i != 4 { // day05 has no record
				means = append(means, results.TaskMean{Run: 1, Scenario: slug, Task: q, Mean: f64(map[string]float64{"r1": 1, "r2": float64(i % 2)}[q])})
			}
		}
	}
	d.tasks[4].Updates = []results.Update{{ID: "u"}}
	d.fillRounds(v, rows[:1], means)
	got := d.Series[0].Points
	if len(got) != 9 || *got[0].Value != .5 || *got[1].Value != 1 || got[4].Value != nil || *got[4].Of != 0 {
		t.Errorf("%+v", got)
	}
	if d.Days[2].Updates != "1 update" || d.Days[1].Updates != "" || len(d.Systems) != 0 {
		t.Errorf("days %+v, effects %v", d.Days, d.Systems)
	}
	if p := got[1]; p.CI == nil || p.Estimator != days.EstimatorWilson {
		t.Errorf("a day of one scenario: %+v, want Wilson's interval", p)
	}
	if want := "Each day has its own scenario, so no drop is claimed. No value for day05."; !strings.HasSuffix(d.Series[0].Words, want) {
		t.Errorf("words %q", d.Series[0].Words)
	}
	g := d.grid(&Server{}, results.Benchmark{Words: results.Words{Task: "round"}}, daysQuery{}, results.KindExecCheck)
	if len(g.Rows) != 9 || len(g.Cols) != 4 {
		t.Errorf("%d rows, %d columns, want a row per day", len(g.Rows), len(g.Cols))
	}
}
