package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/link"
)

// Every page of the documentation is served, found from the list, and its links
// lead to pages and headings that the site has.
func TestDocs(t *testing.T) {
	site := bareServer(t)
	index := site.page(t, "/docs")
	pages := map[string]*goquery.Document{}
	for _, e := range docs.Contents().Pages {
		if at := link.Doc(e.ID); index.Find(`main a[href="`+at+`"]`).Length() != 1 {
			t.Errorf("/docs does not link %s", at)
		}
		pages[link.Doc(e.ID)] = site.page(t, link.Doc(e.ID))
	}
	for at, page := range pages {
		if n, all := page.Find("nav.toc a").Length(), page.Find(".prose h2").Length(); n != all || n == 0 {
			t.Errorf("%s: %d of %d sections are listed", at, n, all)
		}
		if got := page.Find(".tw table").Length(); got != page.Find("main table").Length() {
			t.Errorf("%s: a table does not scroll", at)
		}
		page.Find("main th").Each(func(_ int, th *goquery.Selection) {
			if squash(th) == "" {
				t.Errorf("%s: a row or column of a table has no name", at)
			}
		})
		page.Find("main a[href]").Each(func(_ int, a *goquery.Selection) {
			file, anchor, _ := strings.Cut(a.AttrOr("href", ""), "#")
			target := page
			switch {
			case strings.HasPrefix(file, "https://"):
				return
			case strings.HasPrefix(file, "/b/"):
				target = site.page(t, file)
			case file != "":
				target = pages[file]
			}
			if target == nil || anchor != "" && target.Find("#"+anchor).Length() != 1 {
				t.Errorf("%s links %s, which is not there", at, a.AttrOr("href", ""))
			}
		})
	}
	for _, at := range []string{"/docs/none", "/docs/design.md"} {
		site.wantStatus(t, at, http.StatusNotFound)
	}
	for _, at := range []string{"/", "/docs"} {
		if site.page(t, at).Find(`a[href="/docs"]`).Length() == 0 {
			t.Errorf("%s does not link the documentation", at)
		}
	}
}
