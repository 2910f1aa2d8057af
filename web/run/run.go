package run

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	runviews "github.com/clawatlas/clawatlas/views/run"
	"github.com/clawatlas/clawatlas/web"
)

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

// RunRoutes registers the pages of runs and their twins.
func (s Pages) RunRoutes(page, api web.Route) {
	page("/runs", web.Heavy, s.runsPage, runsFields(runviews.RunsOnPage).And(web.CSVField()))
	page("/runs/:run", web.Light, s.runPage, web.Query{web.TextField("convention"), web.WordField("reason", reasonWords()...), web.CSVField()})
	api("/runs", web.Heavy, s.runsAPI, runsFields(views.ListLimit))
	api("/runs/:run", web.Heavy, s.runAPI, web.Query{web.TextField("convention")})
}

// run reads a run and its dataset, and what the two say under the convention
// that the address asks for.
func (s Pages) run(c echo.Context) (*runviews.Run, error) {
	slug, err := web.Param(c, "run")
	if err != nil {
		return nil, err
	}
	return s.RunOf(c, slug)
}

// RunOf is run for an address that has the slug in another form.
func (s Pages) RunOf(c echo.Context, slug string) (*runviews.Run, error) {
	d, err := s.storedRun(c.Request().Context(), slug)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, v := range score.ConventionsOf(d.Benchmark) {
		ids = append(ids, v.ID)
	}
	convention, err := web.OneOf(c, "convention", ids...)
	if err != nil {
		return nil, err
	}
	return runviews.NewRun(d, convention), nil
}

func (s Pages) storedRun(ctx context.Context, slug string) (d runviews.StoredRun, err error) {
	if d, err = s.outcomes(ctx, slug); err != nil {
		return d, err
	}
	if d.Metrics, err = s.Store.RunMetrics(ctx, d.Run.ID); err != nil {
		return d, err
	}
	if d.Warnings, err = s.Store.Warnings(ctx, d.Run.ID); err != nil {
		return d, err
	}
	if d.Reasons, err = s.Store.RunReasons(ctx, d.Run.ID); err != nil {
		return d, err
	}
	d.FaultyChecks, err = s.Store.FaultyChecks(ctx, d.Benchmark)
	return d, err
}

// loadSuccession reads the runs of the run's system that began when it did, and
// those that point at it.
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

// loadDetails reads what the page of a run has beside its twin.
func (s Pages) loadDetails(ctx context.Context, r *runviews.Run) error {
	names, err := s.ModelNames(ctx)
	if err != nil {
		return err
	}
	r.Model = views.Name(names, r.System.Model)
	if r.Tools, err = s.Store.RunTools(ctx, r.Stored.Run.ID); err != nil {
		return err
	}
	r.Records, err = s.Store.Raws(ctx, r.Stored.Run.ID, 0)
	return err
}

func (s Pages) runAPI(c echo.Context) error {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return err
	}
	for convention := range r.Conventions {
		if b, err := s.Store.FindBoard(ctx, r.Benchmark, convention, ""); err == nil {
			r.AddIntervals(convention, b)
		} // else the run's numbers stand without their intervals
	}
	if err := s.loadSuccession(ctx, r); err != nil {
		return err
	}
	return web.Object(c, r)
}

// runPage is /runs/{run}: every number of the run with its derivation.
func (s Pages) runPage(c echo.Context) error {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return err
	}
	if reason := web.Ask(c).Word("reason"); reason != "" { // which its list was narrowed to
		return c.Redirect(http.StatusMovedPermanently, link.Failures(r.Benchmark, "run", r.Run, "reason", reason))
	}
	if web.WantsCSV(c) {
		header, rows := r.CSV()
		return web.Table(c, r.Run, header, rows)
	}
	if r.Cite, err = s.Citation(ctx, r.Benchmark); err != nil {
		return err
	}
	if err := s.loadDetails(ctx, r); err != nil {
		return err
	}
	if err := s.loadSuccession(ctx, r); err != nil {
		return err
	}
	if b, err := s.Store.FindBoard(ctx, r.Benchmark, r.Convention, ""); err == nil {
		r.AddIntervals(r.Convention, b)
		r.AddStanding(b)
	} // else the run's numbers stand without their intervals
	return web.HTML(c, runviews.RunPage(s.Frame, r))
}
