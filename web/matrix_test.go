package web

import (
	"errors"
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
