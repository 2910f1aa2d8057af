package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// testPassRate holds the released run's 254 of 337 against the Wilson interval
// that docs/design.md#golden-values gives, in the API and on the page.
func testPassRate(t *testing.T) {
	site := realServer(t)
	run := traceRun(t, site)
	var got struct {
		PassRate results.MetricValue `json:"pass_rate"`
	}
	site.object(t, "/api/v1/runs/"+run, &got)
	if got.PassRate.Value == nil || got.PassRate.CI == nil {
		t.Fatalf("pass_rate is %+v", got.PassRate)
	}
	for i, want := range []float64{254. / 337, 0.7050, 0.7967} {
		x := append([]float64{*got.PassRate.Value}, got.PassRate.CI[:]...)[i]
		if !resultstest.Near(x, want, 5e-5) {
			t.Errorf("number %d of the pass rate is %v, want %v", i, x, want)
		}
	}
	if text := squash(site.page(t, "/runs/"+run).Find("main")); !strings.Contains(text, "Passed: 254 of 337 (75.37 %) trials with a verdict; Wilson 95 % interval 70.50–79.67 %") {
		t.Errorf("the run page does not state its pass rate: %.900s", text)
	}
}
