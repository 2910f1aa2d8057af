package web

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// testHeatmapOfTheRun holds cells of the released run against its records.
func testHeatmapOfTheRun(t *testing.T) {
	site := realServer(t)
	for query, want := range map[string]string{"?metric=tcr": "82.14", "?metric=fd": "96.30", "?metric=crs": "73.17"} {
		doc := site.page(t, "/b/clawarena/heatmap"+query)
		row := doc.Find("table.heat tbody tr").FilterFunction(func(_ int, s *goquery.Selection) bool {
			return squash(s.Find("th")) == "API security breach regulatory response"
		})
		link := row.Find("td.hc a").First()
		if title, _ := link.Attr("title"); !strings.Contains(title, want+" %") {
			t.Errorf("%s: hil_c7 has the title %q, want %s", query, title, want)
		}
		if href, _ := link.Attr("href"); href != "/b/clawarena/scenarios/hil_c7" {
			t.Errorf("%s: the cell leads to %q", query, href)
		}
	}
	var grid taskreport.Heatmap
	site.object(t, "/api/v1/benchmarks/clawarena/heatmap?metric=crs", &grid)
	if len(grid.Systems) != 1 || grid.Total != 12 || grid.Systems[0].Mean == nil || !resultstest.Near(*grid.Systems[0].Mean, 0.644202, 1e-6) {
		t.Errorf("%d systems, %d rows, mean %v, want 1, 12 and 0.644202, the convention scenario", len(grid.Systems), grid.Total, grid.Systems[0].Mean)
	}
}

// TestHeatmapFromFigures holds that printed figures fill what no run has, that
// a superseded source is never mixed in, and that gaps stay gaps.
func TestHeatmapFromFigures(t *testing.T) {
	site := bareServer(t)
	var grid taskreport.Heatmap
	site.object(t, "/api/v1/benchmarks/clawmark/heatmap", &grid)
	value := func(row, model string) *float64 {
		for _, r := range grid.Rows {
			for k, s := range grid.Systems {
				if r.Scenario == row && s.System.Model == model {
					return r.Cells[k].Value
				}
			}
		}
		return nil
	}
	if v := value("eda", "claude-sonnet-4.6"); v == nil || *v != 1 {
		t.Errorf("EDA of Sonnet: %v, want 1", v)
	}
	for _, r := range grid.Rows { // the paper ranks seven systems and speaks of four of them at EDA
		if r.Mean != nil || r.MeanOf != 7 {
			t.Errorf("%s has the mean %v over %d of %d systems", r.Scenario, r.Mean, r.MeanN, r.MeanOf)
		}
	}
	for _, s := range grid.Systems { // the paper's Table 4 could be read for 7 of 91 cells
		if s.Mean != nil || s.MeanOf == 0 || s.MeanN >= s.MeanOf {
			t.Errorf("%s has the mean %v over %d of %d cells", s.System.Model, s.Mean, s.MeanN, s.MeanOf)
		}
	}
	if v := value("hr", "claude-sonnet-4.6"); v != nil {
		t.Errorf("HR of Sonnet: %v, want nothing: only a superseded README prints it", *v)
	}
	site.object(t, "/api/v1/benchmarks/clawmark/heatmap?source=clawmark-readme-2026-04-13", &grid)
	if len(grid.Systems) != 6 || value("hr", "claude-sonnet-4.6") == nil {
		t.Errorf("the superseded source alone: %d systems", len(grid.Systems))
	}
	doc := site.page(t, "/b/clawarena/heatmap")
	if !strings.Contains(squash(doc.Find(".empty")), "clawatlas ingest --benchmark clawarena PATH") {
		t.Error("a heatmap without numbers does not say what to do")
	}
}

// TestHeatmapByTask holds the size of the largest grid and its order.
func TestHeatmapByTask(t *testing.T) {
	site := bareServer(t)
	rec := site.get("/b/liveclawbench/heatmap?by=task")
	if n := rec.Body.Len(); n > 200_000 {
		t.Errorf("%d bytes, want at most 200,000", n)
	}
	var grid taskreport.Heatmap
	site.object(t, "/api/v1/benchmarks/liveclawbench/heatmap?by=task&sort=sd", &grid)
	if grid.Total != 134 || len(grid.Systems) != 17 {
		t.Fatalf("%d tasks and %d systems, want 134 and 17", grid.Total, len(grid.Systems))
	}
	for i := 1; i < len(grid.Rows); i++ {
		a, b := grid.Rows[i-1].SD, grid.Rows[i].SD
		if a == nil || b != nil && *a < *b {
			t.Fatalf("rows %d and %d are not in order of their deviation", i-1, i)
		}
	}
	empty := 0
	for _, r := range grid.Rows {
		for _, c := range r.Cells {
			if c.Value == nil {
				empty++
			}
		}
	}
	if empty != 5 {
		t.Errorf("%d cells without an attempt, want 5", empty)
	}
	site.object(t, "/api/v1/benchmarks/liveclawbench/heatmap?by=task&sort=mean&limit=5", &grid)
	if len(grid.Rows) != 5 || *grid.Rows[0].Mean != 0 {
		t.Errorf("hardest tasks: %d rows, mean %v", len(grid.Rows), *grid.Rows[0].Mean)
	}
}

// smokeServer serves the bundled figures and Harbor's jobs of LiveClawBench,
// which try one or two tasks each.
func smokeServer(t *testing.T) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "data", "harbor", "jobs", "LiveClawBench")
	return openSite(t, "smoke", loadPath(path))
}
