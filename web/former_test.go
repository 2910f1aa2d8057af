package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestFormer walks every former address: one permanent redirect leads to a page.
func TestFormer(t *testing.T) {
	site := testServer(t)
	names := strings.NewReplacer(":benchmark", exampleBenchmark, ":scenario", "ex_office_move", ":task", "q1", ":run", thoroughRun,
		":family", "file", ":cause", "missing_path", ":change", "1", ":side", "after", ":day", "2026-11-21", ":case", "example-suspect-checker")
	for from := range former() {
		at := from
		if strings.Contains(from, ":table") { // of the paper
			at = strings.NewReplacer(":benchmark", "clawmark", ":table", "table-1").Replace(from)
		}
		at = names.Replace(at)
		res := site.get(at + "?run=" + thoroughRun)
		to := res.Header().Get("Location")
		if res.Code != http.StatusMovedPermanently {
			t.Errorf("%s: %d", at, res.Code)
			continue
		}
		if got := site.get(strings.Split(to, "#")[0]); got.Code != http.StatusOK {
			t.Errorf("%s leads to %s: %d", at, to, got.Code)
		}
	}
}
