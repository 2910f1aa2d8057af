package web

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// proseTables are pages whose tables are no data of ours: text about the site, or
// what a record holds. A written case shows exhibits, each linked to its page, and
// what other sites frame leads to the page that it is a part of.
var proseTables = regexp.MustCompile(`^/docs|^/search$|/steps/\d+|^/cases/|^/embed/`)

// Whoever sees a table can take it away: each page with one links it as CSV and
// has a twin in JSON, and both are what they are called.
func TestTablesCanBeTaken(t *testing.T) {
	site := newGoldenSite(t)
	seen, taken, filled := map[string]bool{}, 0, 0
	take := func(page, kind, href string) {
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
			rows, err := csv.NewReader(body).ReadAll()
			if err != nil || len(rows) == 0 {
				t.Errorf("%s: %s has %d lines: %v", page, href, len(rows), err)
			}
			filled += min(1, max(0, len(rows)-1)) // a list may be empty beside a table that is not
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
		doc, err := goquery.NewDocumentFromReader(rec.Body)
		if err != nil {
			t.Fatal(err)
		}
		if doc.Find("main table").Length() == 0 {
			continue
		}
		taken++
		for _, kind := range []string{"text/csv", "application/json"} {
			take(a.line, kind, doc.Find(`link[rel=alternate][type="`+kind+`"]`).AttrOr("href", ""))
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
