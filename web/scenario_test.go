package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const gemmaRun = "clawarena-gemma-4-31b-openclaw-0851fe62"

// testScenarioPageOfTheReleasedRun: 20 of the 27 rounds of hil_g4 were passed;
// the failures stand alone, so seven failures form seven streaks.
func testScenarioPageOfTheReleasedRun(t *testing.T) {
	doc := realServer(t).page(t, "/b/clawarena/scenarios/hil_g4")
	must.Equal(t, "Gemma 4 31B · openclaw: 20 of 27 rounds passed (74.07 %).", squash(doc.Find(".verdict").First()), "verdict")
	strip := doc.Find("svg.fp[role=group] a")
	if up, pref := strip.Filter(":contains('after an update')").Length(), strip.Filter(":contains('preference round')").Length(); strip.Length() != 27 || up != 3 || pref != 4 {
		t.Errorf("strip of %d rounds, %d after updates, %d with preferences, want 27, 3, 4", strip.Length(), up, pref)
	}
	if text := squash(doc.Find(".run-strip").First()); !strings.Contains(text, "CRS 60.11, TCR 74.07") || !strings.Contains(text, "SC 46.15, FD 100.00") {
		t.Errorf("metrics of the run: %q", text)
	}
	third := strip.Eq(2)
	href, _ := third.Attr("href")
	if href != "/runs/"+gemmaRun+"/hil_g4/q3" || !strings.Contains(third.Text(), "failed") {
		t.Errorf("third verdict %q %q", href, third.Text())
	}
	if got := doc.Find("a[rel=prev]").AttrOr("href", "") + " " + doc.Find("a[rel=next]").AttrOr("href", ""); got != "/b/clawarena/scenarios/hil_f7 /b/clawarena/scenarios/hil_c7" {
		t.Errorf("neighbours %q", got)
	}
}

// exampleRun is the slug of the scripted agent's run.
func exampleRun(t testing.TB, site *testSite, model string) string {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 100})
	for _, r := range runs {
		if r.System.Model == model {
			return r.Slug
		}
	}
	t.Fatalf("no run of %s", model)
	return ""
}
