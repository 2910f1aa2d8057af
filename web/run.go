package web

import (
	"context"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// runRoutes registers the pages of runs and their twins.
func (s *Server) runRoutes(page, api route) {
	page("/runs", heavy, s.runsPage, runsFields().and(csvField()))
	page("/runs/:run", light, s.runOrPicture, query{textField("convention"), csvField()})
	api("/runs", heavy, s.runsAPI, runsFields(), report.Runs{})
	api("/runs/:run", heavy, s.runAPI, query{textField("convention")}, report.Run{})
}

const (
	otherRuns    = 50 // runs that the page of a run offers for a comparison
	changesOnRun = 20 // changes that it shows
)

// run reads a run and its dataset, and what the two say under the convention
// that the address asks for.
func (s *Server) run(c echo.Context) (*report.Run, error) {
	slug, err := param(c, "run")
	if err != nil {
		return nil, err
	}
	return s.runOf(c, slug)
}

// runOf is run for an address that has the slug in another form.
func (s *Server) runOf(c echo.Context, slug string) (*report.Run, error) {
	d, err := s.storedRun(c.Request().Context(), slug)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, v := range score.ConventionsOf(d.Benchmark) {
		ids = append(ids, v.ID)
	}
	convention, err := oneOf(c, "convention", ids...)
	if err != nil {
		return nil, err
	}
	return report.NewRun(d, convention), nil
}

func (s *Server) storedRun(ctx context.Context, slug string) (d report.StoredRun, err error) {
	if d, err = s.outcomes(ctx, slug); err != nil {
		return d, err
	}
	if d.Metrics, err = s.store.RunMetrics(ctx, d.Run.ID); err != nil {
		return d, err
	}
	if d.Warnings, err = s.store.Warnings(ctx, d.Run.ID); err != nil {
		return d, err
	}
	d.Doubts, err = s.store.Doubts(ctx, d.Benchmark)
	return d, err
}

// loadSuccession reads the runs of the run's system that began when it did, and
// those that point at it.
func (s *Server) loadSuccession(ctx context.Context, r *report.Run) error {
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: r.Benchmark, Model: r.System.Model})
	if err != nil {
		return err
	}
	before, after := board.Succession(runs, &r.Stored.Run)
	pointing, err := s.store.RunsPointingAt(ctx, r.Run)
	r.AddSuccession(before, after, pointing)
	return err
}

// loadDetails reads what the page of a run has beside its twin.
func (s *Server) loadDetails(ctx context.Context, r *report.Run) (err error) {
	r.AddDetails()
	if r.Names, err = s.modelNames(ctx); err != nil {
		return err
	}
	tools, err := s.store.RunTools(ctx, r.Stored.Run.ID)
	if err != nil {
		return err
	}
	r.Tools = report.ToolUses(tools)
	if r.Records, err = s.store.Raws(ctx, r.Stored.Run.ID, 0); err != nil {
		return err
	}
	if r.Changes, r.ChangesAll, err = s.store.Changes(ctx, results.ChangeFilter{Run: r.Run, Limit: changesOnRun}); err != nil {
		return err
	}
	if err := s.loadOthers(ctx, r); err != nil {
		return err
	}
	repeats, err := s.keptRepeats(ctx, r.Benchmark)
	if err == nil {
		r.Repeats = repeats.Find(r.Run)
	}
	return err
}

// loadOthers reads the runs that the page offers for a comparison: of a site of files
// those with which it has one.
func (s *Server) loadOthers(ctx context.Context, r *report.Run) error {
	if !s.frame.Static {
		others, total, err := s.store.Runs(ctx, results.RunFilter{Benchmark: r.Benchmark, Limit: otherRuns})
		if err == nil {
			r.AddOthers(others, total)
		}
		return err
	}
	board, err := s.boardRuns(ctx, r.Stored.Benchmark)
	if err != nil {
		return err
	}
	paired := map[string]bool{}
	first, _ := report.StandingFirst(board.Rows)
	for _, row := range first {
		paired[*row.Run] = true
	}
	if !paired[r.Run] {
		return nil
	}
	others, err := s.store.BenchmarkRuns(ctx, r.Benchmark)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(slices.Clone(others), func(o results.Run) bool { return !paired[o.Slug] })
	r.AddOthers(others, len(others))
	return nil
}

// runAPI is GET /api/v1/runs/{run}.
func (s *Server) runAPI(c echo.Context) error {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return err
	}
	for convention := range r.Conventions {
		if b, err := s.store.FindBoard(ctx, r.Benchmark, convention, ""); err == nil {
			r.AddIntervals(convention, b)
		} // else the run's numbers stand without their intervals
	}
	if err := s.loadSuccession(ctx, r); err != nil {
		return err
	}
	return object(c, r)
}

// runOrPicture is /runs/{run}, and /runs/{run}.svg: the router takes both for a
// name. No slug ends like that, because its end is a digest.
func (s *Server) runOrPicture(c echo.Context) error {
	if isPicture(c) {
		return s.runPicture(c)
	}
	return s.runPage(c)
}

// runPage is /runs/{run}: every number of the run with its derivation.
func (s *Server) runPage(c echo.Context) error {
	ctx := c.Request().Context()
	r, err := s.run(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		header, rows := r.CSV()
		return table(c, r.Run, header, rows)
	}
	if r.Cite, err = s.citation(ctx, r.Benchmark); err != nil {
		return err
	}
	if err := s.loadDetails(ctx, r); err != nil {
		return err
	}
	if err := s.loadSuccession(ctx, r); err != nil {
		return err
	}
	if b, err := s.store.FindBoard(ctx, r.Benchmark, r.Convention, ""); err == nil {
		r.AddIntervals(r.Convention, b)
		r.AddStanding(b)
	} // else the run's numbers stand without their intervals
	return html(c, views.RunPage(s.frame, r))
}

// runRecord is /runs/{run}/records/{id}: a raw record of the run itself, such
// as its report, after redaction.
func (s *Server) runRecord(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "run")
	if err != nil {
		return err
	}
	run, err := s.store.FindRun(ctx, slug)
	if err != nil {
		return err
	}
	list, err := s.store.Raws(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	for _, r := range list {
		if fmt.Sprint(r.ID) == c.Param("id") {
			return s.sendRaw(c, r)
		}
	}
	return fmt.Errorf("record %s of %s: %w", c.Param("id"), slug, results.ErrNotFound)
}
