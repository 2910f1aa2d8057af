package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// daysRoutes registers /b/{benchmark}/days and its twin.
func (s *Server) daysRoutes(page, api route) {
	page("/b/:benchmark/days", heavy, s.daysPage, daysFields().and(chartFields()...))
	api("/benchmarks/:benchmark/days", heavy, jsonOf(s.days), daysFields(), report.Days{})
}

// daysFields are the parameters of the page.
func daysFields() query {
	return query{textField("scenario"), textField("kind"), textField("run"), textField("day"), pageField()}
}

// days reads what the address asks for.
func (s *Server) days(c echo.Context) (*report.Days, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	a := ask(c)
	q := report.DaysQuery{Scenario: a.text("scenario"), Kind: a.text("kind"), Run: a.text("run"), Day: a.text("day"), Rows: readLeaf(c, pageParam, systemsAbreast)}
	d, err := s.loadDays(c.Request().Context(), v, q)
	if err != nil {
		return nil, err
	}
	return d, d.CheckPoint()
}

// loadDays reads the dataset, the outcomes and the published figures.
func (s *Server) loadDays(ctx context.Context, v *report.Bench, q report.DaysQuery) (*report.Days, error) {
	scenarios, err := s.store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	d, err := report.NewDays(v.Benchmark, scenarios, tasks, q)
	if err != nil || d.Kind == report.DaysNone {
		return d, err
	}
	rows := d.Choose(v)
	if d.Kind == report.DaysStages {
		return d, s.loadStages(ctx, v, d, rows)
	}
	means, err := s.store.TaskMeans(ctx, v.RunIDs(rows))
	if err != nil {
		return nil, err
	}
	d.AddRounds(v, rows, means)
	if d.HasRules() {
		bases := d.Bases(rows)
		outcomes, err := s.outcomesOf(ctx, v, slices.Concat(rows, bases))
		if err != nil {
			return nil, err
		}
		d.AddRules(v, rows, bases, outcomes)
	}
	return d, nil
}

// outcomesOf reads the trials of the runs of rows, with their checks.
func (s *Server) outcomesOf(ctx context.Context, v *report.Bench, rows []results.BoardRow) ([][]results.Trial, error) {
	list := make([][]results.Trial, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = s.store.Outcomes(ctx, v.Runs[*r.Run].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// loadStages reads the checks and the published figures of working days.
func (s *Server) loadStages(ctx context.Context, v *report.Bench, d *report.Days, rows []results.BoardRow) error {
	figures, err := s.store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return err
	}
	outcomes, err := s.outcomesOf(ctx, v, rows)
	if err != nil {
		return err
	}
	d.AddStages(v, rows, outcomes, figures)
	return nil
}

// daysPage is GET /b/{benchmark}/days.
func (s *Server) daysPage(c echo.Context) error {
	d, err := s.days(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, d.Benchmark+"-days", views.DaysTables(d)...)
	}
	return html(c, views.DaysPage(s.frame, d))
}
