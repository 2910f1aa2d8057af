package ingest

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/overview"
)

// stepsAtOnce is how many bytes of a trace are read at once.
const stepsAtOnce = 16 << 20

// overviews goes through the long traces of each run for their pages; again if the rules
// are others than those by which that was done.
func (l *Loader) overviews(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.OverviewKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	for i := range runs {
		r := &runs[i].Run
		if have[r.ID] == overview.Rules {
			continue
		}
		trials, err := l.Store.RunTrials(ctx, r.ID, "")
		if err != nil {
			return err
		}
		var long []results.Overview
		for k := range trials {
			o, err := l.overview(ctx, &trials[k])
			if err != nil {
				return fmt.Errorf("go through the long traces of %s: %w", r.Slug, err)
			}
			if o != nil {
				long = append(long, *o)
			}
		}
		if err := l.Store.SaveOverviews(ctx, d.Benchmark.ID, r.ID, overview.Rules, long); err != nil {
			return err
		}
	}
	return nil
}

// overview goes through the steps of a trial, some at a time; nil of a trace that its
// page goes through.
func (l *Loader) overview(ctx context.Context, t *results.StoredTrial) (*results.Overview, error) {
	if t.StepsTotal == 0 {
		return nil, ctx.Err() //nolint:nilnil // it needs none
	}
	rows, err := l.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range rows {
		size += rows[i].Bytes
	}
	if !overview.Needed(len(rows), size) {
		return nil, nil //nolint:nilnil // it needs none
	}
	details, err := l.Store.ManyDetails(ctx, []int64{t.ID})
	if err != nil {
		return nil, err
	}
	whole := overview.NewBuilder(len(rows), files.NewNames(details[t.ID].Workspace))
	for len(rows) > 0 {
		n, size := 0, 0
		for n < len(rows) && (n == 0 || size+rows[n].Bytes <= stepsAtOnce) {
			size += rows[n].Bytes
			n++
		}
		steps, err := l.Store.Steps(ctx, t, rows[:n])
		if err != nil {
			return nil, err
		}
		for i := range steps {
			whole.Add(&steps[i])
		}
		rows = rows[n:]
	}
	o, err := whole.Pack(t.ID)
	return &o, err
}
