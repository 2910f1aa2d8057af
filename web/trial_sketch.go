package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// sketch goes through the stretch of the trace that holds the steps, which begin at
// t.From; through them alone where the stretch is too long to be read for one page.
func (s *Server) sketch(ctx context.Context, t *report.Trial, steps []results.Step) (*report.TraceSketch, error) {
	workspace := t.Stored.Trial.Details.Workspace
	first := report.StretchOf(t.From)
	size := max(report.StretchSteps, t.From+len(steps)-first)
	if len(steps) >= min(size, t.StepsTotal-first+1) {
		return report.NewSketch(steps, workspace), nil
	}
	rows, err := s.store.StepRows(ctx, &t.Stored.Trial, first, size)
	if err != nil {
		return nil, err
	}
	sum := 0
	for i := range rows {
		sum += rows[i].Bytes
	}
	if sum > report.StretchBytes {
		return report.NewSketch(steps, workspace), nil
	}
	all, err := s.store.Steps(ctx, &t.Stored.Trial, rows)
	if err != nil {
		return nil, err
	}
	return report.NewSketch(all, workspace), nil
}

// loadMap draws the map of the whole trace: of what the steps did where the sketch
// holds all of them, else of sums over windows.
func (s *Server) loadMap(ctx context.Context, t *report.Trial) error {
	w := t.Trace
	if w.Sketch.From == 1 && w.Sketch.To() == t.StepsTotal {
		w.Map = report.NewMap(w.Sketch.Marks)
		return nil
	}
	trial := &t.Stored.Trial
	n, err := s.store.TraceUnits(ctx, trial, results.UnitWindow)
	if err != nil || n <= 1 {
		return err
	}
	groups, err := s.store.TraceGroups(ctx, trial, results.UnitWindow, 0, n, report.MapSize(n))
	w.Map = report.NewGroupMap(groups, w.Days)
	return err
}
