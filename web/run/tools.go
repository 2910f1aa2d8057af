package run

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	runviews "github.com/clawatlas/clawatlas/views/run"
	"github.com/clawatlas/clawatlas/web"
)

// ToolsRoutes registers the calls of tools and those that failed for one cause.
func (s Pages) ToolsRoutes(page web.Route) {
	run := web.TextField("run")
	page("/b/:benchmark/tools", web.Heavy, s.toolsPage, web.Query{run, web.PageField()}.And(web.CSVField()))
	page("/b/:benchmark/tools/:family/:cause", web.Heavy, s.failedCallsPage,
		web.Query{run, web.NumberField("limit", callsOnPage, 1, 1000), web.OffsetField(), web.CSVField()})
}

// callsOnPage is how many failed calls a page lists.
const callsOnPage = 50

// tools reads the address and everything that the page shows.
func (s Pages) tools(c echo.Context) (*runreport.Tools, error) {
	t, run, err := s.toolTables(c)
	if err != nil {
		return nil, err
	}
	return t.Tools(run), nil
}

// toolTables finds the calls of a benchmark, which are kept, and the run that the
// address narrows them to.
func (s Pages) toolTables(c echo.Context) (t *runreport.ToolTables, run string, err error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, "", err
	}
	ctx := c.Request().Context()
	t, err = web.Remember(ctx, s.Store, web.MemoKey{What: "tools", Benchmark: id},
		func() (*runreport.ToolTables, error) { return s.readToolTables(ctx, id) })
	if err != nil {
		return nil, "", err
	}
	if run = web.Ask(c).Text("run"); run != "" && !t.Has(run) {
		return nil, "", web.Bad("run=%s is not a run of this benchmark.", run)
	}
	return t, run, nil
}

func (s Pages) readToolTables(ctx context.Context, benchmark string) (*runreport.ToolTables, error) {
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	counts, err := s.Store.BenchmarkTools(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	totals, err := s.Store.RunTotals(ctx, benchmark, 0)
	if err != nil {
		return nil, err
	}
	tables, err := s.Store.StatTables(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	failures, err := s.Store.Failures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return runreport.NewToolTables(v, counts, totals, tables, failures), nil
}

// toolsPage is GET /b/{benchmark}/tools.
func (s Pages) toolsPage(c echo.Context) error {
	d, err := s.tools(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, d.Benchmark+"-tools", runviews.ToolsTables(d)...)
	}
	d.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, runviews.ToolsPage(s.Frame, d))
}

// failedCalls reads the calls that failed for one cause.
func (s Pages) failedCalls(c echo.Context) (*runreport.FailedCalls, error) {
	t, run, err := s.toolTables(c)
	if err != nil {
		return nil, err
	}
	slugs, err := web.Params(c, "family", "cause")
	if err != nil {
		return nil, err
	}
	limit, offset := web.ListWindow(c)
	f, err := t.FailedCalls(run, slugs[0], slugs[1], limit, offset)
	if err != nil {
		return nil, err
	}
	return f, f.Read(func(run int64, family, cause string, limit, offset int) ([]results.FailedCall, error) {
		return s.Store.FailedCalls(c.Request().Context(), run, family, cause, limit, offset)
	})
}

// failedCallsPage is GET /b/{benchmark}/tools/{family}/{cause}.
func (s Pages) failedCallsPage(c echo.Context) error {
	f, err := s.failedCalls(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, f.Benchmark+"-"+f.Cause.Cause, runviews.FailedCallsTable(f))
	}
	return web.HTML(c, runviews.FailedCallsPage(s.Frame, f))
}
