package world

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/web"
)

// worldStages reads what changes before the stages of tasks, and how the runs of a
// page did at the checks that look for it.
func (s Pages) worldStages(c echo.Context, v *report.Bench, w *worldreport.World) error {
	ctx := c.Request().Context()
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return err
	}
	rows := w.AddStages(v, tasks, web.ReadLeaf(c, web.PageParam, worldSystemsOnPage))
	for _, row := range rows {
		trials, err := s.Store.RunTrials(ctx, v.Runs[*row.Run].ID, "")
		if err != nil {
			return err
		}
		var all, traced []int64
		for i := range trials {
			all = append(all, trials[i].ID)
			if trials[i].StepsTotal > 0 && w.Stages.Changes != nil {
				traced = append(traced, trials[i].ID)
			}
		}
		checks, err := s.Store.ManyChecks(ctx, all)
		if err != nil {
			return err
		}
		details, err := s.Store.ManyDetails(ctx, traced)
		if err != nil {
			return err
		}
		w.Stages.AddRun(v, row, trials, checks, details)
	}
	return nil
}
