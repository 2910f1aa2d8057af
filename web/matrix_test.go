package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

func near(a *float64, b float64) bool { return a != nil && resultstest.Near(*a, b, 1e-9) }

// TestMatrixFrameworks holds cells against arXiv 2604.04202v2, Table 4.
func TestMatrixFrameworks(t *testing.T) {
	var d matrixData
	site := bareServer(t)
	site.object(t, "/api/v1/benchmarks/clawarena/matrix", &d)
	if diff := cmp.Diff([]string{"claude-code", "nanobot", "openclaw", "picoclaw"}, d.Frameworks); diff != "" {
		t.Fatal(diff)
	}
	want := map[string][4]float64{"gpt-5.5": {.4450, .6188, .6828, .6687}, "gpt-5.1": {.4757, .5988, .6328, .6418}, "kimi-k2.5": {.5975, .3758, .5724, .5761}}
	if len(d.Models) != len(want) {
		t.Fatalf("%d models, want %d", len(d.Models), len(want))
	}
	for _, m := range d.Models {
		for i, c := range m.Cells {
			if !near(c.Value, want[m.Model][i]) || c.Evidence != results.Published {
				t.Errorf("%s in %s: %v, want %v", m.Model, c.Framework, *c.Value, want[m.Model][i])
			}
		}
		if m.Model == "gpt-5.5" && !near(m.Spread, .6828-.4450) {
			t.Errorf("spread %v", *m.Spread)
		}
	}
	doc := site.page(t, "/b/clawarena/matrix?fix=framework&metric=tcr")
	rows := doc.Find("#frameworks ~ section table").First().Find("tbody tr")
	if rows.Length() != 4 || !strings.HasPrefix(squash(rows.Eq(0)), "claude-code") {
		t.Errorf("%d rows, first %q", rows.Length(), squash(rows.Eq(0)))
	}
}

// TestMatrixAblation holds the gains against those that Table 5 itself prints.
func TestMatrixAblation(t *testing.T) {
	var d matrixData
	bareServer(t).object(t, "/api/v1/benchmarks/clawarena/matrix", &d)
	want := map[string]float64{"gpt-5.5": .0061, "gpt-5.1": .0044, "glm-5.1": .0119, "qwen3.6-plus": .0033}
	if len(d.Ablations) != len(want) {
		t.Fatalf("%d ablations, want %d", len(d.Ablations), len(want))
	}
	for _, a := range d.Ablations {
		if m := a.Metrics[0]; m.Key != "crs" || !near(m.Delta, want[a.Model]) || a.Variant != "metaclaw-skills" {
			t.Errorf("%s: %+v", a.Model, m)
		}
		for _, m := range a.Metrics {
			if m.Key == "robustness" && m.Delta != nil {
				t.Errorf("%s: a difference of Robustness, which Table 5 does not print", a.Model)
			}
		}
	}
}

// A difference is coloured where both systems have records and it separates after
// Holm over all that is tested in the table; printed ones are in no test.
func TestDeltasColouredWhereSeparable(t *testing.T) {
	spec := score.SpecOf(results.ScoringReward, "")
	units := func(passes int) []score.Unit {
		var tasks []results.Task
		var trials []results.Trial
		for i := range 12 {
			slug := fmt.Sprint("t", i)
			tasks = append(tasks, results.Task{Scenario: "s", Slug: slug})
			trials = append(trials, results.Trial{Scenario: "s", Task: slug, Attempt: 1, Attempts: 1, Score: f64(map[bool]float64{true: 1}[i < passes])})
		}
		return score.Units(results.ScoringReward, tasks, trials)
	}
	of := func(base, with string, delta0 float64) ablation {
		return ablation{runs: [2]string{base, with}, Metrics: []delta{{Key: "avg", Delta: &delta0}}}
	}
	d := &matrixData{Ablations: []ablation{of("none", "most", .75), of("none", "some", .5), of("", "", .9)}}
	testDeltas(spec, d.Ablations, map[string][]score.Unit{"none": units(0), "some": units(6), "most": units(9)})
	// 2/2^9 and 2/2^6, adjusted for two tests.
	first, second, printed := d.Ablations[0].Metrics[0], d.Ablations[1].Metrics[0], d.Ablations[2].Metrics[0]
	if !near(first.PHolm, 2.0/256) || !near(second.PHolm, 1.0/32) || printed.P != nil {
		t.Fatalf("%v %v %v", first.PHolm, second.PHolm, printed.P)
	}
	d.Ablations = append(d.Ablations, of("none", "few", .4))
	testDeltas(spec, d.Ablations, map[string][]score.Unit{"none": units(0), "some": units(6), "most": units(9), "few": units(5)})
	g := d.deltasGrid()
	var html strings.Builder
	if err := views.GridTable(g).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(html.String(), `class="num d`); n != 1 { // 2/64 and 2/32 fail in a family of three
		t.Errorf("%d cells are coloured, want the first alone", n)
	}
	if !strings.Contains(g.Note, "for the 3 tests of this table") {
		t.Errorf("note %q", g.Note)
	}
	bare := squash(bareServer(t).page(t, "/b/clawarena/matrix").Find("#ablation ~ p.note"))
	if !strings.Contains(bare, "Printed figures can be put to no test") {
		t.Errorf("printed differences: %q", bare)
	}
	if n := bareServer(t).page(t, "/b/clawarena/matrix").Find("#ablation ~ section").Eq(1).Find("td.d0, td.d2, td.d6, td.d8").Length(); n != 0 {
		t.Errorf("%d printed differences are coloured", n)
	}
	if n := bareServer(t).page(t, "/b/liveclawbench/matrix?pair=T1-3").Find("#pair ~ section table").First().Find("td.d0, td.d2, td.d6, td.d8").Length(); n != 0 {
		t.Errorf("%d changes of one system on two tasks are coloured", n)
	}
}

