package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
)

// worldStages reads what changes before the stages of tasks, and how the runs of a
// page did at the checks that look for it.
func (s *Server) worldStages(c echo.Context, v *report.Bench, w *report.World) error {
	ctx := c.Request().Context()
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return err
	}
	rows := w.AddStages(v, tasks, readLeaf(c, pageParam, worldSystemsOnPage))
	outcomes, err := s.outcomesOf(ctx, v, rows)
	if err != nil {
		return err
	}
	for i, row := range rows {
		w.Stages.AddRun(v, row, outcomes[i])
	}
	return nil
}
