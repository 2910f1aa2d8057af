package compare

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/flips"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/web"
)

// Bounds of what is read for reasons: of one trial, and of all trials of a run together,
// in bytes of their traces.
const (
	reasonTrial = 2 << 20
	reasonRun   = 24 << 20
)

// shortTrace is how many steps a trial has at most whose rows are read with those of others.
const shortTrace = 200

// addReasons says why the tasks differ that one run alone passed.
func (s Pages) addReasons(ctx context.Context, d *comparereport.Comparison) error {
	key := web.MemoKey{What: "reasons", Benchmark: d.Benchmark, Without: d.A.Run + "\n" + d.B.Run}
	known, err := web.Remember(ctx, s.Store, key, func() (map[results.TaskName]*flips.Reason, error) { return s.reasons(ctx, d) })
	if err != nil {
		return err
	}
	d.AddReasons(known)
	return nil
}

// reasons finds them scenario by scenario, of which the session of a trial goes over none.
func (s Pages) reasons(ctx context.Context, d *comparereport.Comparison) (map[results.TaskName]*flips.Reason, error) {
	found := map[results.TaskName]*flips.Reason{}
	room := [2]int{reasonRun, reasonRun}
	differ := map[string][]*compare.Task{}
	for i := range d.Result.Tasks {
		if t := &d.Result.Tasks[i]; t.Relation() == compare.OnlyA || t.Relation() == compare.OnlyB {
			differ[t.Task.Scenario] = append(differ[t.Task.Scenario], t)
		}
	}
	for scenario, tasks := range differ {
		var trials [2][]results.StoredTrial
		for i, run := range []results.Run{d.A.Of, d.B.Of} {
			list, err := s.Store.RunTrials(ctx, run.ID, scenario)
			if err != nil {
				return nil, err
			}
			trials[i] = list
		}
		var picks [2]map[int64]*results.StoredTrial
		picks[0], picks[1] = map[int64]*results.StoredTrial{}, map[int64]*results.StoredTrial{}
		pairs := map[results.TaskName][2]int64{}
		for _, t := range tasks {
			a, b := pickedPair(trials, t.Task.Slug, t.Relation() == compare.OnlyA)
			if a == nil || b == nil {
				continue
			}
			failed := a
			if t.Relation() == compare.OnlyA {
				failed = b
			}
			picks[0][a.ID], picks[1][b.ID] = failed, failed
			pairs[t.Task.Name()] = [2]int64{a.ID, b.ID}
		}
		var sides [2]map[int64]*flips.Side
		for i := range sides {
			var err error
			if sides[i], err = s.sides(ctx, trials[i], picks[i], specsOf(d), &room[i]); err != nil {
				return nil, err
			}
		}
		for name, ids := range pairs {
			if a, b := sides[0][ids[0]], sides[1][ids[1]]; a != nil && b != nil {
				found[name] = flips.Of(a, b)
			}
		}
	}
	return found, nil
}

// pickedPair are the first attempts of both at a task of which one passed.
func pickedPair(trials [2][]results.StoredTrial, task string, onlyA bool) (a, b *results.StoredTrial) {
	first := func(list []results.StoredTrial, passed bool) *results.StoredTrial {
		i := slices.IndexFunc(list, func(t results.StoredTrial) bool { return t.Task == task && (t.Status == results.Passed) == passed })
		if i < 0 {
			return nil
		}
		return &list[i]
	}
	return first(trials[0], onlyA), first(trials[1], !onlyA)
}

// specsOf are the tasks of a comparison by name.
func specsOf(d *comparereport.Comparison) map[results.TaskName]*results.Task {
	m := make(map[results.TaskName]*results.Task, len(d.Result.Tasks))
	for i := range d.Result.Tasks {
		t := d.Result.Tasks[i].Task
		m[t.Name()] = t
	}
	return m
}

