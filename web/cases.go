package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// casesRoutes registers the index of a benchmark's cases, and its twin.
func (s *Server) casesRoutes(page, api route) {
	page("/b/:benchmark/cases", heavy, s.casesPage, caseFields().and(csvField()))
	api("/benchmarks/:benchmark/cases", heavy, jsonList(s.cases), caseFields().and(windowFields()...), report.Cases{})
}

// caseFields are the parameters of the index.
func caseFields() query {
	return query{textField("dimension"), textField("mode"), textField("model"), textField("label")}
}

// cases reads what the address asks for.
func (s *Server) cases(c echo.Context) (*report.Cases, error) {
	ctx, a := c.Request().Context(), ask(c)
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	q := report.CasesQuery{Dimension: a.text("dimension"), Mode: a.text("mode"), Model: a.text("model"), Label: a.text("label")}
	b, err := s.findBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	mined, err := s.store.Cases(ctx, id)
	if err != nil {
		return nil, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: id})
	if err != nil {
		return nil, err
	}
	labels, err := s.store.Labels(ctx, id, q.Label)
	if err != nil {
		return nil, err
	}
	written, err := casebook.Of(id)
	if err != nil {
		return nil, err
	}
	return report.NewCases(b, q, written, mined, runs, labels), nil
}

// casesPage is GET /b/{benchmark}/cases.
func (s *Server) casesPage(c echo.Context) error {
	x, err := s.cases(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		header, rows := x.CSV()
		return table(c, x.Benchmark+"-cases", header, rows)
	}
	if x.Names, err = s.modelNames(c.Request().Context()); err != nil {
		return err
	}
	return html(c, views.CasesPage(s.frame, x))
}

// casesOf lists the cases but one that a task belongs to; of one run's trial at
// it if run is not empty.
func (s *Server) casesOf(ctx context.Context, benchmark, scenario, task, run, except string) ([]report.CaseLink, error) {
	written, err := casebook.Of(benchmark)
	if err != nil {
		return nil, err
	}
	mined, err := s.store.TaskCases(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	return report.CaseLinks(written, mined, scenario, task, run, except), nil
}
