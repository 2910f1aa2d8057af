package board

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// RedLineRoutes registers /b/{benchmark}/redlines and its twin.
func (s Pages) RedLineRoutes(page, api web.Route) {
	page("/b/:benchmark/redlines", web.Heavy, s.redLinesPage, web.Query{web.PageField(), web.CSVField()})
	api("/benchmarks/:benchmark/redlines", web.Heavy, web.JsonOf(s.redLines), web.Query{web.PageField()})
}

// redLineSystems is how many systems a page of the register has: each is a column,
// and the checks of all its trials are read.
const redLineSystems = 12

// redLines reads the lines of a benchmark and how the runs of its systems kept them.
func (s Pages) redLines(c echo.Context) (*boardreport.RedLines, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	r, rows := boardreport.NewRedLines(v, tasks, web.ReadLeaf(c, web.PageParam, redLineSystems))
	for _, row := range rows {
		trials, err := s.Store.RunTrials(ctx, v.Runs[*row.Run].ID, "")
		if err != nil {
			return nil, err
		}
		ids := make([]int64, len(trials))
		for i := range trials {
			ids[i] = trials[i].ID
		}
		checks, err := s.Store.ManyChecks(ctx, ids)
		if err != nil {
			return nil, err
		}
		r.AddRun(v, row, trials, checks)
	}
	for i := range r.Trips {
		x := &r.Trips[i]
		var days []results.TraceGroup
		if x.WorkOf != "" && x.Trial.StepsTotal > 0 {
			if days, err = s.Store.TraceGroups(ctx, &x.Trial, results.UnitDay, 0, results.DaysMost, 1); err != nil {
				return nil, err
			}
		}
		x.SetWork(days)
	}
	r.Settle()
	return r, nil
}

// redLinesPage is GET /b/{benchmark}/redlines.
func (s Pages) redLinesPage(c echo.Context) error {
	r, err := s.redLines(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, r.Benchmark+"-redlines", boardviews.RedLinesTables(r)...)
	}
	return web.HTML(c, boardviews.RedLinesPage(s.Frame, r))
}
