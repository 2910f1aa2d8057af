package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// tables reads the benchmark's published tables with their sources, all of them
// or the one that ?table= names.
func (s *Server) tables(c echo.Context) (*report.Tables, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	list, err := s.store.StatTables(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	sources, err := s.store.FigureSources(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	return report.NewTables(v, list, sources, ask(c).text("table"))
}

// tablesPage is GET /b/{benchmark}/tables.
func (s *Server) tablesPage(c echo.Context) error {
	d, err := s.tables(c)
	switch {
	case err != nil:
		return err
	case !wantsCSV(c):
		return html(c, views.TablesPage(s.frame, d))
	case d.Total == 1:
		return gridCSV(c, d.Benchmark+"-"+d.Tables[0].ID, views.StatGrid(results.Benchmark{ID: d.Benchmark}, d.Tables[0])) // as printed: by id
	}
	return gridCSV(c, d.Benchmark+"-tables", views.TableList(d.Tables))
}
