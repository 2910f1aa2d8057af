package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// loadTrace reads the window of the trace that the query asks for, and the
// outline of the whole.
func (s Pages) loadTrace(ctx context.Context, t *trialviews.Trial) (err error) {
	w, trial := &trialviews.TraceWindow{}, &t.Stored.Trial
	t.Trace = w
	if err = s.readWhole(ctx, trial, w, t.From); err != nil {
		return err
	}
	if w.All == nil {
		if w.Rows, w.Before, w.Steps, err = s.readWindow(ctx, trial, t.From); err != nil {
			return err
		}
	}
	if w.Start, w.Agents, err = s.stepContext(ctx, trial, w.Steps); err != nil {
		return err
	}
	if w.LastMessage, err = s.Store.LastMessage(ctx, trial); err != nil {
		return err
	}
	failed, err := s.Store.FailedSteps(ctx, trial, 1)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		w.FirstFailure = failed[0]
	}
	if w.FailedBefore, w.FailedAfter, err = s.Store.FailedBeside(ctx, trial, t.From, t.From+len(w.Steps)-1); err != nil {
		return err
	}
	w.Days, err = s.Store.TraceGroups(ctx, trial, results.UnitDay, 0, results.DaysMost+1, 1)
	return err
}

// readWhole opens all steps of a trace that is short, and cuts its window out.
func (s Pages) readWhole(ctx context.Context, t *results.StoredTrial, w *trialviews.TraceWindow, from int) error {
	if t.StepsTotal > trialviews.WholeMost {
		return nil
	}
	rows, err := s.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return err
	}
	sum := 0
	for i := range rows {
		sum += rows[i].Bytes
	}
	if sum > trialviews.BodiesMost || len(rows) < from {
		return nil
	}
	if w.All, err = s.Store.Steps(ctx, t, rows); err != nil {
		return err
	}
	to := min(from-1+results.WindowSteps, len(rows))
	w.Rows, w.Steps = rows[from-1:to], w.All[from-1:to]
	if from > 1 {
		w.Before = &w.All[from-2]
	}
	return nil
}

// readWindow opens the steps of a window and the one before it. The window
// ends early where its bodies would be many megabytes; a step that is too long
// by itself is not opened.
func (s Pages) readWindow(ctx context.Context, t *results.StoredTrial, from int) ([]results.StepRow, *results.Step, []results.Step, error) {
	first := max(from-1, 1)
	rows, err := s.Store.StepRows(ctx, t, first, results.WindowSteps+from-first)
	if err != nil {
		return nil, nil, nil, err
	}
	sum := 0
	var open []results.StepRow
	for i, r := range rows {
		if r.Bytes > trialviews.BodyMost {
			continue
		}
		if sum += r.Bytes; sum > trialviews.BodiesMost && i > from-first {
			rows = rows[:i]
			break
		}
		open = append(open, r)
	}
	opened, err := s.Store.Steps(ctx, t, open)
	if err != nil {
		return nil, nil, nil, err
	}
	steps := make([]results.Step, len(rows))
	at := 0
	for i, r := range rows {
		if r.Bytes <= trialviews.BodyMost {
			steps[i] = opened[at]
			at++
			continue
		}
		steps[i] = results.Step{StepID: r.StepID, Timestamp: r.TS, Source: r.Source, Event: r.Event, Agent: r.Agent, Day: r.Day}
	}
	if first == from {
		return rows, nil, steps, nil
	}
	return rows[1:], &steps[0], steps[1:], nil
}

// stepContext gives the time of the first step of a trace and, for the
// sub-agents that results of the steps refer to, the number of their first step,
// where the trace has their steps.
func (s Pages) stepContext(ctx context.Context, t *results.StoredTrial, steps []results.Step) (start *int64, agents map[string]int,
	err error) {
	rows, err := s.Store.StepRows(ctx, t, 1, 1)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) > 0 {
		start = rows[0].TS
	}
	agents = map[string]int{}
	for i := range steps {
		if steps[i].Observation == nil {
			continue
		}
		for _, r := range steps[i].Observation.Results {
			if _, known := agents[r.Subagent]; known || r.Subagent == "" || len(agents) == trialviews.WindowAnswers {
				continue
			}
			if agents[r.Subagent], err = s.Store.FindAgent(ctx, t, r.Subagent); err != nil {
				return nil, nil, err
			}
		}
	}
	return start, agents, nil
}
