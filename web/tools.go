package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// tools reads the address and everything that the page shows.
func (s *Server) tools(c echo.Context) (*report.Tools, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	run := ask(c).text("run")
	if run != "" && v.Runs[run].ID == 0 {
		return nil, bad("run=%s is not a run of this benchmark.", run)
	}
	ctx := c.Request().Context()
	counts, err := s.store.BenchmarkTools(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	totals, err := s.store.RunTotals(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	tables, err := s.store.StatTables(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	return report.NewTools(v, run, counts, totals, tables), nil
}

// toolsPage is GET /b/{benchmark}/tools.
func (s *Server) toolsPage(c echo.Context) error {
	d, err := s.tools(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, d.Benchmark+"-tools", views.ToolsTable(d))
	}
	d.Window = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.ToolsPage(s.frame, d))
}
