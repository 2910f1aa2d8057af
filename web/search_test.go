package web

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

// foundJSON is the API's answer under the names that docs/api.md promises.
type foundJSON struct {
	Total  *int                             `json:"total"`
	Capped bool                             `json:"capped"`
	Names  []struct{ Kind, ID, URL string } `json:"names"`
	Note   *string                          `json:"note"`
	Notes  []string                         `json:"notes"`
	Hits   []map[string]any                 `json:"hits"`
	Facets []struct{ Values []facetOfTest } `json:"facets"`
}

type facetOfTest struct {
	Value string
	Count int
}

func searchURL(path, line string, pairs ...string) string {
	q := url.Values{"q": {line}}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return path + "?" + q.Encode()
}

// TestSearchFacetsLead follows every facet and compares its count with what
// its page finds.
func TestSearchFacetsLead(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, searchURL("/search", "the"))
	links := doc.Find("#narrow li:has(a)")
	if links.Length() < 8 {
		t.Fatalf("only %d facet values", links.Length())
	}
	links.Each(func(_ int, li *goquery.Selection) {
		href := li.Find("a").AttrOr("href", "")
		lead := squash(site.page(t, href).Find(".lead"))
		if n := squash(li.Find(".n")); !strings.HasPrefix(lead, n+" step") {
			t.Errorf("%s: the facet says %s, the page %q", href, n, lead)
		}
	})
	narrow := site.page(t, searchURL("/search", `the -"no such" tool:read`, "tool", "exec", "failed", "1"))
	var chips []string
	for _, li := range narrow.Find(".chips li").EachIter() {
		chips = append(chips, squash(li))
	}
	if diff := cmp.Diff([]string{"tool exec remove tool exec", "failed steps only remove failed steps only 1", "only the line"}, chips); diff != "" {
		t.Errorf("chips: (-want +got)\n%s", diff)
	}
	for i, want := range map[int]string{0: `/search?failed=1&q=the -"no such" tool:read`, 1: `/search?q=the -"no such" tool:read&tool=exec`, 2: `/search?q=the -"no such" tool:read`} {
		href, err := url.QueryUnescape(narrow.Find(".chips li").Eq(i).Find("a").AttrOr("href", ""))
		if err != nil || href != want {
			t.Errorf("the page without %s: %q, want %q", chips[i], href, want)
		}
	}
	if narrow.Find(`.ask input[type=hidden][name=tool][value=exec]`).Length() != 1 || narrow.Find(`.ask input[name=failed][value="1"]`).Length() != 1 {
		t.Error("the form has lost its filters")
	}
}

// Names come first, also where no step is found, and their addresses have pages.
func TestSearchNames(t *testing.T) {
	site := testServer(t)
	for line, want := range map[string]string{"ClawArena": "benchmark clawarena", "hil_c7": "scenario hil_c7"} {
		var api foundJSON
		site.object(t, searchURL("/api/v1/search", line), &api)
		if len(api.Names) == 0 || api.Names[0].Kind+" "+api.Names[0].ID != want {
			t.Errorf("%s: names %+v, want %s first", line, api.Names, want)
			continue
		}
		doc := site.page(t, searchURL("/search", line, "names", "all"))
		if doc.Find("main").Children().Index() < 0 || doc.Find(".names a").First().AttrOr("href", "") != api.Names[0].URL || doc.Find(".hits li .names").Length() > 0 {
			t.Errorf("%s: the page begins with %q", line, squash(doc.Find(".names")))
		}
		for _, a := range doc.Find(".names a").EachIter() {
			site.page(t, a.AttrOr("href", ""))
		}
	}
	var none foundJSON
	site.object(t, searchURL("/api/v1/search", "ClawArena tool:exec"), &none)
	if len(none.Names) > 0 {
		t.Errorf("a search with filters has names: %+v", none.Names)
	}
}
