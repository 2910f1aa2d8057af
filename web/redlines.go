package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// redLineRoutes registers /b/{benchmark}/redlines and its twin.
func (s *Server) redLineRoutes(page, api route) {
	page("/b/:benchmark/redlines", heavy, s.redLinesPage, query{pageField(), csvField()})
	api("/benchmarks/:benchmark/redlines", heavy, jsonOf(s.redLines), query{pageField()}, report.RedLines{})
}

// redLineSystems is how many systems a page of the register has: each is a column,
// and the checks of all its trials are read.
const redLineSystems = 12

// redLines reads the lines of a benchmark and how the runs of its systems kept them.
func (s *Server) redLines(c echo.Context) (*report.RedLines, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	r, rows := report.NewRedLines(v, tasks, readLeaf(c, pageParam, redLineSystems))
	for _, row := range rows {
		trials, err := s.store.RunTrials(ctx, v.Runs[*row.Run].ID, "")
		if err != nil {
			return nil, err
		}
		ids := make([]int64, len(trials))
		for i := range trials {
			ids[i] = trials[i].ID
		}
		checks, err := s.store.ManyChecks(ctx, ids)
		if err != nil {
			return nil, err
		}
		r.AddRun(v, row, trials, checks)
	}
	for i := range r.Trips {
		x := &r.Trips[i]
		var days []results.TraceGroup
		if x.WorkOf != "" && x.Trial.StepsTotal > 0 {
			if days, err = s.store.TraceGroups(ctx, &x.Trial, results.UnitDay, 0, results.DaysMost, 1); err != nil {
				return nil, err
			}
		}
		x.SetWork(days)
	}
	r.Settle()
	return r, nil
}

// redLinesPage is GET /b/{benchmark}/redlines.
func (s *Server) redLinesPage(c echo.Context) error {
	r, err := s.redLines(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, r.Benchmark+"-redlines", views.RedLinesTables(r)...)
	}
	return html(c, views.RedLinesPage(s.frame, r))
}
