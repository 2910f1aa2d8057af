package run

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	runviews "github.com/clawatlas/clawatlas/views/run"
	"github.com/clawatlas/clawatlas/web"
)

// runsFields are the parameters of the lists of runs.
func runsFields(limit int) web.Query {
	return web.Query{web.TextField("benchmark"), web.TextField("model"), web.NumberField("limit", limit, 1, 1000), web.OffsetField()}
}

// runs reads the window of the list that the address asks for; a model may be
// called by any of its names.
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

func (s Pages) runsAPI(c echo.Context) error {
	ctx := c.Request().Context()
	l, err := s.runs(c)
	if err != nil {
		return err
	}
	for _, r := range l.List {
		metrics, err := s.Store.RunMetrics(ctx, r.ID)
		if err != nil {
			return err
		}
		b, err := s.Store.FindBenchmark(ctx, r.Benchmark)
		if err != nil {
			return err
		}
		l.Add(r, b, metrics)
	}
	return web.Object(c, l)
}

// runsPage is /runs: all runs, the newest first. Its table as CSV is that of
// all pages.
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
	if l.Names, err = s.ModelNames(ctx); err != nil {
		return err
	}
	if l.Called, err = s.BenchmarkNames(ctx); err != nil {
		return err
	}
	return web.HTML(c, runviews.RunsPage(s.Frame, l))
}

// outcomes reads what the fingerprint of a run is made of.
func (s Pages) outcomes(ctx context.Context, slug string) (d runviews.StoredRun, err error) {
	if d.Run, err = s.Store.FindRun(ctx, slug); err != nil {
		return d, err
	}
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Scenarios, err = s.Store.Scenarios(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Tasks, err = s.Store.Tasks(ctx, d.Run.Benchmark, ""); err != nil {
		return d, err
	}
	d.Trials, err = s.Store.RunTrials(ctx, d.Run.ID, "")
	return d, err
}
