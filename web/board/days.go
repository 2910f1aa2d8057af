package board

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// DaysRoutes registers /b/{benchmark}/days and its twin.
func (s Pages) DaysRoutes(page, api web.Route) {
	page("/b/:benchmark/days", web.Heavy, s.daysPage, daysFields().And(web.CSVField()))
	api("/benchmarks/:benchmark/days", web.Heavy, web.JsonOf(s.days), daysFields())
}

// daysFields are the parameters of the page.
func daysFields() web.Query {
	return web.Query{web.TextField("scenario"), web.TextField("kind"), web.TextField("run"), web.TextField("day"), web.PageField()}
}

// days reads what the address asks for.
func (s Pages) days(c echo.Context) (*boardreport.Days, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	a := web.Ask(c)
	q := boardreport.DaysQuery{Scenario: a.Text("scenario"), Kind: a.Text("kind"), Run: a.Text("run"), Day: a.Text("day"),
		Rows: web.ReadLeaf(c, web.PageParam, web.SystemsAbreast)}
	d, err := s.loadDays(c.Request().Context(), v, q)
	if err != nil {
		return nil, err
	}
	return d, d.CheckPoint()
}

// loadDays reads the dataset, the outcomes and the published figures.
func (s Pages) loadDays(ctx context.Context, v *report.Bench, q boardreport.DaysQuery) (*boardreport.Days, error) {
	scenarios, err := s.Store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	d, err := boardreport.NewDays(v.Benchmark, scenarios, tasks, q)
	if err != nil || d.Kind == boardreport.DaysNone {
		return d, err
	}
	rows := d.Choose(v)
	if d.Kind == boardreport.DaysStages {
		return d, s.loadStages(ctx, v, d, rows)
	}
	means, err := s.Store.TaskMeans(ctx, v.RunIDs(rows))
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
func (s Pages) outcomesOf(ctx context.Context, v *report.Bench, rows []results.BoardRow) ([][]results.Trial, error) {
	list := make([][]results.Trial, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = s.Store.Outcomes(ctx, v.Runs[*r.Run].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// loadStages reads the checks and the published figures of working days.
func (s Pages) loadStages(ctx context.Context, v *report.Bench, d *boardreport.Days, rows []results.BoardRow) error {
	figures, err := s.Store.Figures(ctx, v.Benchmark.ID)
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
func (s Pages) daysPage(c echo.Context) error {
	d, err := s.days(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, d.Benchmark+"-days", boardviews.DaysTables(d)...)
	}
	return web.HTML(c, boardviews.DaysPage(s.Frame, d))
}
