package web

import (
	"net/http"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// TestToolsExample holds the counts of one scripted agent: 1 edit, 6 exec, 34
// read of which one failed, 15 write.
func TestToolsExample(t *testing.T) {
	site := testServer(t)
	var d report.Tools
	site.object(t, "/api/v1/benchmarks/clawatlas-example/tools", &d)
	if len(d.Runs) != 4 || len(d.Models) != 0 {
		t.Fatalf("%d runs, %d models with several", len(d.Runs), len(d.Models))
	}
	for _, r := range d.Runs {
		if r.Model != "never-revises" {
			continue
		}
		if r.Calls != 56 || r.Failed != 1 || r.ByFamily[results.FamilyShell] != 6 || r.ByFamily[results.FamilyFile] != 50 || r.Traces != 31 {
			t.Errorf("%+v", r)
		}
		site.object(t, "/api/v1/benchmarks/clawatlas-example/tools?run="+r.Run, &d)
		if d.Tools[0].Tool != "read" || d.Tools[0].Calls != 34 || d.Tools[0].Failed != 1 {
			t.Errorf("first tool %+v", d.Tools[0])
		}
	}
}

// testToolsReal holds Gemma's calls against the released traces.
func testToolsReal(t *testing.T) {
	var d report.Tools
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/tools", &d)
	if len(d.Runs) != 1 || d.Runs[0].Calls != 877 || d.Runs[0].Failed != 227 {
		t.Errorf("%+v", d.Runs)
	}
}

// TestToolsPublished: shares that a paper prints stand beside the counts, and
// where no run has a trace the page says what to do.
func TestToolsPublished(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/b/stage-claw/tools")
	if doc.Find("#published ~ section").Length() != 3 || doc.Find(".empty").Length() != 1 {
		t.Errorf("%d published tables, want 3", doc.Find("#published ~ section").Length())
	}
	if got := squash(doc.Find("caption:contains('Which tools are called')").Parent().Find("tbody tr").First()); got != "Shell/Session79.8" {
		t.Errorf("first row %q", got)
	}
	site.wantStatus(t, "/b/stage-claw/tools?run=none", http.StatusBadRequest)
	site.wantStatus(t, "/b/none/tools", http.StatusNotFound)
}
