package web

import (
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const gemmaRun = "clawarena-gemma-4-31b-openclaw-0851fe62"

// testScenarioPageOfTheReleasedRun: 20 of the 27 rounds of hil_g4 were passed;
// the failures stand alone, so seven failures form seven streaks.
func testScenarioPageOfTheReleasedRun(t *testing.T) {
	doc := realServer(t).page(t, "/b/clawarena/scenarios/hil_g4")
	must.Equal(t, "27 rounds × 1 run; passed: 20 of 27 (74.07 %).", squash(doc.Find(".lead")), "lead")
	strip := doc.Find("svg.fp[role=group] a")
	if up, pref := strip.Filter(":contains('after an update')").Length(), strip.Filter(":contains('preference round')").Length(); strip.Length() != 27 || up != 3 || pref != 4 {
		t.Errorf("strip of %d rounds, %d after updates, %d with preferences, want 27, 3, 4", strip.Length(), up, pref)
	}
	var row []string
	doc.Find("#runs ~ section tbody tr").First().Find("td").EachWithBreak(func(i int, s *goquery.Selection) bool {
		row = append(row, squash(s))
		return i < 7
	})
	must.Same(t, []string{"20", "27", "27", "8", "7", "7", "60.11", "74.07"}, row, "passed, scored, expected, k, Sf, kf, CRS, TCR")
	cells := doc.Find("table.verdicts tbody td.hc:not(.all) a")
	if cells.Length() != 27 {
		t.Fatalf("%d verdicts, want 27", cells.Length())
	}
	third := cells.Eq(2)
	href, _ := third.Attr("href")
	label, _ := third.Attr("aria-label")
	if href != "/runs/"+gemmaRun+"/hil_g4/q3" || label != "Gemma 4 31B · openclaw, q3: failed" || squash(third) != "×" {
		t.Errorf("third verdict %q %q %q", href, label, squash(third))
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
