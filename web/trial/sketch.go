package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/overview"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/web"
)

// sketch goes through the stretch of the trace that holds the steps, which begin at
// t.From; through them alone where the stretch is too long to be read for one page.
// What goes beyond the stretch is taken from what is kept of a long trace.
func (s Pages) sketch(ctx context.Context, t *trialreport.Trial, steps []results.Step) (*trialreport.TraceSketch, error) {
	stretch, err := s.stretch(ctx, t, steps)
	if err != nil {
		return nil, err
	}
	k := trialreport.NewSketch(stretch, t.Stored.Trial.Details.Workspace)
	if k.From == 1 && k.To() == t.StepsTotal {
		return k, nil
	}
	o, err := s.Store.FindOverview(ctx, t.Stored.Trial.ID, k.From, k.To())
	if web.IsNotFound(err) { // of a run that was read just now
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	return k, k.Within(o)
}

// stretch reads the steps that are gone through for those of a page.
func (s Pages) stretch(ctx context.Context, t *trialreport.Trial, steps []results.Step) ([]results.Step, error) {
	first := trialreport.StretchOf(t.From)
	size := max(overview.StretchSteps, t.From+len(steps)-first)
	if len(steps) >= min(size, t.StepsTotal-first+1) {
		return steps, nil
	}
	rows, err := s.Store.StepRows(ctx, &t.Stored.Trial, first, size)
	if err != nil {
		return nil, err
	}
	sum := 0
	for i := range rows {
		sum += rows[i].Bytes
	}
	if sum > overview.StretchBytes {
		return steps, nil
	}
	return s.Store.Steps(ctx, &t.Stored.Trial, rows)
}

// loadMap draws the map of the whole trace: of what the steps did, or of sums over
// windows where that is not known yet.
func (s Pages) loadMap(ctx context.Context, t *trialreport.Trial) error {
	w := t.Trace
	if w.Map = w.Sketch.Map; w.Map != nil {
		return nil
	}
	if w.Sketch.From == 1 && w.Sketch.To() == t.StepsTotal {
		w.Map = outline.NewMap(w.Sketch.Marks)
		return nil
	}
	trial := &t.Stored.Trial
	n, err := s.Store.TraceUnits(ctx, trial, results.UnitWindow)
	if err != nil || n <= 1 {
		return err
	}
	groups, err := s.Store.TraceGroups(ctx, trial, results.UnitWindow, 0, n, outline.BinSize(n))
	w.Map = outline.NewGroupMap(groups, w.Days)
	return err
}