// sides goes through those trials of a scenario, in their order, that a pick is of or
// that came before it in its session. picks has for each the trial that did not pass.
// What goes beyond the room has no side.
func (s Pages) sides(ctx context.Context, trials []results.StoredTrial, picks map[int64]*results.StoredTrial,
	specs map[results.TaskName]*results.Task, room *int) (map[int64]*flips.Side, error) {
	ids := make([]int64, len(trials))
	for i := range trials {
		ids[i] = trials[i].ID
	}
	details, err := s.Store.ManyDetails(ctx, ids)
	if err != nil {
		return nil, err
	}
	checks, err := s.Store.ManyChecks(ctx, ids)
	if err != nil {
		return nil, err
	}
	type name struct {
		session string
		attempt int
	}
	last := map[name]int{} // pick of each session
	for i := range trials {
		trials[i].Details, trials[i].Checks = details[trials[i].ID], checks[trials[i].ID]
		if picks[trials[i].ID] != nil {
			last[name{trials[i].Details.Session, trials[i].Attempt}] = i
		}
	}
	// All that are gone over, and of those whose trace is short the rows at once.
	var over []*results.StoredTrial
	var short []int64
	for i := range trials {
		t := &trials[i]
		session := name{t.Details.Session, t.Attempt}
		if end, ok := last[session]; !ok || i > end || session.session == "" && picks[t.ID] == nil {
			continue
		}
		over = append(over, t)
		if t.StepsTotal > 0 && t.StepsTotal <= shortTrace {
			short = append(short, t.ID)
		}
	}
	rows, err := s.Store.ManyStepRows(ctx, short)
	if err != nil {
		return nil, err
	}
	sides, sessions := map[int64]*flips.Side{}, map[name]*flips.Session{}
	for _, t := range over {
		id, pick := name{t.Details.Session, t.Attempt}, picks[t.ID]
		if sessions[id] == nil || id.session == "" {
			sessions[id] = &flips.Session{}
		}
		steps, err := s.lastSteps(ctx, t, rows[t.ID], room)
		if err != nil {
			return nil, err
		}
		if len(steps) == 0 && t.StepsTotal > 0 && pick != nil {
			continue // there is no room left: nothing is said of it
		}
		spec := specs[t.TaskName()]
		if spec == nil {
			spec = &results.Task{}
		}
		if side := sessions[id].Turn(why.Turn{Task: spec, Trial: t, Steps: report.Pointers(steps)}, pick); side != nil {
			sides[t.ID] = side
		}
	}
	return sides, nil
}

// lastSteps opens the last steps of a trial that fit, and takes them off the room. The
// rows are read where they are not given.
func (s Pages) lastSteps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow, room *int) ([]results.Step, error) {
	if t.StepsTotal == 0 {
		return nil, nil
	}
	most := min(reasonTrial, *room)
	if len(rows) > 0 {
		rows, _ = lastFitting(rows, most)
	} else {
		var err error
		if rows, _, err = s.lastRows(ctx, t, min(t.StepsTotal, comparereport.AlignedSteps), most); err != nil {
			return nil, err
		}
	}
	for i := range rows {
		*room -= rows[i].Bytes
	}
	return s.Store.Steps(ctx, t, rows)
}

// addReason says why one of two trials passed and the other did not.
func (s Pages) addReason(ctx context.Context, p *comparereport.TrialComparison) error {
	a, b := p.A.Trial, p.B.Trial
	if a == nil || b == nil || (a.Status == results.Passed) == (b.Status == results.Passed) {
		return nil
	}
	failed := a
	if a.Status == results.Passed {
		failed = b
	}
	var found [2]*flips.Side
	specs := map[results.TaskName]*results.Task{p.Spec.Name(): &p.Spec}
	for i, side := range p.Sides() {
		trials, err := s.Store.RunTrials(ctx, side.Side.Of.ID, p.Scenario)
		if err != nil {
			return err
		}
		room := reasonRun
		sides, err := s.sides(ctx, trials, map[int64]*results.StoredTrial{side.Trial.ID: failed}, specs, &room)
		if err != nil {
			return err
		}
		found[i] = sides[side.Trial.ID]
	}
	if found[0] != nil && found[1] != nil {
		p.Reason = flips.Of(found[0], found[1])
	}
	return nil
}
