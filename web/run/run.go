package run

import (
	"cmp"
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	runviews "github.com/clawatlas/clawatlas/views/run"
	"github.com/clawatlas/clawatlas/web"
)

type Pages struct{ *web.Server }

func Of(s *web.Server) Pages { return Pages{s} }

func (s Pages) RunRoutes(page, api web.Route) {
	page("/runs", web.Heavy, s.runsPage, runsFields(runviews.RunsOnPage).And(web.CSVField()))
	page("/runs/:run", web.Light, s.runPage, web.Query{web.TextField("convention"), web.WordField("reason", reasonWords()...), web.CSVField()})
	api("/runs", web.Heavy, web.JsonOf(s.withMetrics), runsFields(views.ListLimit))
	api("/runs/:run", web.Heavy, web.JsonOf(s.runAnswer), web.Query{web.TextField("convention")})
}

// run loads the run named in the path, with the convention selected by the query.
func (s Pages) run(c echo.Context) (*runviews.Run, error) {
	slug, err := web.Param(c, "run")
	if err != nil {
		return nil, err
	}
	return s.RunOf(c, slug)
}

// RunOf loads the run with a slug, with the convention selected by the query.
func (s Pages) RunOf(c echo.Context, slug string) (*runviews.Run, error) {
	d, err := s.storedRun(c.Request().Context(), slug)
	if err != nil {
		return nil, err
	}
	convention, err := web.Convention(c, d.Benchmark)
	if err != nil {
		return nil, err
	}
	return runviews.NewRun(d, convention), nil
}

func (s Pages) storedRun(ctx context.Context, slug string) (d runviews.StoredRun, err error) {
	if d.Run, err = s.Store.FindRun(ctx, slug); err != nil {
		return d, err
	}
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	web.Into(&d.Scenarios, &err)(s.Store.Scenarios(ctx, d.Run.Benchmark))
	web.Into(&d.Tasks, &err)(s.Store.Tasks(ctx, d.Run.Benchmark, ""))
	web.Into(&d.Trials, &err)(s.Store.RunTrials(ctx, d.Run.ID, ""))
	web.Into(&d.Metrics, &err)(s.Store.RunMetrics(ctx, d.Run.ID))
	web.Into(&d.Warnings, &err)(s.Store.Warnings(ctx, d.Run.ID))
	web.Into(&d.Reasons, &err)(s.Store.RunReasons(ctx, d.Run.ID))
	web.Into(&d.FaultyChecks, &err)(s.Store.FaultyChecks(ctx, d.Benchmark))
	return d, err
}

// AddStanding adds the intervals and the run's standing from the board, if there is a board.
func (s Pages) AddStanding(ctx context.Context, r *runviews.Run) {
	if b, err := s.Store.FindBoard(ctx, r.Benchmark, r.Convention, ""); err == nil {
		r.AddIntervals(r.Convention, b)
		r.AddStanding(b)
	}
}

// loadSuccession loads the previous and next run of the same system and the runs that refer to this
// run.
func (s Pages) loadSuccession(ctx context.Context, r *runviews.Run) error {
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: r.Benchmark, Model: r.System.Model})
	if err != nil {
		return err
	}
	before, after := board.Succession(runs, &r.Stored.Run)
	pointing, err := s.Store.RunsPointingAt(ctx, r.Run)
	r.AddSuccession(before, after, pointing)
	return err
}

func (s Pages) runAnswer(c echo.Context) (*runviews.Run, error) {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return nil, err
	}
	for convention := range r.Conventions {
		if b, err := s.Store.FindBoard(ctx, r.Benchmark, convention, ""); err == nil {
			r.AddIntervals(convention, b)
		} // otherwise the numbers have no intervals
	}
	return r, s.loadSuccession(ctx, r)
}

func (s Pages) runPage(c echo.Context) error {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return err
	}
	if reason := web.Ask(c).Word("reason"); reason != "" { // parameter of a list that was on this page in former versions
		return c.Redirect(http.StatusMovedPermanently, link.Failures(r.Benchmark, "run", r.Run, "reason", reason))
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, r.Run, r)
	}
	names, err := s.ModelNames(ctx)
	r.Model = views.Name(names, r.System.Model)
	web.Into(&r.Cite, &err)(s.Citation(ctx, r.Benchmark))
	web.Into(&r.Tools, &err)(s.Store.RunTools(ctx, r.Stored.Run.ID))
	web.Into(&r.Records, &err)(s.Store.Raws(ctx, r.Stored.Run.ID, 0))
	if err = cmp.Or(err, s.loadSuccession(ctx, r)); err != nil {
		return err
	}
	s.AddStanding(ctx, r)
	return web.HTML(c, runviews.RunPage(s.Frame, r))
}

func runsFields(limit int) web.Query {
	return web.Query{web.TextField("benchmark"), web.TextField("model"), web.NumberField("limit", limit, 1, 1000), web.OffsetField()}
}

// runs loads one page of the list of runs.
func (s Pages) runs(c echo.Context) (*runviews.Runs, error) {
	ctx := c.Request().Context()
	f, err := s.runFilter(c)
	if err != nil {
		return nil, err
	}
	runs, total, err := s.Store.Runs(ctx, f)
	return runviews.NewRuns(f, runs, total), err
}

func (s Pages) runFilter(c echo.Context) (results.RunFilter, error) {
	f := results.RunFilter{Benchmark: web.Ask(c).Text("benchmark")}
	f.Limit, f.Offset = web.ListWindow(c)
	var err error
	f.Model, err = s.Canonical(c.Request().Context(), web.Ask(c).Text("model"))
	return f, err
}

func (s Pages) withMetrics(c echo.Context) (*runviews.Runs, error) {
	ctx := c.Request().Context()
	l, err := s.runs(c)
	if err != nil {
		return nil, err
	}
	for _, r := range l.List {
		metrics, e1 := s.Store.RunMetrics(ctx, r.ID)
		b, e2 := s.Store.FindBenchmark(ctx, r.Benchmark)
		if err := cmp.Or(e1, e2); err != nil {
			return nil, err
		}
		l.Add(r, b, metrics)
	}
	return l, nil
}

// runsPage serves /runs, newest first. Its CSV contains the runs of all pages.
func (s Pages) runsPage(c echo.Context) error {
	ctx := c.Request().Context()
	if web.WantsCSV(c) {
		f, err := s.runFilter(c)
		if err != nil {
			return err
		}
		runs, err := s.AllRuns(ctx, f)
		if err != nil {
			return err
		}
		header, rows := runviews.RunsCSV(runs)
		return web.Table(c, "runs", header, rows)
	}
	l, err := s.runs(c)
	if err != nil {
		return err
	}
	if to := web.LastPage(c, l.Total, l.Limit); to != "" {
		return c.Redirect(http.StatusFound, to)
	}
	web.Into(&l.Names, &err)(s.ModelNames(ctx))
	benchmarks, failed := s.Store.Benchmarks(ctx)
	if l.Called = web.CalledOf(benchmarks); cmp.Or(err, failed) != nil {
		return cmp.Or(err, failed)
	}
	return web.HTML(c, runviews.RunsPage(s.Frame, l))
}
