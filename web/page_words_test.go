package web

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	sitereport "github.com/clawatlas/clawatlas/results/report/site"
)

func TestPageWords(t *testing.T) { pageWords(t, newGoldenSite(t).testSite) }

func testPageWordsReal(t *testing.T) { pageWords(t, realServer(t)) }

// pageWords reads one page of every kind of address that pages link: its title is
// short, it says round or task as its benchmark does, crumbs stand above the heading
// and tabs below it, each in the order of the site, and nothing is called by a bare id.
func pageWords(t *testing.T, site *testSite) {
	t.Helper()
	c := newCrawl(site, 0)
	c.each, c.keys = 1, 1
	for _, at := range []string{"/", "/runs", "/models", "/compare", "/findings", "/search?q=the", "/docs", "/about", "/changes"} {
		c.add("/", at)
	}
	read := 0
	for len(c.queue) > 0 {
		path := c.queue[0]
		c.queue = c.queue[1:]
		rec := site.get(path)
		if !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			continue
		}
		c.follow(t, path, rec.Body.Bytes())
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(rec.Body.Bytes()))
		if err != nil {
			t.Fatalf("GET %s: %v", path, err)
		}
		if doc.Find("body.embed").Length() == 0 {
			read++
			for _, fault := range wordFaults(doc, path, benchmarkAt(t.Context(), site, path)) {
				t.Errorf("GET %s: %s", path, fault)
			}
		}
	}
	if read < 60 {
		t.Errorf("only %d pages were read", read)
	}
}

// benchmarkAt is the benchmark that an address is about; nil where it is of none.
func benchmarkAt(ctx context.Context, site *testSite, path string) *results.Benchmark {
	u, err := url.Parse(path)
	if err != nil {
		return nil
	}
	parts := append(strings.Split(strings.Trim(u.Path, "/"), "/"), "")
	id := ""
	switch parts[0] {
	case "b":
		id = parts[1]
	case "runs":
		if r, err := site.Store.FindRun(ctx, parts[1]); err == nil {
			id = r.Benchmark
		}
	}
	b, err := site.Store.FindBenchmark(ctx, id)
	if err != nil {
		return nil
	}
	return &b
}

// bareID is an id of a scenario, a run or a task where a name should be.
var bareID = regexp.MustCompile(`^([a-z]+_[a-z0-9_]+|q\d+|[a-z0-9.]+(-[a-z0-9.]+)*-[0-9a-f]{8})$`)

// wordFaults are the faults of a page in what names it and its parts.
func wordFaults(doc *goquery.Document, path string, b *results.Benchmark) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if title := doc.Find("head > title").Text(); title == "" || utf8.RuneCountInString(title) >= 70 {
		add("the title has %d characters: %q", utf8.RuneCountInString(title), title)
	}
	doc.Find("[aria-label]").Each(func(_ int, s *goquery.Selection) {
		if label := s.AttrOr("aria-label", ""); bareID.MatchString(label) {
			add("%s is called %q", goquery.NodeName(s), label)
		}
	})
	var order []string
	doc.Find(`nav[aria-label="Breadcrumb"], h1, nav[aria-label^="Views of"]`).Each(func(_ int, s *goquery.Selection) {
		order = append(order, goquery.NodeName(s)+s.AttrOr("aria-label", ""))
	})
	if !slices.IsSortedFunc(order, func(a, b string) int { return placeOnPage(a) - placeOnPage(b) }) || len(order) > 3 {
		add("the order is %v", order)
	}
	if b == nil {
		return faults
	}
	if at := squash(doc.Find(`nav[aria-label="Breadcrumb"]`)); doc.Find("main h1").Length() > 0 && !strings.HasPrefix(at, "Benchmarks") {
		add("the crumbs begin with %q", at)
	}
	var tabs []int
	doc.Find(`nav[aria-label^="Views of"] a`).Each(func(_ int, s *goquery.Selection) {
		tabs = append(tabs, slices.IndexFunc(sitereport.Views(), func(v sitereport.View) bool {
			path := "/b/" + b.ID
			if v.Path != "" {
				path += "/" + v.Path
			}
			href, _, _ := strings.Cut(s.AttrOr("href", ""), "?")
			return href == path
		}))
	})
	if slices.Contains(tabs, -1) || !slices.IsSorted(tabs) {
		add("the tabs are the views %v", tabs)
	}
	own, other := "round", regexp.MustCompile(`(?i)\btasks?\b`)
	if b.Words.Task != own {
		own, other = b.Words.Task, regexp.MustCompile(`(?i)\brounds?\b`)
	}
	heads := ", main thead th"
	if strings.Contains(path, "/tables") || strings.Contains(path, "/method") {
		heads = "" // those of printed tables are the papers'
	}
	doc.Find("main h2, main h3, main caption, main nav a, main form span, main summary, .legend, .lead" + heads).Each(func(_ int, s *goquery.Selection) {
		if text := squash(s); other.MatchString(text) && s.Closest(".steps, .prose, .txt").Length() == 0 {
			add("a page of %ss says %q", own, text)
		}
	})
	return faults
}

// placeOnPage is where a part stands among crumbs, heading and tabs.
func placeOnPage(part string) int {
	switch {
	case part == "navBreadcrumb":
		return 0
	case part == "h1":
		return 1
	}
	return 2
}
