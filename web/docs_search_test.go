package web

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/search"
)

// The manual and the help of the search have every field, with an example that runs.
func TestSearchManual(t *testing.T) {
	page, ok := docs.Find("search")
	if !ok {
		t.Fatal("there is no page on the search")
	}
	site := testServer(t)
	help := site.page(t, "/search")
	for _, f := range search.Fields() {
		if !strings.Contains(page.Markdown, "\n| `"+f.Example+"` |") {
			t.Errorf("docs/search.md has no line for %s", f.Example)
		}
		for _, w := range f.Words {
			if !strings.Contains(page.Markdown, "`"+w+"`") && w != "missing" { // a missing trial has no steps
				t.Errorf("docs/search.md does not name the value %s of %s", w, f.Name)
			}
		}
		text := search.Parse(f.Example)
		if len(text.Fields) != 1 || text.Fields[0].Name != f.Name || len(text.Notes) > 0 {
			t.Errorf("example %s means %+v", f.Example, text)
		}
		if help.Find(`td, th`).FilterFunction(func(_ int, s *goquery.Selection) bool { return squash(s) == f.Example }).Length() == 0 {
			t.Errorf("the help has no line for %s", f.Example)
		}
	}
	for _, c := range calls.Causes() {
		if !strings.Contains(page.Markdown, "`"+string(c)+"`") {
			t.Errorf("docs/search.md does not name the kind of failure %s", c)
		}
	}
	examples := help.Find(`main a[href^="/search?q="]`)
	if examples.Length() < len(search.Fields())+7 {
		t.Errorf("%d examples", examples.Length())
	}
	for _, a := range examples.EachIter() {
		if doc := site.page(t, a.AttrOr("href", "")); strings.Contains(squash(doc.Find("main")), "searched as words") || !strings.Contains(squash(doc.Find(".lead")), "step") {
			t.Errorf("example %s: %q", squash(a), squash(doc.Find("main")))
		}
	}
}
