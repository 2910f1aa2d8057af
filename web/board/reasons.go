package board

import (
	"github.com/labstack/echo/v4"

	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// ReasonRoutes registers /b/{benchmark}/reasons and its twin.
func (s Pages) ReasonRoutes(page, api web.Route) {
	page("/b/:benchmark/reasons", web.Heavy, s.reasonsPage, web.Query{web.PageField(), web.CSVField()})
	api("/benchmarks/:benchmark/reasons", web.Heavy, web.JsonOf(s.reasons), web.Query{web.PageField()})
}

// reasonSystems is how many systems a page has: the trials of each are read.
const reasonSystems = 25

// reasons counts the reasons that are kept of the trials of a benchmark's systems.
func (s Pages) reasons(c echo.Context) (*boardreport.Reasons, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	r, rows := boardreport.NewReasons(v, web.ReadLeaf(c, web.PageParam, reasonSystems))
	for i := range rows {
		r.AddSystem(v, rows[i])
		for _, run := range v.SweepIDs(&rows[i]) {
			trials, err := s.Store.RunTrials(ctx, run, "")
			if err != nil {
				return nil, err
			}
			known, err := s.Store.RunReasons(ctx, run)
			if err != nil {
				return nil, err
			}
			r.AddRun(trials, known)
		}
	}
	r.Settle()
	return r, nil
}

// reasonsPage is GET /b/{benchmark}/reasons.
func (s Pages) reasonsPage(c echo.Context) error {
	r, err := s.reasons(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, r.Benchmark+"-reasons", boardviews.ReasonsTable(r))
	}
	return web.HTML(c, boardviews.ReasonsPage(s.Frame, r))
}
