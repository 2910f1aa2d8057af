package web

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/must"
)

// proseTables are pages whose tables are no data of ours: text about the site, or
// what a record holds. A written case shows exhibits, each linked to its page, and
// what other sites frame leads to the page that it is a part of.
var proseTables = regexp.MustCompile(`^/docs|^/submit$|^/search$|/steps/\d+|^/cases/`)

var (
	// otherRows are pages whose CSV has other rows than their tables: all pages of a
	// list, one row for each trial, point or change where the page sums them up, one
	// for each column, or the list of tables.
	otherRows = regexp.MustCompile(`^/$|^/(changes|runs|compare)|^/b/[^/]+(\?|$|/(heatmap|scenarios/[^/]+|days|world|repeats|kinds|method|reasons)(\?|$))|^/b/[^/]+/tasks\?page|^/b/stage-claw/tools$|^/b/clawmark/tables$`)
	// noHits is the search that says what each word finds alone.
	noHits = regexp.MustCompile(`^/search\?.*nowhere`)
)

// shownRows counts the rows of data of each table of a page: none that name a group,
// say that there is nothing, or add up the others.
func shownRows(doc *goquery.Document) []int {
	var list []int
	for _, t := range doc.Find("main table").EachIter() {
		list = append(list, t.Find("tbody tr").Not(":has([colspan])").Length())
	}
	return list
}

// Whoever sees a table can take it away: each page with one links it as CSV and
// has a twin in JSON, and both are what they are called.
func TestTablesCanBeTaken(t *testing.T) {
	site := newGoldenSite(t)
	seen, taken, filled := map[string]bool{}, 0, 0
	take := func(page, kind, href string, shown []int) {
		if href == "" {
			t.Errorf("%s has a table and no %s", page, kind)
		}
		if href == "" || seen[href] {
			return
		}
		seen[href] = true
		rec := site.get(href)
		got, body := rec.Header().Get("Content-Type"), rec.Body
		switch {
		case rec.Code != http.StatusOK || !strings.HasPrefix(got, kind):
			t.Errorf("%s: %s answers %d %s", page, href, rec.Code, got)
		case kind == "text/csv":
			lines, err := csv.NewReader(body).ReadAll()
			if err != nil || len(lines) == 0 {
				t.Errorf("%s: %s has %d lines: %v", page, href, len(lines), err)
			}
			switch n := len(lines) - 1; {
			case noHits.MatchString(page) || slices.Contains(shown, n):
			case n == 0 && slices.Max(shown) > 0 || !otherRows.MatchString(page):
				t.Errorf("%s has tables of %d rows, and %s %d", page, shown, href, n)
			}
			filled += min(1, max(0, len(lines)-1))
		case !json.Valid(body.Bytes()):
			t.Errorf("%s: %s is no JSON", page, href)
		}
	}
	for _, a := range goldenAddresses(t) {
		at := a.at(site)
		if a.static || proseTables.MatchString(at) {
			continue
		}
		rec := site.get(at)
		if rec.Code != http.StatusOK || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			continue
		}
		doc := must.Get(goquery.NewDocumentFromReader(rec.Body))(t)
		if doc.Find("main table").Length() == 0 {
			continue
		}
		taken++
		for _, kind := range []string{"text/csv", "application/json"} {
			take(a.line, kind, doc.Find(`link[rel=alternate][type="`+kind+`"]`).AttrOr("href", ""), shownRows(doc))
		}
	}
	if taken < 80 || filled < 60 {
		t.Errorf("only %d pages with a table were found, and %d tables with a row", taken, filled)
	}
}

// The API sends who asks it for a table to the page that has it.
func TestTwinTables(t *testing.T) {
	site := newGoldenSite(t)
	for _, at := range []string{"/benchmarks", "/about", "/changes?benchmark=clawatlas-example", "/benchmarks/clawatlas-example/cases", "/runs/{thorough}/ex_office_move/q1",
		"/runs/{thorough}/ex_office_move/q7/files", "/compare/ex_office_move/q1?a={thorough}&b={skimmer}"} {
		at = site.names.Replace(at)
		sign := "?"
		if strings.Contains(at, "?") {
			sign = "&"
		}
		rec := site.get("/api/v1" + at + sign + "format=csv")
		to := rec.Header().Get("Location")
		if rec.Code != http.StatusFound || !strings.HasPrefix(site.get(to).Header().Get("Content-Type"), "text/csv") {
			t.Errorf("%s: %d, Location %s", at, rec.Code, to)
		}
	}
}
