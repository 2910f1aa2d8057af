package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// linked are the pages that a Link header names.
var linked = regexp.MustCompile(`<([^>]+)>; rel="(next|prev)"`)

// Whoever follows next from the first page of any list of the API has each entry once,
// in order, and prev leads back.
func TestPagesAreLinked(t *testing.T) {
	site := testServer(t)
	sample, several := openSample(t, site), 0
	for path, of := range openDocument(t).Paths {
		if !slices.ContainsFunc(of.Get.Parameters, func(p apiParameter) bool { return p.Name == "offset" }) {
			continue
		}
		at := sample(path)
		with := func(limit int) string {
			return at + map[bool]string{true: "&", false: "?"}[strings.Contains(at, "?")] + fmt.Sprint("limit=", limit)
		}
		var whole map[string]any
		var size struct{ Total int }
		body := site.get(with(1000)).Body.Bytes()
		if json.Unmarshal(body, &whole) != nil || json.Unmarshal(body, &size) != nil {
			t.Fatalf("GET %s: %s", at, body)
		}
		if size.Total > 1000 {
			t.Fatalf("%s has %d entries: take another sample", at, size.Total)
		}
		limit := max(1, size.Total/3)
		pages := pagesFrom(t, site, with(limit))
		if len(pages) > 1 {
			several++
		}
		if want := (size.Total + limit - 1) / limit; len(pages) < max(1, want) {
			t.Errorf("%s: %d pages of %d, want %d for %d", at, len(pages), limit, want, size.Total)
		}
		for key, v := range whole {
			all, list := v.([]any)
			first, _ := pages[0][key].([]any)
			if !list || len(first) == len(all) || len(pages) == 1 {
				continue // not what the pages are of
			}
			var joined []any
			for _, p := range pages {
				joined = append(joined, p[key].([]any)...)
			}
			if !cmp.Equal(all, joined) {
				t.Errorf("%s: %s has %d entries, the %d pages have %d", at, key, len(all), len(pages), len(joined))
			}
		}
	}
	if several < 12 {
		t.Errorf("%d lists had several pages", several)
	}
}

// pagesFrom are the answers from an address to the last page behind it.
func pagesFrom(t *testing.T, site *testSite, at string) (pages []map[string]any) {
	t.Helper()
	for back := ""; at != ""; {
		var page map[string]any
		rec := site.get(at)
		if err := json.Unmarshal(rec.Body.Bytes(), &page); err != nil || rec.Code != http.StatusOK || len(pages) > 1000 {
			t.Fatalf("GET %s: status %d, page %d: %v", at, rec.Code, len(pages), err)
		}
		pages = append(pages, page)
		to := map[string]string{}
		for _, m := range linked.FindAllStringSubmatch(strings.Join(rec.Header().Values("Link"), ", "), -1) {
			to[m[2]] = m[1]
		}
		if back == "" && to["prev"] != "" || back != "" && site.get(to["prev"]).Body.String() != site.get(back).Body.String() {
			t.Errorf("GET %s: prev is %q, want %q", at, to["prev"], back)
		}
		back, at = at, to["next"]
	}
	return pages
}
