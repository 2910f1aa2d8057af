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
