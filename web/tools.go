package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// toolsRoutes registers the calls of tools and those that failed for one cause.
func (s *Server) toolsRoutes(page, api route) {
	run := textField("run")
	page("/b/:benchmark/tools", heavy, s.toolsPage, query{run, pageField()}.and(chartFields()...))
	api("/benchmarks/:benchmark/tools", heavy, jsonList(s.tools), query{run}.and(windowFields()...), report.Tools{})
	page("/b/:benchmark/tools/:family/:cause", heavy, s.failedCallsPage, query{run, numberField("limit", callsOnPage, 1, 1000), offsetField(), csvField()})
	api("/benchmarks/:benchmark/tools/:family/:cause", heavy, jsonOf(s.failedCalls), query{run}.and(windowFields()...), report.FailedCalls{})
}

// callsOnPage is how many failed calls a page lists.
const callsOnPage = 50

// tools reads the address and everything that the page shows.
func (s *Server) tools(c echo.Context) (*report.Tools, error) {
	t, run, err := s.toolTables(c)
	if err != nil {
		return nil, err
	}
	return t.Tools(run), nil
}

// toolTables finds the calls of a benchmark, which are kept, and the run that the
// address narrows them to.
func (s *Server) toolTables(c echo.Context) (t *report.ToolTables, run string, err error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, "", err
	}
	ctx := c.Request().Context()
	t, err = remember(ctx, s.store, memoKey{what: "tools", benchmark: id}, func() (*report.ToolTables, error) { return s.readToolTables(ctx, id) })
	if err != nil {
		return nil, "", err
	}
	if run = ask(c).text("run"); run != "" && !t.Has(run) {
		return nil, "", bad("run=%s is not a run of this benchmark.", run)
	}
	return t, run, nil
}

func (s *Server) readToolTables(ctx context.Context, benchmark string) (*report.ToolTables, error) {
	v, err := s.loadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	counts, err := s.store.BenchmarkTools(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	totals, err := s.store.RunTotals(ctx, benchmark, 0)
	if err != nil {
		return nil, err
	}
	tables, err := s.store.StatTables(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	failures, err := s.store.Failures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return report.NewToolTables(v, counts, totals, tables, failures), nil
}

// toolsPage is GET /b/{benchmark}/tools.
func (s *Server) toolsPage(c echo.Context) error {
	d, err := s.tools(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, d.Benchmark+"-tools", views.ToolsTables(d)...)
	}
	d.Window = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.ToolsPage(s.frame, d))
}

// failedCalls reads the calls that failed for one cause.
func (s *Server) failedCalls(c echo.Context) (*report.FailedCalls, error) {
	t, run, err := s.toolTables(c)
	if err != nil {
		return nil, err
	}
	slugs, err := params(c, "family", "cause")
	if err != nil {
		return nil, err
	}
	limit, offset := listWindow(c)
	f, err := t.FailedCalls(run, slugs[0], slugs[1], limit, offset)
	if err != nil {
		return nil, err
	}
	return f, f.Read(func(run int64, family, cause string, limit, offset int) ([]results.FailedCall, error) {
		return s.store.FailedCalls(c.Request().Context(), run, family, cause, limit, offset)
	})
}

// failedCallsPage is GET /b/{benchmark}/tools/{family}/{cause}.
func (s *Server) failedCallsPage(c echo.Context) error {
	f, err := s.failedCalls(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, f.Benchmark+"-"+f.Cause.Cause, views.FailedCallsTable(f))
	}
	return html(c, views.FailedCallsPage(s.frame, f))
}
