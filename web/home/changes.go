package home

import (
	"cmp"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sources"
	"github.com/clawatlas/clawatlas/views/changes"
	"github.com/clawatlas/clawatlas/web"
)

// ChangeRoutes registers the change log, its feed and the list of sources.
func (s Pages) ChangeRoutes(page, api web.Route) {
	page("/changes", web.Light, s.changesPage, web.Query{web.TextField("benchmark"), web.OffsetField(), web.CSVField()})
	page("/changes.atom", web.Light, s.changesFeed, web.Query{web.TextField("benchmark")})
	api("/changes", web.Light, web.JsonOf(s.changeLog), web.Query{web.TextField("benchmark"), web.TextField("run"), web.TextField("kind"),
		web.TextField("day")}.And(web.WindowFields()...))
	api("/sources", web.Light, web.JsonOf(s.sources), web.Nothing())
}

func (s Pages) changeDays(c echo.Context, offset int) (*changes.Days, error) {
	ctx := c.Request().Context()
	f := results.ChangeFilter{Benchmark: web.Ask(c).Text("benchmark"), Limit: web.RowsOnPage, Offset: offset}
	groups, total, e1 := s.Store.ChangeGroups(ctx, f)
	benchmarks, e2 := s.Store.Benchmarks(ctx)
	models, e3 := s.ModelNames(ctx)
	d := changes.NewDays(f, groups, total, benchmarks)
	d.Models = models
	return d, cmp.Or(e1, e2, e3)
}

// namedRuns is the maximum number of runs that the page shows by name; any others appear by slug.
const namedRuns = 20_000

func (s Pages) changesPage(c echo.Context) error {
	if web.WantsCSV(c) {
		return s.changesCSV(c)
	}
	d, err := s.changeDays(c, web.Ask(c).Number("offset"))
	if err != nil {
		return err
	}
	if to := web.LastPage(c, d.Total, web.RowsOnPage); to != "" {
		return c.Redirect(http.StatusFound, to)
	}
	runs, _, err := s.Store.Runs(c.Request().Context(), results.RunFilter{Benchmark: d.Filter.Benchmark, Bare: true, Limit: namedRuns})
	if err != nil {
		return err
	}
	d.Runs = make(map[string]results.Run, len(runs))
	for _, r := range runs {
		d.Runs[r.Slug] = r
	}
	return web.HTML(c, changes.Page(s.Frame, d))
}

const changesWindow = 1000

func (s Pages) changesCSV(c echo.Context) error {
	f := results.ChangeFilter{Benchmark: web.Ask(c).Text("benchmark"), Limit: changesWindow}
	var rows [][]string
	for {
		list, total, err := s.Store.Changes(c.Request().Context(), f)
		if err != nil {
			return err
		}
		for _, x := range list {
			rows = append(rows, []string{time.UnixMilli(x.At).UTC().Format(time.RFC3339), string(x.Kind), x.Benchmark, x.Run, x.Other, x.Detail})
		}
		if f.Offset += len(list); f.Offset >= total || len(list) == 0 {
			return web.Table(c, "changes", []string{"at", "kind", "benchmark", "run", "other", "detail"}, rows)
		}
	}
}

// changesFeed serves /changes.atom, which contains the newest runs and groups other changes.
func (s Pages) changesFeed(c echo.Context) error {
	d, err := s.changeDays(c, 0)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	d.Runs = map[string]results.Run{}
	for _, slug := range d.NewRuns() {
		r, err := s.Store.FindRun(ctx, slug)
		if err != nil && !web.IsNotFound(err) {
			return err
		}
		if err == nil { // skip runs that have been removed since then
			d.Runs[slug] = r
		}
	}
	rev, err := s.Store.Revisions(ctx)
	if err != nil {
		return err
	}
	doc, err := changes.Feed(d, s.Origin(c), rev.ID)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", doc)
}

func (s Pages) changeLog(c echo.Context) (*changes.Log, error) {
	a := web.Ask(c)
	f := results.ChangeFilter{Benchmark: a.Text("benchmark"), Run: a.Text("run"), Kind: results.ChangeKind(a.Text("kind")), Day: a.Text("day")}
	f.Limit, f.Offset = web.ListWindow(c)
	list, total, err := s.Store.Changes(c.Request().Context(), f)
	return changes.NewLog(f, list, total), err
}

func (s Pages) sources(c echo.Context) (sources.Sources, error) {
	list, err := sources.List(c.Request().Context(), sources.All(), s.Store)
	return sources.Sources{Sources: list}, err
}
