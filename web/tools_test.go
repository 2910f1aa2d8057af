package web

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
)

// TestToolsExample holds the counts of one scripted agent: 1 edit, 6 exec, 34
// read of which one failed, 15 write.
func TestToolsExample(t *testing.T) {
	site := testServer(t)
	var d runreport.Tools
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

// testToolsReal holds Gemma's calls against the released traces. The 137 searches that
// found nothing are no failures.
func testToolsReal(t *testing.T) {
	var d runreport.Tools
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/tools", &d)
	if len(d.Runs) != 1 || d.Runs[0].Calls != 877 || d.Runs[0].Failed != 90 {
		t.Errorf("%+v", d.Runs)
	}
	got := map[string][4]int{}
	for _, f := range d.Failures {
		got[f.Family+" "+f.Cause] = [4]int{f.Calls, f.Trials, f.With.Passed, f.Without.Passed}
	}
	want := map[string][4]int{ // read by hand; 254 of 337 rounds passed
		"shell and session missing_path": {29, 6, 3, 251}, "shell and session not_allowed": {20, 7, 5, 249},
		"shell and session command_error": {18, 10, 5, 249}, "shell and session missing_program": {4, 2, 0, 254},
		"file missing_path": {9, 8, 4, 250}, "file no_match": {4, 2, 0, 254}, "file invalid_call": {2, 1, 0, 254}, "state and messaging missing_path": {4, 1, 0, 254},
	}
	must.Same(t, want, got, "causes")
}

// TestFailedCallsLeadToSteps: a cause leads to its calls, and each call to the step
// whose result shows it.
func TestFailedCallsLeadToSteps(t *testing.T) {
	site := testServer(t)
	var d runreport.Tools
	site.object(t, "/api/v1/benchmarks/clawatlas-example/tools", &d)
	calls := 0
	for _, cause := range d.Failures {
		var f runreport.FailedCalls
		site.object(t, "/api/v1"+strings.Replace(cause.URL, "/b/", "/benchmarks/", 1), &f)
		if f.Total != cause.Calls || len(f.Calls) != cause.Calls {
			t.Errorf("%s: %d of %d calls, want %d", cause.URL, len(f.Calls), f.Total, cause.Calls)
		}
		for _, c := range f.Calls {
			calls++
			trial, _, _ := strings.Cut(c.URL, "?")
			_, anchor, _ := strings.Cut(c.URL, "#")
			if text := squash(site.page(t, trial).Find("#" + anchor)); !strings.Contains(text, strings.Join(strings.Fields(c.Quote), " ")) {
				t.Errorf("%s lacks %q", c.URL, c.Quote)
			}
		}
	}
	if calls != 3 {
		t.Errorf("%d failed calls, want 3", calls)
	}
	page := site.page(t, "/b/clawatlas-example/tools")
	if page.Find(`#why ~ section a[href="/b/clawatlas-example/tools/file/missing_path"]`).Length() != 1 {
		t.Error("the tools do not lead to the calls")
	}
	site.wantStatus(t, "/b/clawatlas-example/tools/file/none", http.StatusNotFound)
	site.wantStatus(t, "/b/clawatlas-example/tools/none/missing_path", http.StatusNotFound)
	site.wantStatus(t, "/b/clawatlas-example/tools/file/missing_path?run=none", http.StatusBadRequest)
	site.wantStatus(t, "/b/none/tools/file/missing_path", http.StatusNotFound)
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

// testKindsReal holds the correlation of Gemma's scenarios and of the paper's
// Table 3 against values that were computed apart from the same numbers.
func testKindsReal(t *testing.T) {
	var k taskreport.Kinds
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/kinds", &k)
	if len(k.Systems) != 1 || len(k.Published) != 3 {
		t.Fatalf("%d systems, %d tables", len(k.Systems), len(k.Published))
	}
	for _, c := range []struct {
		got       taskreport.KindCorrelation
		n         int
		r, lo, hi float64
	}{{k.Systems[0].KindCorrelation, 12, 0.6515786702, 0.1240732643, 0.8919446676}, {k.Published[0].KindCorrelation, 15, 0.4960111512, -0.0217876834, 0.8039897746}} {
		if c.got.N != c.n || math.Abs(*c.got.R-c.r) > 1e-9 || math.Abs(c.got.CI[0]-c.lo) > 1e-9 || math.Abs(c.got.CI[1]-c.hi) > 1e-9 {
			t.Errorf("n %d, r %v, %v; want %+v", c.got.N, *c.got.R, *c.got.CI, c)
		}
	}
	if t4 := k.Published[1]; t4.N != 12 || t4.CI != nil {
		t.Errorf("rows of one model under four frameworks have an interval: %+v", t4.KindCorrelation)
	}
}
