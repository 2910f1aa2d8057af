package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestFailedCallsLeadToSteps: a cause leads to its calls, and each call to the step
// whose result shows it.
func TestFailedCallsLeadToSteps(t *testing.T) {
	site := testServer(t)
	calls := 0
	for _, cause := range site.page(t, "/b/clawatlas-example/tools").Find("#why ~ * a[href^='/b/clawatlas-example/tools/']").EachIter() {
		for _, c := range site.csv(t, cause.AttrOr("href", "")+"?format=csv") {
			calls++
			trial := "/runs/" + c["run"] + "/" + c["scenario"] + "/" + c["task"]
			quote, _, _ := strings.Cut(strings.Join(strings.Fields(c["quote"]), " "), "/") // paths are relative to the workspace there
			if text := squash(site.page(t, trial).Find("#step-" + c["step_id"])); !strings.Contains(text, quote) {
				t.Errorf("%s, step %s lacks %q", trial, c["step_id"], c["quote"])
			}
		}
	}
	if calls != 3 {
		t.Errorf("%d failed calls, want 3", calls)
	}
	for path, want := range map[string]int{"/b/clawatlas-example/tools/file/none": 404, "/b/clawatlas-example/tools/none/missing_path": 404,
		"/b/clawatlas-example/tools/file/missing_path?run=none": 400, "/b/none/tools/file/missing_path": 404} {
		site.wantStatus(t, path, want)
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
