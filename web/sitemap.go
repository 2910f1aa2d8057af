package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
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
func (s *Server) sitemapRoutes(page route) {
	page(sitemapPath, heavy, s.sitemap, query{wordField("part", "", "site"), textField("benchmark"), textField("run"), offsetField()})
}

// sitemap is GET /sitemap.xml. It lists what the store shows: a hidden run is not
// there.
func (s *Server) sitemap(c echo.Context) error {
	ctx, a, origin := c.Request().Context(), ask(c), s.origin(c)
	if origin == "" {
		return fmt.Errorf("sitemap of a site without an address: %w", results.ErrNotFound)
	}
	offset := a.number("offset")
	times, err := s.changeTimes(ctx)
	if err != nil {
		return err
	}
	var list []views.SitePlace
	switch part, benchmark, run := a.word("part"), a.text("benchmark"), a.text("run"); {
	case part == "" && benchmark == "" && run == "":
		list, err = s.sitemapIndex(ctx, times)
		if err != nil {
			return err
		}
		doc, err := views.SitemapIndex(list, origin)
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
	if list = report.Span(list, sitemapMost, offset); len(list) == 0 {
		return fmt.Errorf("sitemap from %d on: %w", offset, results.ErrNotFound)
	}
	doc, err := views.Sitemap(list, origin)
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
	benchmark, runs map[string]int64 // by slug
}

func (s *Server) changeTimes(ctx context.Context) (changeTimes, error) {
	t := changeTimes{benchmark: map[string]int64{}, runs: map[string]int64{}}
	list, _, err := s.store.Changes(ctx, results.ChangeFilter{Limit: sitemapChanges})
	for _, c := range list {
		t.all = max(t.all, c.At)
		t.benchmark[c.Benchmark] = max(t.benchmark[c.Benchmark], c.At)
		t.runs[c.Run] = max(t.runs[c.Run], c.At)
		t.runs[c.Other] = max(t.runs[c.Other], c.At)
	}
	return t, err
}

func (t changeTimes) ofRun(r results.Run) int64 { return max(r.IngestedAt, t.runs[r.Slug]) }

// sitemapIndex lists the files of the sitemap.
func (s *Server) sitemapIndex(ctx context.Context, times changeTimes) ([]views.SitePlace, error) {
	own, err := s.ownPlaces(ctx, times)
	if err != nil {
		return nil, err
	}
	list := sitemapParts(nil, "part", "site", len(own), times.all)
	benchmarks, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range benchmarks {
		pages, err := s.benchmarkPlaces(ctx, b.ID, times)
		if err != nil {
			return nil, err
		}
		list = sitemapParts(list, "benchmark", b.ID, len(pages), times.benchmark[b.ID])
	}
	runs, err := readRuns(ctx, s.store, results.RunFilter{Bare: true})
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		list = sitemapParts(list, "run", r.Slug, 1+r.Counts.Scored+r.Counts.NotJudged, times.ofRun(r))
	}
	return list[:min(len(list), sitemapFiles)], nil
}

// sitemapParts adds the files in which n pages are listed.
func sitemapParts(list []views.SitePlace, key, value string, n int, at int64) []views.SitePlace {
	for offset := 0; offset < n; offset += sitemapMost {
		q := url.Values{key: {value}}
		if offset > 0 {
			q.Set("offset", strconv.Itoa(offset))
		}
		list = append(list, views.SitePlace{Path: sitemapPath + "?" + q.Encode(), At: at})
	}
	return list
}

// ownPlaces are the pages of the site that are of no one benchmark or run.
func (s *Server) ownPlaces(ctx context.Context, times changeTimes) ([]views.SitePlace, error) {
	var list []views.SitePlace
	for _, path := range []string{"/", link.Findings(), "/models", "/runs", "/compare", "/changes"} {
		list = append(list, views.SitePlace{Path: path, At: times.all})
	}
	list = append(list, views.SitePlace{Path: "/about"}, views.SitePlace{Path: link.Docs()})
	for _, d := range documents().Pages {
		list = append(list, views.SitePlace{Path: link.Doc(d.ID)})
	}
	found, err := s.keptFindings(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		list = append(list, views.SitePlace{Path: link.Finding(f.Slug), At: times.benchmark[f.Benchmark]})
	}
	models, err := s.store.Models(ctx)
	for _, m := range models {
		list = append(list, views.SitePlace{Path: link.Model(m.ID)})
	}
	return list, err
}

// benchmarkPlaces are the pages of a benchmark: its views, former boards,
// scenarios, tasks and cases.
func (s *Server) benchmarkPlaces(ctx context.Context, id string, times changeTimes) ([]views.SitePlace, error) {
	b, err := s.findBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.store.Scenarios(ctx, id)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, id, "")
	if err != nil {
		return nil, err
	}
	written, err := casebook.Of(id)
	if err != nil {
		return nil, err
	}
	mined, err := s.store.Cases(ctx, id)
	if err != nil {
		return nil, err
	}
	days, err := s.store.StateDays(ctx, id, score.ConventionsOf(b)[0].ID, "")
	if err != nil {
		return nil, err
	}
	paths := views.BenchmarkPaths(b)
	if len(days) > 0 {
		paths = append(paths, link.States(nil, id))
	}
	for _, day := range days {
		paths = append(paths, link.State(nil, id, day))
	}
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
	list := make([]views.SitePlace, len(paths))
	for i, p := range paths {
		list[i] = views.SitePlace{Path: p, At: times.benchmark[id]}
	}
	return list, nil
}

// runPlaces are the page of a run and those of its trials.
func (s *Server) runPlaces(ctx context.Context, slug string, times changeTimes) ([]views.SitePlace, error) {
	r, err := s.store.FindRun(ctx, slug)
	if err != nil {
		return nil, err
	}
	trials, err := s.store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	at := times.ofRun(r)
	list := []views.SitePlace{{Path: link.Run(slug), At: at}}
	for i := range trials {
		if t := &trials[i]; t.Status != results.Missing {
			list = append(list, views.SitePlace{Path: link.Attempt(slug, t.Scenario, t.Task, t.Attempt), At: at})
		}
	}
	return slices.Clip(list), nil
}

// robots says what crawlers may fetch. Every page has one address without a query,
// but a comparison, which is of two runs, and a further attempt; all other queries
// are states of these pages, of which there is no end.
func (s *Server) robots(c echo.Context) error {
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
	if origin := s.origin(c); origin != "" {
		text += "\nSitemap: " + origin + sitemapPath + "\n"
	}
	return c.String(http.StatusOK, text)
}
