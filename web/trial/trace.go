package trial

import (
	"cmp"
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

// loadTrace loads the requested steps of the trace and an outline of the entire trace.
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
	web.Into(&w.LastMessage, &err)(s.Store.LastMessage(ctx, trial))
	failed, e1 := s.Store.FailedSteps(ctx, trial, 1)
	if len(failed) > 0 {
		w.FirstFailure = failed[0]
	}
	before, after, e2 := s.Store.FailedBeside(ctx, trial, t.From, t.From+len(w.Steps)-1)
	w.FailedBefore, w.FailedAfter = before, after
	web.Into(&w.Days, &err)(s.Store.TraceGroups(ctx, trial, results.UnitDay, 0, results.DaysMost+1, 1))
	return cmp.Or(err, e1, e2)
}

// readWhole loads all steps of a short trace and selects the requested ones. For a long trace it
// does nothing.
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

// readWindow loads the requested steps and the step before them. It stops after BodiesMost bytes
// and omits the content of steps larger than BodyMost.
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

// stepContext returns the start time of the trace, and the first step of each sub-agent mentioned
// in the results of the given steps.
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

// loadAgents adds the traces that this trial's trace refers to and the traces that refer to it.
func (s Pages) loadAgents(ctx context.Context, t *trialviews.Trial) error {
	if t.StepsTotal == 0 {
		return nil
	}
	a, err := s.readAgents(ctx, t.Benchmark, t.Stored.Trial.ID)
	if err == nil {
		t.AddAgents(a)
	}
	return err
}

func (s Pages) readAgents(ctx context.Context, benchmark string, self int64) (a *trialviews.StoredAgents, err error) {
	a = &trialviews.StoredAgents{}
	web.Into(&a.IDs, &err)(s.Store.FindTraceIDs(ctx, self))
	web.Into(&a.Agents, &err)(s.Store.TraceAgents(ctx, self))
	if a.IDs != (results.TraceIDs{}) {
		web.Into(&a.From, &err)(s.Store.RefsTo(ctx, benchmark, a.IDs))
	}
	refs, failed := s.Store.TraceRefs(ctx, []int64{self})
	if a.Refs = refs[self]; cmp.Or(err, failed) != nil || len(a.Refs) == 0 {
		return a, cmp.Or(err, failed)
	}
	var names []string
	for i := range a.Refs {
		ref := &a.Refs[i].Ref
		for _, id := range []string{ref.Trajectory, ref.Session} {
			if ref.Agent == "" && id != "" {
				names = append(names, id)
			}
		}
	}
	if a.Named, err = s.Store.NamedTrials(ctx, benchmark, names); err != nil {
		return nil, err
	}
	ids := make([]int64, len(a.Named))
	for i := range a.Named {
		ids[i] = a.Named[i].ID
	}
	a.Details, err = s.Store.ManyDetails(ctx, ids)
	return a, err
}

// loadMatches returns the steps that match the search in the URL, or nil if the URL contains no
// search.
func (s Pages) loadMatches(ctx context.Context, t *trialviews.Trial) (*trialviews.TraceMatches, error) {
	text := search.Parse(t.Query.Find)
	if !search.Asks(text.Terms) {
		return nil, nil //nolint:nilnil // no search is no fault
	}
	steps, err := s.Store.MatchesInTrace(ctx, &t.Stored.Trial, text.Terms)
	return &trialviews.TraceMatches{Terms: text.Terms, Steps: steps}, err
}