// TestMatrixPairs holds the paired changes, which are computed from the records
// here, against the table that was computed from the site's own data.
func TestMatrixPairs(t *testing.T) {
	site := bareServer(t)
	ctx := t.Context()
	s := &Server{store: newMemoStore(site.Store, site.Store.Revisions)}
	v, err := s.loadBench(ctx, "liveclawbench")
	if err != nil {
		t.Fatal(err)
	}
	tables, err1 := s.store.StatTables(ctx, "liveclawbench")
	tasks, err2 := s.store.Tasks(ctx, "liveclawbench", "")
	means, err3 := s.store.TaskMeans(ctx, v.RunIDs(v.Standing()))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	var d matrixData // the table is over all 17 models, the page over the ranked systems
	d.Pairs, _ = pairsOf(tables, tasks, v.Standing(), v, means)
	checked := 0
	for _, tab := range tables {
		if tab.ID != "pairs" {
			continue
		}
		for i, r := range tab.Rows {
			p := d.Pairs[i]
			if p.ID != r.Label || float64(len(p.Systems)) != cellOf(tab, r, "models") || !resultstest.Near(100**p.Change, cellOf(tab, r, "delta"), .0501) ||
				float64(p.Drop) != cellOf(tab, r, "drop") || float64(p.Same) != cellOf(tab, r, "same") || float64(p.Rise) != cellOf(tab, r, "rise") {
				t.Errorf("%s: %d systems, change %v, %d %d %d", p.ID, len(p.Systems), *p.Change, p.Drop, p.Same, p.Rise)
			}
			if p.CI == nil || p.CI[0] > *p.Change || p.CI[1] < *p.Change || p.PHolm == nil || *p.PHolm < *p.P {
				t.Errorf("%s: change %v, interval %v, p %v, Holm %v", p.ID, *p.Change, p.CI, p.P, p.PHolm)
			}
			checked++
		}
	}
	if checked != 18 {
		t.Errorf("%d pairs checked, want 18", checked)
	}
	doc := site.page(t, "/b/liveclawbench/matrix?pair=T1-3")
	if n := doc.Find("#pair ~ section table").First().Find("tbody tr").Length(); n != 15 {
		t.Errorf("%d systems of the pair, want the 15 that are ranked", n)
	}
}

// TestFactors averages changes by hand: pair one −0.5 and −0.3 (mean −0.4),
// pair two 0 for one system alone; the dropped pair does not count.
func TestFactors(t *testing.T) {
	pairs := []pair{
		{Factor: "C1", Systems: []pairSystem{{Run: "a", Change: -.5}, {Run: "b", Change: -.3}}},
		{Factor: "C1", Systems: []pairSystem{{Run: "a", Change: 0}}},
		{Factor: "C1", Status: "dropped: inverted", Systems: []pairSystem{{Run: "a", Change: 1}}},
		{Factor: "A2", Status: "dropped after recalibration", Systems: []pairSystem{{Run: "a", Change: 1}}},
	}
	got := factorsOf(pairs)
	if len(got) != 2 || got[0].Factor != "A2" || got[0].Change != nil || got[0].Dropped != 1 {
		t.Fatalf("%+v", got)
	}
	// Samples of {a, b} give −0.25 (a, a), −0.2 (a, b) and −0.3 (b, b), where
	// the second pair has no system left.
	if f := got[1]; f.Pairs != 2 || f.Dropped != 1 || f.Systems != 2 || !near(f.Change, -.2) || !near(&f.CI[0], -.3) || !near(&f.CI[1], -.2) {
		t.Errorf("%+v", f)
	}
}

