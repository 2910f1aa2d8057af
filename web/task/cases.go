package task

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// CasesRoutes registers the list of a benchmark's case studies and its API counterpart.
func (s Pages) CasesRoutes(page, api web.Route) {
	page("/b/:benchmark/cases", web.Heavy, s.casesPage, caseFields().And(web.CSVField()))
	api("/benchmarks/:benchmark/cases", web.Heavy, web.JsonList(s.cases), caseFields().And(web.WindowFields()...))
}

func caseFields() web.Query {
	var failed []string
	for _, f := range cases.Failings() {
		failed = append(failed, f.ID)
	}
	return web.Query{web.WordField("failed", append([]string{""}, failed...)...), web.TextField("mode")}
}

func (s Pages) cases(c echo.Context) (*taskviews.Cases, error) {
	ctx, a := c.Request().Context(), web.Ask(c)
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	b, err := s.FindBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	r := taskviews.CaseRecords{Benchmark: b}
	if r.Mined, err = s.Store.Cases(ctx, id); err != nil {
		return nil, err
	}
	if r.Labels, err = s.Store.Labels(ctx, id, ""); err != nil {
		return nil, err
	}
	if r.Written, err = s.writtenCases(ctx, id); err != nil {
		return nil, err
	}
	return taskviews.NewCases(taskviews.CasesQuery{Failed: a.Word("failed"), Mode: a.Text("mode")}, r), nil
}

func (s Pages) casesPage(c echo.Context) error {
	x, err := s.cases(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		header, rows := x.CSV()
		return web.Table(c, x.Benchmark+"-cases", header, rows)
	}
	return web.HTML(c, taskviews.CasesPage(s.Frame, x))
}

// CasesOf lists the case studies about a task. If run is not empty, it lists only those about that
// run's trial.
func (s Pages) CasesOf(ctx context.Context, benchmark, scenario, task, run string) ([]views.CaseLink, error) {
	written, err := s.writtenCases(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	mined, err := s.Store.TaskCases(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	return taskviews.CaseLinks(written, mined, scenario, task, run), nil
}
