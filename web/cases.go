package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cases"
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
	var failed []string
	for _, f := range cases.Failings() {
		failed = append(failed, f.ID)
	}
	return query{wordField("failed", append([]string{""}, failed...)...), kindField(), textField("model"), textField("dimension"), textField("mode"), textField("label")}
}

// cases reads what the address asks for.
func (s *Server) cases(c echo.Context) (*report.Cases, error) {
	ctx, a := c.Request().Context(), ask(c)
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	q := report.CasesQuery{Failed: a.word("failed"), Kind: a.word("kind"), Dimension: a.text("dimension"), Mode: a.text("mode"), Model: a.text("model"), Label: a.text("label")}
	b, err := s.findBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	r := report.CaseRecords{Benchmark: b}
	if r.Mined, err = s.store.Cases(ctx, id); err != nil {
		return nil, err
	}
	if r.Runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: id}); err != nil {
		return nil, err
	}
	if r.Models, err = s.modelNames(ctx); err != nil {
		return nil, err
	}
	if r.Labels, err = s.store.Labels(ctx, id, q.Label); err != nil {
		return nil, err
	}
	if r.Written, err = s.writtenCases(ctx, id); err != nil {
		return nil, err
	}
	if b.HasKinds {
		if r.Tasks, err = s.store.Tasks(ctx, id, ""); err != nil {
			return nil, err
		}
	}
	return report.NewCases(q, r), nil
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
	if err := s.casePictures(c.Request().Context(), x); err != nil {
		return err
	}
	return html(c, views.CasesPage(s.frame, x))
}

// casesOf lists the cases but one that a task belongs to; of one run's trial at
// it if run is not empty.
func (s *Server) casesOf(ctx context.Context, benchmark, scenario, task, run, except string) ([]report.CaseLink, error) {
	written, err := s.writtenCases(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	mined, err := s.store.TaskCases(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	return report.CaseLinks(written, mined, scenario, task, run, except), nil
}