// TestSolved sorts four tasks by who solves them.
func TestSolved(t *testing.T) {
	v, rows := strengthsFixture()
	rows = rows[:2]
	tasks := []results.Task{{Scenario: "s", Slug: "q1"}, {Scenario: "s", Slug: "q2"}, {Scenario: "s", Slug: "q3"}, {Scenario: "s", Slug: "q4"}}
	var means []results.TaskMean
	for run, scores := range map[int64][4]float64{1: {1, 1, .5, 0}, 2: {1, 0, 0, 0}} {
		for i, x := range scores {
			means = append(means, results.TaskMean{Run: run, Scenario: "s", Task: tasks[i].Slug, Mean: &x})
		}
	}
	got := solvedOf(tasks, rows, v, means)
	if diff := cmp.Diff([]int{2, 1, 1}, got.ByCount); diff != "" || len(got.All) != 1 || len(got.None) != 2 || got.Zero != 1 || got.All[0].Task != "q1" {
		t.Errorf("%s %+v", diff, got)
	}
	if solvedOf(tasks, rows[:1], v, means) != nil {
		t.Error("one system cannot agree with another")
	}
}

// TestMatrixRepeated holds sweeps and settings against Appendix D of ClawMark
// and Table 3 of STAGE-Claw, and the two denominators of red lines: 26 of 364
// and of 385.
func TestMatrixRepeated(t *testing.T) {
	site := bareServer(t)
	var mark, stage matrixData
	site.object(t, "/api/v1/benchmarks/clawmark/matrix", &mark)
	site.object(t, "/api/v1/benchmarks/stage-claw/matrix", &stage)
	if len(mark.Sweeps) != 2 || !near(mark.Sweeps[0].Range, .712-.684) || !near(mark.Sweeps[1].Range, .730-.720) {
		t.Errorf("sweeps %+v", mark.Sweeps)
	}
	if len(stage.Settings) != 2 || !near(stage.Settings[0].Change, .6671-.5978) || !near(stage.Settings[1].Change, .6457-.5974) {
		t.Errorf("settings %+v", stage.Settings)
	}
	if len(mark.Notes) != 1 || !strings.Contains(mark.Notes[0], "26 crossings in 364 evaluations (7.14 %)") || !strings.Contains(mark.Notes[0], "385 evaluations (6.75 %)") {
		t.Errorf("notes %q", mark.Notes)
	}
	if site.page(t, "/b/metaclaw-bench/matrix").Find(".empty").Length() != 1 {
		t.Error("an empty page does not say so")
	}
}

// TestTables shows every published table with its source, alone and as CSV.
func TestTables(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/b/clawarena/tables")
	var api struct{ Total int }
	site.object(t, "/api/v1/benchmarks/clawarena/tables", &api)
	if n := doc.Find("main table").Length(); n != api.Total || n < 8 {
		t.Errorf("%d tables, the API counts %d", n, api.Total)
	}
	if got := site.get("/b/clawarena/tables?table=table-10&format=csv").Body.String(); !strings.HasPrefix(got, "label,count,share\nEvents that change the workspace,42,50.6\n") {
		t.Errorf("CSV %q", got)
	}
	// A cell that was not published stays empty.
	if got := site.get("/b/clawarena/tables?table=table-9&format=csv").Body.String(); !strings.Contains(got, "\"Scripted checks that expect an output, percent\",0.4,,\n") {
		t.Errorf("CSV %q", got)
	}
	for path, want := range map[string]int{
		"/b/clawarena/tables?table=none": http.StatusBadRequest, "/b/none/tables": http.StatusNotFound, "/b/clawarena/matrix?metric=x": http.StatusBadRequest,
		"/b/clawarena/matrix?fix=x": http.StatusBadRequest, "/b/liveclawbench/matrix?pair=x": http.StatusBadRequest, "/b/clawarena/tables?format=csv": http.StatusOK,
		"/b/liveclawbench/matrix?format=csv": http.StatusOK, "/b/clawarena/matrix?format=csv": http.StatusOK, "/b/metaclaw-bench/matrix?format=csv": http.StatusOK,
	} {
		site.wantStatus(t, path, want)
	}
}

// strengthsFixture has three runs: a and b are complete and comparable, c
// belongs to another group.
func strengthsFixture() (*report.Bench, []results.BoardRow) {
	v := &report.Bench{Benchmark: results.Benchmark{ID: "x", Words: results.Words{Task: "round"}}, Runs: map[string]results.Run{}}
	v.Board.Headline = "crs"
	var rows []results.BoardRow
	for i, slug := range []string{"a", "b", "c"} {
		v.Runs[slug] = results.Run{ID: int64(i + 1), Slug: slug}
		group := "g"
		if slug == "c" {
			group = "other"
		}
		rows = append(rows, results.BoardRow{Run: &slug, Group: group, Complete: true})
	}
	return v, rows
}
