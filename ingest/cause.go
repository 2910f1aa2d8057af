package ingest

import (
	"context"
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// causes stores the failure causes of each run's tool calls, and recomputes them if the rules have
// changed.
func (l *Loader) causes(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.FailureKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	key := strconv.Itoa(calls.CauseRules)
	for i := range runs {
		r := &runs[i].Run
		if r.Evidence != results.Recomputed || have[r.ID] == key {
			continue
		}
		list, err := l.failedCalls(ctx, r)
		if err != nil {
			return fmt.Errorf("find failed calls of %s: %w", r.Slug, err)
		}
		if err := l.Store.SaveFailedCalls(ctx, d.Benchmark.ID, r.ID, key, list); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) failedCalls(ctx context.Context, r *results.Run) ([]results.FailedCall, error) {
	trials, err := l.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	var list []results.FailedCall
	for i := range trials {
		t := &trials[i]
		if t.FailedCalls == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, err := l.Store.StepRows(ctx, t, 1, t.StepsTotal)
		if err != nil {
			return nil, err
		}
		var failed []results.StepRow
		for _, row := range rows {
			if row.Failed > 0 {
				failed = append(failed, row)
			}
		}
		steps, err := l.Store.Steps(ctx, t, failed)
		if err != nil {
			return nil, err
		}
		for k := range steps {
			for _, f := range calls.Failures(&steps[k]) {
				f.Trial = t.ID
				list = append(list, f)
			}
		}
	}
	return list, nil
}
