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
	// sitemapMost is how many pages one file of the sitemap lists: a megabyte or
	// two. The protocol allows 50,000.
	sitemapMost = 10_000
	// sitemapFiles is how many files the index may list.
	sitemapFiles = 50_000
	// sitemapChanges is how far back the change log is read for the times of pages;
	// a run of before has the time at which it was read.
	sitemapChanges = 10_000
)

// sitemapRoutes registers the sitemap: an index without parameters, and its files:
// the site's own pages, those of a benchmark, and those of a run.
func (s Pages) sitemapRoutes(page web.Route) {
	page(sitemapPath, web.Heavy, s.sitemap, web.Query{web.WordField("part", "", "site"), web.TextField("benchmark"),
		web.TextField("run"), web.OffsetField()})
}

// sitemap is GET /sitemap.xml. It lists what the store shows: a hidden run is not
// there.
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
	var list []siteviews.SitePlace
	switch part, benchmark, run := a.Word("part"), a.Text("benchmark"), a.Text("run"); {
	case part == "" && benchmark == "" && run == "":
		if list, err = s.sitemapIndex(ctx, times); err != nil {
			return err
		}
		doc, err := siteviews.SitemapIndex(list, origin)
		return sendXML(c, doc, err)
	case run != "":
		list, err = s.runPlaces(ctx, run, times)
	case benchmark != "":
		list, err = s.benchmarkPlaces(ctx, benchmark, times)
	default:
		list, err = s.ownPlaces(ctx, times)
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

// changeTimes are the times of the last changes, in Unix milliseconds.
type changeTimes struct {
	all             int64
	Benchmark, runs map[string]int64 // by slug
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

// sitemapIndex lists the files of the sitemap.
func (s Pages) sitemapIndex(ctx context.Context, times changeTimes) ([]siteviews.SitePlace, error) {
	own, e1 := s.ownPlaces(ctx, times)
	benchmarks, e2 := s.Store.Benchmarks(ctx)
	runs, e3 := web.ReadRuns(ctx, s.Store, results.RunFilter{Bare: true})
	if err := cmp.Or(e1, e2, e3); err != nil {
		return nil, err
	}
	list := sitemapParts(nil, "part", "site", len(own), times.all)
	for _, b := range benchmarks {
		pages, err := s.benchmarkPlaces(ctx, b.ID, times)
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

// sitemapParts adds the files in which n pages are listed.
func sitemapParts(list []siteviews.SitePlace, key, value string, n int, at int64) []siteviews.SitePlace {
	for offset := 0; offset < n; offset += sitemapMost {
		q := url.Values{key: {value}}
		if offset > 0 {
			q.Set("offset", strconv.Itoa(offset))
		}
		list = append(list, siteviews.SitePlace{Path: sitemapPath + "?" + q.Encode(), At: at})
	}
	return list
}

// ownPlaces are the pages of the site that are of no one benchmark or run.
func (s Pages) ownPlaces(ctx context.Context, times changeTimes) ([]siteviews.SitePlace, error) {
	var list []siteviews.SitePlace
	for _, path := range []string{"/", link.Findings(), "/models", "/runs", "/compare", "/changes"} {
		list = append(list, siteviews.SitePlace{Path: path, At: times.all})
	}
	list = append(list, siteviews.SitePlace{Path: link.Docs()})
	for _, d := range docs.Contents().Pages {
		list = append(list, siteviews.SitePlace{Path: link.Doc(d.ID)})
	}
	models, err := s.Store.Models(ctx)
	for _, m := range models {
		list = append(list, siteviews.SitePlace{Path: link.Model(m.ID)})
	}
	return list, err
}

// benchmarkPlaces are the pages of a benchmark: its views,
// scenarios, tasks and cases.
func (s Pages) benchmarkPlaces(ctx context.Context, id string, times changeTimes) ([]siteviews.SitePlace, error) {
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
	list := make([]siteviews.SitePlace, len(paths))
	for i, p := range paths {
		list[i] = siteviews.SitePlace{Path: p, At: times.Benchmark[id]}
	}
	return list, nil
}

// runPlaces are the page of a run and those of its trials.
func (s Pages) runPlaces(ctx context.Context, slug string, times changeTimes) ([]siteviews.SitePlace, error) {
	r, err := s.Store.FindRun(ctx, slug)
	if err != nil {
		return nil, err
	}
	trials, err := s.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	at := times.ofRun(r)
	list := []siteviews.SitePlace{{Path: link.Run(slug), At: at}}
	for i := range trials {
		if t := &trials[i]; t.Status != results.Missing {
			list = append(list, siteviews.SitePlace{Path: link.Attempt(slug, t.Scenario, t.Task, t.Attempt), At: at})
		}
	}
	return slices.Clip(list), nil
}

// robots says what crawlers may fetch. Every page has one address without a query,
// but a comparison, which is of two runs, and a further attempt; all other queries
// are states of these pages, of which there is no end.
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
