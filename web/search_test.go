package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/words"
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

func TestSearchPage(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, searchURL("/search", "report"))
	lead := squash(doc.Find(".lead"))
	m := regexp.MustCompile(`^(\d+) steps in all traces hold “report”\.$`).FindStringSubmatch(lead)
	if m == nil {
		t.Fatalf("lead: got %q", lead)
	}
	var api foundJSON
	site.object(t, searchURL("/api/v1/search", "report"), &api)
	if fmt.Sprint(*api.Total) != m[1] {
		t.Errorf("the page says %s hits, the API %d", m[1], *api.Total)
	}
	if got := doc.Find(".find input").AttrOr("value", ""); got != "report" {
		t.Errorf("search box of the header: got %q", got)
	}
	hits := doc.Find(".hits > li")
	if hits.Length() != min(*api.Total, 15) {
		t.Errorf("%d hits on the page", hits.Length())
	}
	address := regexp.MustCompile(`^/runs/[a-z0-9._-]+/[a-z0-9._-]+/[a-z0-9._-]+\?find=report&step=(\d+)#step-(\d+)$`)
	hits.Each(func(_ int, hit *goquery.Selection) {
		href := hit.Find(".where a").First().AttrOr("href", "")
		if m := address.FindStringSubmatch(href); m == nil || m[1] != m[2] {
			t.Errorf("address of a hit: %q", href)
		}
		if !strings.EqualFold(squash(hit.Find("mark").First()), "report") {
			t.Errorf("marked: %q in %q", squash(hit.Find("mark").First()), squash(hit.Find(".txt")))
		}
		if squash(hit.Find(".tag")) != "scripted agent" {
			t.Errorf("the hit of a scripted agent is not marked as one: %q", squash(hit))
		}
		if hit.Find(".mark .sr").Length() != 1 {
			t.Errorf("the outcome has no word: %q", squash(hit.Find(".where")))
		}
	})
	if got := doc.Find("title").Text(); !strings.HasPrefix(got, "Search: report") {
		t.Errorf("title: %q", got)
	}
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

// TestSearchInTrace searches one trace, as its page does.
func TestSearchInTrace(t *testing.T) {
	site := testServer(t)
	var api foundJSON
	site.object(t, searchURL("/api/v1/search", "the", "limit", "1000"), &api)
	first := api.Hits[0]
	run, scenario, task := first["run"].(string), first["scenario"].(string), first["task"].(string)
	var want []float64
	for _, h := range api.Hits {
		if h["run"] == run && h["scenario"] == scenario && h["task"] == task {
			want = append(want, h["step_id"].(float64))
		}
	}
	slices.Sort(want)
	var trace foundJSON
	site.object(t, searchURL("/api/v1/search", "the", "run", run, "scenario", scenario, "task", task), &trace)
	var got []float64
	for _, h := range trace.Hits {
		got = append(got, h["step_id"].(float64))
	}
	must.Same(t, want, got, "steps of the trace, in its order")
	doc := site.page(t, searchURL("/search", "the", "run", run, "scenario", scenario, "task", task, "attempt", "1"))
	bench, err := site.Store.FindBenchmark(t.Context(), first["benchmark"].(string))
	if got := squash(doc.Find("h1")); err != nil || got != "Search in "+words.Task(bench, scenario, task) {
		t.Errorf("heading: %q", got)
	}
	if doc.Find(fmt.Sprintf(`.crumbs a[href^="/runs/%s/%s/%s"]`, run, scenario, task)).Length() != 1 {
		t.Error("no way back to the trace")
	}
	form := doc.Find(".ask")
	if form.Find(`input[type=hidden][name=task]`).AttrOr("value", "") != task || form.Find("select").Length() != 0 {
		t.Error("the form leaves the trace, or asks for its benchmark")
	}
}

// A filter alone is a search: the page of one leads to its answer of the API.
func TestSearchByFilterAlone(t *testing.T) {
	site := testServer(t)
	var found struct{ Total int }
	site.object(t, "/api/v1/search?role=agent", &found)
	if found.Total == 0 {
		t.Error("no step of an agent")
	}
	site.wantStatus(t, "/api/v1/search", http.StatusBadRequest)
}
