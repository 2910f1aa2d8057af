package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/why"
)

// whys saves what led to the failed verdicts of each run; again if the rules or the
// tasks are others than those by which it was found.
func (l *Loader) whys(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.WhyKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	want := whyKey(d)
	tasks := make(map[results.TaskName]*results.Task, len(d.Tasks))
	for i := range d.Tasks {
		tasks[results.TaskName{Scenario: d.Tasks[i].Scenario, Task: d.Tasks[i].Slug}] = &d.Tasks[i]
	}
	for i := range runs {
		r := &runs[i].Run
		if r.Evidence != results.Recomputed || have[r.ID] == want {
			continue
		}
		list, err := l.runWhys(ctx, r, tasks)
		if err != nil {
			return fmt.Errorf("find what led to the verdicts of %s: %w", r.Slug, err)
		}
		if err := l.Store.SaveWhys(ctx, d.Benchmark.ID, r.ID, want, list); err != nil {
			return err
		}
	}
	return nil
}

// whyKey is the digest of the rules and of what they take from the tasks.
func whyKey(d *results.Dataset) string {
	h := sha256.New()
	fmt.Fprintln(h, why.Rules)
	for i := range d.Tasks {
		t := &d.Tasks[i]
		say(h, t.Scenario, t.Slug, t.Facts.Prompt, t.Facts.Command)
		for _, o := range t.Options {
			say(h, o.Label, o.Text, fmt.Sprint(o.Gold))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// runWhys goes through a run, scenario by scenario.
func (l *Loader) runWhys(ctx context.Context, r *results.Run, tasks map[results.TaskName]*results.Task) ([]results.TrialWhy, error) {
	trials, err := l.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	var list []results.TrialWhy
	for len(trials) > 0 {
		n := slices.IndexFunc(trials, func(t results.StoredTrial) bool { return t.Scenario != trials[0].Scenario })
		if n < 0 {
			n = len(trials)
		}
		found, err := l.scenarioWhys(ctx, trials[:n], tasks)
		if err != nil {
			return nil, err
		}
		list, trials = append(list, found...), trials[n:]
	}
	return list, nil
}

// scenarioWhys goes through the trials of a scenario. Of those before a failed one
// only the ones of its session are opened.
func (l *Loader) scenarioWhys(ctx context.Context, trials []results.StoredTrial,
	tasks map[results.TaskName]*results.Task) ([]results.TrialWhy, error) {
	last := -1
	ids := make([]int64, len(trials))
	for i := range trials {
		if ids[i] = trials[i].ID; failedTrace(&trials[i]) {
			last = i
		}
	}
	if last < 0 {
		return nil, nil
	}
	details, err := l.Store.ManyDetails(ctx, ids[:last+1])
	if err != nil {
		return nil, err
	}
	sessions := map[string]int{} // last failed trial
	for i := range trials[:last+1] {
		trials[i].Details = details[trials[i].ID]
		if id := trials[i].Details.Session; id != "" && failedTrace(&trials[i]) {
			sessions[id] = i
		}
	}
	var reader why.Reader
	var list []results.TrialWhy
	for i := range trials[:last+1] {
		t := &trials[i]
		task := tasks[results.TaskName{Scenario: t.Scenario, Task: t.Task}]
		until, shared := sessions[t.Details.Session]
		if task == nil || t.StepsTotal == 0 || !failedTrace(t) && (!shared || i > until) {
			continue
		}
		w, err := l.trialWhy(ctx, &reader, task, t)
		if err != nil {
			return nil, err
		}
		if w != nil {
			list = append(list, results.TrialWhy{Trial: t.ID, Why: w})
		}
	}
	return list, nil
}

func failedTrace(t *results.StoredTrial) bool {
	return t.Status == results.Failed && t.StepsTotal > 0
}

// trialWhy opens a trace, unless it is too long to be held.
func (l *Loader) trialWhy(ctx context.Context, reader *why.Reader, task *results.Task, t *results.StoredTrial) (*results.Why, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	steps, err := l.wholeTrace(ctx, t)
	if err != nil || steps == nil {
		return nil, err
	}
	if t.Status == results.Failed {
		checks, err := l.Store.ManyChecks(ctx, []int64{t.ID})
		if err != nil {
			return nil, err
		}
		t.Checks = checks[t.ID]
	}
	turn := why.Turn{Task: task, Trial: t}
	for k := range steps {
		turn.Steps = append(turn.Steps, &steps[k])
	}
	return reader.Turn(turn), nil
}
