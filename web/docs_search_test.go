package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/search"
)

// The manual and the help of the search have every filter, with an example that runs.
func TestSearchManual(t *testing.T) {
	page, ok := docs.Find("search")
	if !ok {
		t.Fatal("there is no page on the search")
	}
	site := testServer(t)
	help := site.page(t, "/search")
	for _, name := range search.FilterNames() {
		if !strings.Contains(page.Markdown, "\n| `"+name+":") || !strings.Contains(squash(help.Find("main")), name+":") {
			t.Errorf("the manual or the help has nothing on %s:", name)
		}
	}
	examples := help.Find(`main a[href^="/search?q="]`)
	if examples.Length() < len(search.FilterNames())+4 {
		t.Errorf("%d examples", examples.Length())
	}
	for _, a := range examples.EachIter() {
		if doc := site.page(t, a.AttrOr("href", "")); strings.Contains(squash(doc.Find("main")), "searched as words") || !strings.Contains(squash(doc.Find(".lead")), "step") {
			t.Errorf("example %s: %q", squash(a), squash(doc.Find("main")))
		}
	}
}
