package trial

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
)

// loadTrace reads the window of the trace that the query asks for, and the
// outline of the whole.
func (s Pages) loadTrace(ctx context.Context, t *trialreport.Trial) (err error) {
	w, trial := &trialreport.TraceWindow{}, &t.Stored.Trial
	t.Trace = w
	if w.Rows, w.Before, w.Steps, err = s.readWindow(ctx, trial, t.From); err != nil {
		return err
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
	w.Marked(trial.Details.Workspace)
	return s.loadOutline(ctx, t)
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
		if r.Bytes > trialreport.BodyMost {
			continue
		}
		if sum += r.Bytes; sum > trialreport.BodiesMost && i > from-first {
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
		if r.Bytes <= trialreport.BodyMost {
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
			if _, known := agents[r.Subagent]; known || r.Subagent == "" || len(agents) == trialreport.WindowAnswers {
				continue
			}
			if agents[r.Subagent], err = s.Store.FindAgent(ctx, t, r.Subagent); err != nil {
				return nil, nil, err
			}
		}
	}
	return start, agents, nil
}

// loadOutline reads the days of the trace, its turns and its windows, the latter
// two in stretches that open around the window.
func (s Pages) loadOutline(ctx context.Context, t *trialreport.Trial) (err error) {
	w, trial := t.Trace, &t.Stored.Trial
	if w.Days, err = s.Store.TraceGroups(ctx, trial, results.UnitDay, 0, results.DaysMost+1, 1); err != nil {
		return err
	}
	for _, of := range []struct {
		unit  results.TraceUnit
		lines *[]trialreport.OutlineLine
	}{{results.UnitTurn, &w.Turns}, {results.UnitWindow, &w.Windows}} {
		n, err := s.Store.TraceUnits(ctx, trial, of.unit)
		if err != nil {
			return err
		}
		if n <= 1 {
			continue // it says no more than the page
		}
		if *of.lines, err = s.outlineLevel(ctx, t, of.unit, 0, n); err != nil {
			return err
		}
	}
	return nil
}

// outlineLevel lists the units from..to-1 in stretches; the one that holds the
// beginning of the window is opened.
func (s Pages) outlineLevel(ctx context.Context, t *trialreport.Trial, unit results.TraceUnit, from, to int) ([]trialreport.OutlineLine,
	error) {
	size := trialreport.Stretch(to - from)
	groups, err := s.Store.TraceGroups(ctx, &t.Stored.Trial, unit, from, to, size)
	if err != nil {
		return nil, err
	}
	list := make([]trialreport.OutlineLine, len(groups))
	for i, g := range groups {
		l := trialreport.OutlineLine{TraceGroup: g, End: min(g.Unit+size, to), Current: t.From >= g.First && t.From < g.First+g.Steps}
		if l.Current && size > 1 {
			if l.Lines, err = s.outlineLevel(ctx, t, unit, g.Unit, l.End); err != nil {
				return nil, err
			}
		}
		list[i] = l
	}
	return list, nil
}

const (
	evidenceFiles = 6 // files that are looked for in a trace
	evidenceSteps = 8 // steps that are opened for one file
)

// loadEvidence finds the steps in which a verdict can be seen.
func (s Pages) loadEvidence(ctx context.Context, t *trialreport.Trial) error {
	load := s.loadWrites
	switch {
	case t.Kind == results.KindMultiChoice:
		load = s.loadAnswerBox
	case t.Why != nil && len(t.Why.Complaints) > 0: // they have the writes
		return s.loadRedLines(ctx, t)
	}
	if err := load(ctx, t); err != nil {
		return err
	}
	return s.loadRedLines(ctx, t)
}

// loadAnswerBox finds the last message of the agent with an answer's box.
func (s Pages) loadAnswerBox(ctx context.Context, t *trialreport.Trial) error {
	for _, word := range []string{"bbox", "boxed"} {
		hits, err := s.Store.FindInTrace(ctx, &t.Stored.Trial, word, 1)
		if err != nil {
			return err
		}
		if len(hits) > 0 {
			t.AnswerBox = hits[0].StepID
			return nil
		}
	}
	return nil
}

// loadWrites finds the last writes to the files that the checker or the prompt
// names.
func (s Pages) loadWrites(ctx context.Context, t *trialreport.Trial) error {
	files, byPrompt := calls.FilesToSeek(&t.Stored.Trial)
	for _, file := range files[:min(len(files), evidenceFiles)] {
		list, err := s.writesTo(ctx, &t.Stored.Trial, file)
		if err != nil {
			return err
		}
		t.AddWrites(list, byPrompt)
	}
	return nil
}

// writesTo gives the last calls that wrote a file, from the last steps that
// wrote it until there are two.
func (s Pages) writesTo(ctx context.Context, t *results.StoredTrial, file string) ([]calls.FileWrite, error) {
	hits, err := s.Store.FindInTrace(ctx, t, file, evidenceSteps)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b results.StepHit) int { return a.StepID - b.StepID })
	var rows []results.StepRow
	for _, h := range hits {
		r, err := s.Store.StepRows(ctx, t, h.StepID, 1)
		if err != nil {
			return nil, err
		}
		if len(r) > 0 && r[0].Bytes <= trialreport.BodiesMost {
			rows = append(rows, r[0])
		}
	}
	var list []calls.FileWrite
	for len(rows) > 0 && len(list) < 2 {
		first, bytes := len(rows)-1, rows[len(rows)-1].Bytes
		for first > 0 && bytes+rows[first-1].Bytes <= trialreport.BodiesMost { // those that lie together are unpacked once
			first--
			bytes += rows[first].Bytes
		}
		steps, err := s.Store.Steps(ctx, t, rows[first:])
		if err != nil {
			return nil, err
		}
		rows = rows[:first]
		for _, step := range slices.Backward(steps) {
			if list = append(list, calls.WritesIn(&step, file)...); len(list) >= 2 {
				break
			}
		}
	}
	return list, nil
}

// loadRedLines leads from each failed red-line to the calls of its day.
func (s Pages) loadRedLines(ctx context.Context, t *trialreport.Trial) error {
	broken := t.BrokenRedLines()
	if len(broken) == 0 {
		return nil
	}
	days, err := s.Store.TraceGroups(ctx, &t.Stored.Trial, results.UnitDay, 0, results.DaysMost, 1)
	for _, c := range broken {
		for _, d := range days {
			if d.Day == c.Day {
				t.RedLines = append(t.RedLines, trialreport.RedLineDay{Check: c, First: d.First})
			}
		}
	}
	return err
}
