package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestWhyLinks follows each link of the evidence of the example runs: without a
// script it has to lead to a step that the page shows, in no closed fold.
func TestWhyLinks(t *testing.T) {
	site := testServer(t)
	runs := site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 10})
	followed := map[string]bool{}
	for _, r := range runs {
		trials := must.Get(site.Store.RunTrials(t.Context(), r.ID, ""))(t)
		for i := range trials {
			if trials[i].Status != results.Failed {
				continue
			}
			path := "/runs/" + r.Slug + "/" + trials[i].Scenario + "/" + trials[i].Task
			for _, a := range site.page(t, path).Find("p.verdict a:not([href^='/cases/']), .evid a").EachIter() {
				href := a.AttrOr("href", "")
				if strings.HasPrefix(href, "#") {
					href = path + href
				}
				if !followed[href] {
					followed[href] = true
					opensAt(t, site, path, href)
				}
			}
		}
	}
	if len(followed) < 30 {
		t.Errorf("only %d links were followed", len(followed))
	}
}

// opensAt reports an address whose place is not on its page, or folded away there.
func opensAt(t *testing.T, site *testSite, on, href string) {
	t.Helper()
	path, id, _ := strings.Cut(href, "#")
	rec := site.get(path)
	doc := must.Get(goquery.NewDocumentFromReader(rec.Body))(t)
	place := doc.Find(`[id="` + id + `"]`)
	if rec.Code != http.StatusOK || id == "" || place.Length() != 1 {
		t.Errorf("%s: status %d, %d places %q", href, rec.Code, place.Length(), id)
	}
	// A browser opens the fold of a line that a link of another page leads to.
	if n := place.ParentsFiltered("details:not([open])").Length(); n > 0 && (path == on || !strings.Contains(id, "-L")) {
		t.Errorf("%s leads into %d closed folds", href, n)
	}
}
