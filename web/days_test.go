package web

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

func f64(x float64) *float64 { return &x }

func daysOf(n int) []dayHead {
	list := make([]dayHead, n)
	for i := range list {
		list[i] = dayHead{ID: string(rune('1' + i)), Label: "Day " + string(rune('1'+i))}
	}
	return list
}

func pointsOf(values ...*float64) []dayPoint {
	var list []dayPoint
	for _, v := range values {
		list = append(list, dayPoint{Value: v})
	}
	return list
}

// TestTrajectory writes lines out whose drops and recoveries are computed by hand.
func TestTrajectory(t *testing.T) {
	for _, tc := range []struct {
		name   string
		points []dayPoint
		want   string
	}{
		{"drop and part of it back", pointsOf(f64(.831), f64(.726), f64(.742)),
			"From 83.10 % (Day 1) to 74.20 % (Day 3). Largest drop −10.50 points, from Day 1 to Day 2; +1.60 points of it are regained by Day 3 (74.20 %)."},
		{"all of it back", pointsOf(f64(.5), f64(.25), f64(.75)),
			"From 50.00 % (Day 1) to 75.00 % (Day 3). Largest drop −25.00 points, from Day 1 to Day 2; all of it is regained by Day 3 (75.00 %)."},
		{"nothing back", pointsOf(f64(.5), f64(.25), f64(.125)),
			"From 50.00 % (Day 1) to 12.50 % (Day 3). Largest drop −25.00 points, from Day 1 to Day 2; nothing of it is regained later."},
		{"at the end", pointsOf(f64(.5), f64(.25)),
			"From 50.00 % (Day 1) to 25.00 % (Day 2). Largest drop −25.00 points, from Day 1 to Day 2; it is the last day, so no recovery could show."},
		{"gap after the drop", pointsOf(f64(.806), f64(.69), nil),
			"From 80.60 % (Day 1) to 69.00 % (Day 2). Largest drop −11.60 points, from Day 1 to Day 2; no later day has a value. No value for Day 3."},
		{"a gap is not bridged", pointsOf(f64(.9), nil, f64(.1)),
			"From 90.00 % (Day 1) to 10.00 % (Day 3). It never falls between two neighbouring days. No value for Day 2."},
		{"one day", pointsOf(nil, f64(0)), "0.00 % on Day 2 alone. No value for Day 1."},
		{"none", pointsOf(nil, nil), "No value on any day."},
	} {
		if got := trajectory(daysOf(len(tc.points)), tc.points); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// TestAroundWindow counts windows by hand: rounds q1 to q8 of one scenario,
// updates before q3 and q6, and a scenario beside it that must not be reached.
func TestAroundWindow(t *testing.T) {
	update := []results.Update{{ID: "u"}}
	d := &daysData{Kind: kindPhases, means: map[string]map[[2]string]results.TaskMean{"r": {}}}
	passed := map[string]bool{"q1": true, "q2": false, "q3": false, "q4": true, "q5": true, "q6": true, "q7": false, "q8": true}
	day := 0
	for _, q := range []string{"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8"} {
		task := results.Task{Scenario: "s", Slug: q}
		if q == "q3" || q == "q6" {
			day++
			task.Updates = update
		}
		task.Day = day
		d.tasks = append(d.tasks, task)
		score := 0.0
		if passed[q] {
			score = 1
		}
		d.means["r"][[2]string{"s", q}] = results.TaskMean{Mean: &score}
	}
	d.tasks = append(d.tasks, results.Task{Scenario: "t", Slug: "q1"})
	d.means["r"][[2]string{"t", "q1"}] = results.TaskMean{Mean: f64(1)}
	got := d.around("r", "R").Points
	// Before q3 lie q2 and q1 only; before q6 lie q5, q4 and q3, where the
	// phase began. After q3 come q4 and q5; after q6 come q7 and q8.
	want := []aroundPoint{
		{-3, 0, 1, f64(0)},  // q3
		{-2, 2, 2, f64(1)},  // q1, q4
		{-1, 1, 2, f64(.5)}, // q2, q5
		{0, 1, 2, f64(.5)},  // q3, q6
		{1, 1, 2, f64(.5)},  // q4, q7
		{2, 2, 2, f64(1)},   // q5, q8
		{3, 0, 0, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDaysExample reads the cells of the scripted agents, counted by hand from
// their records: the agent that never revises passes all 11 rounds before the
// first update and none of the 7 after it.
func TestDaysExample(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/b/clawatlas-example/days")
	rows := doc.Find("table").First().Find("tbody tr")
	if rows.Length() != 4 {
		t.Fatalf("%d rows, want 4", rows.Length())
	}
	for i := range 4 {
		if !strings.Contains(squash(rows.Eq(i).Find("th")), "never-revises") {
			continue
		}
		got := rows.Eq(i).Find("td").Map(func(_ int, td *goquery.Selection) string { return squash(td) })
		if diff := cmp.Diff([]string{"100.00 11 of 11", "0.00 0 of 7", "15.38 2 of 13"}, got); diff != "" {
			t.Error(diff)
		}
	}
	if got := squash(doc.Find("ul li:contains(never-revises)")); !strings.Contains(got, "Largest drop −100.00 points, from before updates to after update 1; +15.38 points of it are regained by after update 2") {
		t.Errorf("words %q", got)
	}
	href, _ := rows.Eq(0).Find("td a").First().Attr("href")
	if doc := site.page(t, strings.Split(href, "#")[0]); doc.Find("#rounds").Length() != 1 || doc.Find("section ol.strip li a").Length() != 11 {
		t.Errorf("%s does not list the 11 rounds of the point", href)
	}
}

// TestDaysBad are addresses that name nothing.
func TestDaysBad(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]int{
		"/b/none/days": http.StatusNotFound,
		"/b/clawatlas-example/days?scenario=none":            http.StatusBadRequest,
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
		if s.System.Model == "claude-opus-4.6" && (s.Points[2].Value != nil || math.Abs(*s.Points[1].Value-.69) > 1e-9) {
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

// TestStagePoints holds the mean over tasks against the metric of the run that
// the formula gives over all tasks at once.
func TestStagePoints(t *testing.T) {
	stages := []results.Stage{{ID: "stage0"}, {ID: "stage1"}, {ID: "stage2"}}
	task := func(slug string, checks ...results.CheckSpec) results.Task {
		return results.Task{Scenario: "s", Slug: slug, Checks: checks, Facts: results.TaskFacts{Stages: stages}}
	}
	a := task("a", results.CheckSpec{ID: "1", Day: "stage0", Weight: 3}, results.CheckSpec{ID: "2", Day: "stage0", Weight: 1}, results.CheckSpec{ID: "3", Day: "stage1", Weight: 2})
	b := task("b", results.CheckSpec{ID: "1", Day: "stage0", Weight: 1})
	yes, no := true, false
	trials := []results.Trial{
		{Scenario: "s", Task: "a", Score: f64(.5), Checks: []results.Check{{ID: "1", Day: "stage0", Weight: 3, Passed: &yes}, {ID: "2", Day: "stage0", Weight: 1, Passed: &no}, {ID: "3", Day: "stage1", Weight: 2, Passed: &no}}},
		{Scenario: "s", Task: "b", Score: f64(1), Checks: []results.Check{{ID: "1", Day: "stage0", Weight: 1, Passed: &yes}}},
	}
	tasks := []results.Task{a, b}
	day1, day2, day3 := stagePoint("1", tasks, trials), stagePoint("2", tasks, trials), stagePoint("3", tasks, trials)
	if *day1.Value != (0.75+1)/2 || *day1.Of != 2 || *day2.Value != 0 || *day2.Of != 1 || day3.Value != nil {
		t.Errorf("days %v %v %v", day1, day2, day3)
	}
	for _, m := range score.ClawMark(tasks, trials) {
		if m.Scope == "day:1" && m.Convention == score.ThreeDays && *m.Value != *day1.Value {
			t.Errorf("the run's metric is %v, the point %v", *m.Value, *day1.Value)
		}
	}
}

// TestDaysReal holds Gemma's phases against the released records: 254 of 337
// rounds passed, split by phase, and 33 of the 45 rounds after an update.
func TestDaysReal(t *testing.T) {
	var got struct {
		Series []struct {
			Points []struct{ Passed, Of int }
		}
		Around []struct {
			Points []struct{ Offset, Passed, Of int }
		} `json:"around_updates"`
	}
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/days", &got)
	passed, of := 0, 0
	for _, p := range got.Series[0].Points {
		passed, of = passed+p.Passed, of+p.Of
	}
	if passed != 254 || of != 337 {
		t.Errorf("%d of %d over all phases, want 254 of 337", passed, of)
	}
	if p := got.Around[0].Points[aroundReach]; p.Passed != 33 || p.Of != 45 {
		t.Errorf("rounds after an update: %d of %d, want 33 of 45", p.Passed, p.Of)
	}
}

// TestDaysScenarios: where each scenario is a day, a line runs over all of
// them in the dataset's order, an empty day is a gap, and many days stand as
// rows.
func TestDaysScenarios(t *testing.T) {
	v, rows := strengthsFixture()
	d := &daysData{Kind: kindScenarios, Benchmark: "x"}
	var means []results.TaskMean
	for i := range 9 {
		slug := "day0" + string(rune('1'+i))
		d.scenarios = append(d.scenarios, results.Scenario{Slug: slug, Ordinal: i + 1})
		for _, q := range []string{"r1", "r2"} {
			d.tasks = append(d.tasks, results.Task{Scenario: slug, Slug: q})
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
	if d.Days[2].Updates != "1 update" || d.Days[1].Updates != "" || len(d.Around) != 0 {
		t.Errorf("days %+v, around %v", d.Days, d.Around)
	}
	if want := "Largest drop −50.00 points, from day02 to day03; all of it is regained by day04 (100.00 %)."; !strings.Contains(d.Series[0].Words, want) {
		t.Errorf("words %q", d.Series[0].Words)
	}
	g := d.grid(&Server{}, daysQuery{})
	if len(g.Rows) != 9 || len(g.Cols) != 3 {
		t.Errorf("%d rows, %d columns, want a row per day", len(g.Rows), len(g.Cols))
	}
}
