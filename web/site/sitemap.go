package site

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	siteviews "github.com/clawatlas/clawatlas/views/site"
	"github.com/clawatlas/clawatlas/web"
)

const (
	sitemapPath = "/sitemap.xml"
	// sitemapMost is the maximum number of pages in a sitemap file, which keeps it to one or two
	// megabytes.
	sitemapMost  = 10_000
	sitemapFiles = 50_000
	// sitemapChanges is the number of changes read from the log; runs without a change among them
	// use their import time.
	sitemapChanges = 10_000
)

// sitemapRoutes registers the sitemap index and the sitemap files.
func (s Pages) sitemapRoutes(page web.Route) {
	page(sitemapPath, web.Heavy, s.sitemap, web.Query{web.WordField("part", "", "site"), web.TextField("benchmark"),
		web.TextField("run"), web.OffsetField()})
}

// sitemap serves /sitemap.xml, without hidden runs.
func (s Pages) sitemap(c echo.Context) error {
	ctx, a, origin := c.Request().Context(), web.Ask(c), s.Origin(c)
	if origin == "" {
		return fmt.Errorf("sitemap of a site without an address: %w", results.ErrNotFound)
	}
	offset := a.Number("offset")
	times, err := s.changeTimes(ctx)
	if err != nil {
		return err
	}
	var list []siteviews.SitePage
	switch part, benchmark, run := a.Word("part"), a.Text("benchmark"), a.Text("run"); {
	case part == "" && benchmark == "" && run == "":
		if list, err = s.sitemapIndex(ctx, times); err != nil {
			return err
		}
		doc, err := siteviews.SitemapIndex(list, origin)
		return sendXML(c, doc, err)
	case run != "":
		list, err = s.runPages(ctx, run, times)
	case benchmark != "":
		list, err = s.benchmarkPages(ctx, benchmark, times)
	default:
		list, err = s.ownPages(ctx, times)
	}
	if err != nil {
		return err
	}
	if list = views.Span(list, sitemapMost, offset); len(list) == 0 {
		return fmt.Errorf("sitemap from %d on: %w", offset, results.ErrNotFound)
	}
	doc, err := siteviews.Sitemap(list, origin)
	return sendXML(c, doc, err)
}

func sendXML(c echo.Context, doc []byte, err error) error {
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/xml; charset=utf-8", doc)
}

// changeTimes holds the times of the latest changes in Unix milliseconds.
type changeTimes struct {
	all             int64
	Benchmark, runs map[string]int64 // times by slug
}

func (s Pages) changeTimes(ctx context.Context) (changeTimes, error) {
	t := changeTimes{Benchmark: map[string]int64{}, runs: map[string]int64{}}
	list, _, err := s.Store.Changes(ctx, results.ChangeFilter{Limit: sitemapChanges})
	for _, c := range list {
		t.all = max(t.all, c.At)
		t.Benchmark[c.Benchmark] = max(t.Benchmark[c.Benchmark], c.At)
		t.runs[c.Run] = max(t.runs[c.Run], c.At)
		t.runs[c.Other] = max(t.runs[c.Other], c.At)
	}
	return t, err
}

func (t changeTimes) ofRun(r results.Run) int64 { return max(r.IngestedAt, t.runs[r.Slug]) }

func (s Pages) sitemapIndex(ctx context.Context, times changeTimes) ([]siteviews.SitePage, error) {
	own, e1 := s.ownPages(ctx, times)
	benchmarks, e2 := s.Store.Benchmarks(ctx)
	runs, e3 := web.ReadRuns(ctx, s.Store, results.RunFilter{Bare: true})
	if err := cmp.Or(e1, e2, e3); err != nil {
		return nil, err
	}
	list := sitemapParts(nil, "part", "site", len(own), times.all)
	for _, b := range benchmarks {
		pages, err := s.benchmarkPages(ctx, b.ID, times)
		if err != nil {
			return nil, err
		}
		list = sitemapParts(list, "benchmark", b.ID, len(pages), times.Benchmark[b.ID])
	}
	for _, r := range runs {
		list = sitemapParts(list, "run", r.Slug, 1+r.Counts.Scored+r.Counts.NotJudged, times.ofRun(r))
	}
	return list[:min(len(list), sitemapFiles)], nil
}

