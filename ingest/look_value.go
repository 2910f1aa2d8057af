package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// valuesOf are the values that updates of a dataset replace, as far as people have
// noted them.
func valuesOf(d *results.Dataset) []world.Value {
	if a := world.AnnotationOf(d.Benchmark.ID, d.Tasks); a != nil {
		return a.Values
	}
	return nil
}

// writtenValues finds which states of the values a run wrote, round by round. It
// takes traces alone: the texts of the world need not be known.
func (l *Loader) writtenValues(ctx context.Context, r *results.Run, values []world.Value) ([]results.WrittenValue, error) {
	var list []results.WrittenValue
	for i := range values {
		v := &values[i]
		trials, err := l.Store.RunTrials(ctx, r.ID, v.Scenario)
		if err != nil {
			return nil, err
		}
		for _, task := range v.Rounds {
			at := slices.IndexFunc(trials, func(t results.StoredTrial) bool { return t.Task == task }) // the first attempt counts
			if at < 0 || trials[at].StepsTotal == 0 {
				continue
			}
			written, asked, err := l.writtenValue(ctx, &trials[at], v)
			if err != nil {
				return nil, fmt.Errorf("read what was written in %s/%s: %w", v.Scenario, task, err)
			}
			if asked {
				list = append(list, results.WrittenValue{Value: v.ID, Scenario: v.Scenario, Task: task, Written: string(written)})
			}
		}
	}
	return list, nil
}

// writtenValue goes through one trace.
func (l *Loader) writtenValue(ctx context.Context, t *results.StoredTrial, v *world.Value) (written world.Written, asked bool, err error) {
	details, err := l.Store.ManyDetails(ctx, []int64{t.ID})
	if err != nil {
		return "", false, err
	}
	steps, err := l.wholeTrace(ctx, t)
	if err != nil || steps == nil {
		return "", false, err
	}
	written, asked = v.In(details[t.ID].Prompt, world.WrittenIn(steps))
	return written, asked, nil
}
