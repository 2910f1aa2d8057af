package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func near(a *float64, b float64) bool { return a != nil && resultstest.Near(*a, b, 1e-9) }

// TestMatrixFrameworks holds cells against arXiv 2604.04202v2, Table 4.
func TestMatrixFrameworks(t *testing.T) {
	var d comparereport.Matrix
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
	// Section 4.2 prints the range by model, 29.46 points, and 4.3 that of GPT-5.5 by
	// framework, 23.78; Table 3 has 15 models in OpenClaw.
	x := d.Across
	if x == nil || x.Framework != "openclaw" || x.Models != 15 || x.Low.Model != "glm-4.7-flash" || x.High.Model != "gpt-5.5" || !near(x.Spread, .2946) {
		t.Errorf("range by model %+v", x)
	}
	text := squash(site.page(t, "/b/clawarena/matrix").Find("#ranges"))
	for _, want := range []string{"spans 29.46 points over 15 models in openclaw", "GLM-4.7-Flash (38.82) to GPT-5.5 (68.28)", "at most 23.78 points over 4 frameworks, of GPT-5.5"} {
		if !strings.Contains(text, want) {
			t.Errorf("the ranges do not say %q: %s", want, text)
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
	var d comparereport.Matrix
	bareServer(t).object(t, "/api/v1/benchmarks/clawarena/matrix", &d)
	want := map[string]float64{"gpt-5.5": .0061, "gpt-5.1": .0044, "glm-5.1": .0119, "qwen3.6-plus": .0033}
	if len(d.Additions) != len(want) {
		t.Fatalf("%d additions, want %d", len(d.Additions), len(want))
	}
	for _, a := range d.Additions {
		if m := a.Metrics[0]; m.Key != "crs" || !near(m.Difference, want[a.Model]) || a.Variant != "metaclaw-skills" {
			t.Errorf("%s: %+v", a.Model, m)
		}
		for _, m := range a.Metrics {
			if m.Key == "robustness" && m.Difference != nil {
				t.Errorf("%s: a difference of Robustness, which Table 5 does not print", a.Model)
			}
		}
	}
}

// Printed differences and those of one system on two tasks are in no test, so
// none of them is coloured.
func TestUntestedDifferencesAreNotColoured(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/b/clawarena/matrix")
	if note := squash(doc.Find("#ablation ~ p.note")); !strings.Contains(note, "Printed figures cannot be tested") {
		t.Errorf("printed differences: %q", note)
	}
	if n := doc.Find("#ablation ~ section").Eq(1).Find("td.d0, td.d2, td.d6, td.d8").Length(); n != 0 {
		t.Errorf("%d printed differences are coloured", n)
	}
	if n := site.page(t, "/b/liveclawbench/matrix?pair=T1-3").Find("#pair ~ section table").First().Find("td.d0, td.d2, td.d6, td.d8").Length(); n != 0 {
		t.Errorf("%d changes of one system on two tasks are coloured", n)
	}
}

func statValue(t results.StatTable, r results.StatRow, key string) float64 {
	i := slices.IndexFunc(t.Columns, func(c results.StatColumn) bool { return c.Key == key })
	return *r.Cells[i].Value
}

// TestMatrixPairs holds the paired changes, which are computed from the records
// here, against the table that was computed from the site's own data.
func TestMatrixPairs(t *testing.T) {
	site := bareServer(t)
	ctx := t.Context()
	s := &Server{Store: NewMemoStore(site.Store, valuesKept, site.Store.Revisions)}
	v := must.Get(s.LoadBench(ctx, "liveclawbench"))(t)
	tables, err1 := s.Store.StatTables(ctx, "liveclawbench")
	tasks, err2 := s.Store.Tasks(ctx, "liveclawbench", "")
	means, err3 := s.Store.TaskMeans(ctx, v.RunIDs(v.RowsWithRun()))
	must.Do(t, errors.Join(err1, err2, err3))
	var d comparereport.Matrix // the table is over all 17 models, the page over the ranked systems
	d.Pairs, _ = comparereport.MeasurePairs(tables, tasks, v.RowsWithRun(), v, means)
	checked := 0
	for _, tab := range tables {
		if tab.ID != "pairs" {
			continue
		}
		for i, r := range tab.Rows {
			p := d.Pairs[i]
			if p.ID != r.Label || float64(len(p.Systems)) != statValue(tab, r, "models") || !resultstest.Near(100**p.Change, statValue(tab, r, "delta"), .0501) ||
				float64(p.Drop) != statValue(tab, r, "drop") || float64(p.Same) != statValue(tab, r, "same") || float64(p.Rise) != statValue(tab, r, "rise") {
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

// TestMatrixRepeated holds sweeps and settings against Appendix D of ClawMark
// and Table 3 of STAGE-Claw, and the two denominators of red lines: 26 of 364
// and of 385.
func TestMatrixRepeated(t *testing.T) {
	site := bareServer(t)
	var mark, stage comparereport.Matrix
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
	if n := doc.Find("main table").Length(); n < 8 {
		t.Errorf("%d tables", n)
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