// sitemapParts appends the sitemap files needed to list n pages.
func sitemapParts(list []siteviews.SitePage, key, value string, n int, at int64) []siteviews.SitePage {
	for offset := 0; offset < n; offset += sitemapMost {
		q := url.Values{key: {value}}
		if offset > 0 {
			q.Set("offset", strconv.Itoa(offset))
		}
		list = append(list, siteviews.SitePage{Path: sitemapPath + "?" + q.Encode(), At: at})
	}
	return list
}

// ownPages returns the pages that do not belong to a benchmark or run.
func (s Pages) ownPages(ctx context.Context, times changeTimes) ([]siteviews.SitePage, error) {
	var list []siteviews.SitePage
	for _, path := range []string{"/", link.Findings(), "/models", "/runs", "/compare", "/changes"} {
		list = append(list, siteviews.SitePage{Path: path, At: times.all})
	}
	list = append(list, siteviews.SitePage{Path: link.Docs()})
	for _, d := range docs.Contents().Pages {
		list = append(list, siteviews.SitePage{Path: link.Doc(d.ID)})
	}
	models, err := s.Store.Models(ctx)
	for _, m := range models {
		list = append(list, siteviews.SitePage{Path: link.Model(m.ID)})
	}
	return list, err
}

func (s Pages) benchmarkPages(ctx context.Context, id string, times changeTimes) ([]siteviews.SitePage, error) {
	b, e1 := s.FindBenchmark(ctx, id)
	scenarios, e2 := s.Store.Scenarios(ctx, id)
	tasks, e3 := s.Store.Tasks(ctx, id, "")
	written, e4 := casebook.Of(id)
	mined, e5 := s.Store.Cases(ctx, id)
	if err := cmp.Or(e1, e2, e3, e4, e5); err != nil {
		return nil, err
	}
	paths := siteviews.BenchmarkPaths(b)
	for _, x := range scenarios {
		paths = append(paths, link.Scenario(id, x.Slug))
	}
	for _, t := range tasks {
		paths = append(paths, link.Task(id, t.Scenario, t.Slug))
	}
	for _, w := range written {
		paths = append(paths, link.Case(w.Slug))
	}
	for _, m := range mined {
		paths = append(paths, link.Case(m.Slug))
	}
	list := make([]siteviews.SitePage, len(paths))
	for i, p := range paths {
		list[i] = siteviews.SitePage{Path: p, At: times.Benchmark[id]}
	}
	return list, nil
}

func (s Pages) runPages(ctx context.Context, slug string, times changeTimes) ([]siteviews.SitePage, error) {
	r, err := s.Store.FindRun(ctx, slug)
	if err != nil {
		return nil, err
	}
	trials, err := s.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	at := times.ofRun(r)
	list := []siteviews.SitePage{{Path: link.Run(slug), At: at}}
	for i := range trials {
		if t := &trials[i]; t.Status != results.Missing {
			list = append(list, siteviews.SitePage{Path: link.Attempt(slug, t.Scenario, t.Task, t.Attempt), At: at})
		}
	}
	return slices.Clip(list), nil
}

// robots serves /robots.txt. It excludes URLs with a query, which mostly repeat a page in another
// view, except comparisons of two runs and further attempts.
func (s Pages) robots(c echo.Context) error {
	text := `User-agent: *
Disallow: /*?
Disallow: /api/
Disallow: /search
Disallow: /compare/
Allow: /compare?a=*&b=
Disallow: /compare?a=*&b=*&
Allow: /runs/*?attempt=
Disallow: /runs/*?attempt=*&
Allow: /sitemap.xml
Allow: /cards/
`
	if origin := s.Origin(c); origin != "" {
		text += "\nSitemap: " + origin + sitemapPath + "\n"
	}
	return c.String(http.StatusOK, text)
}
