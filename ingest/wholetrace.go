package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// traceMost is the maximum size in bytes of a trace whose steps are all held in memory.
const traceMost = 64 << 20

func (l *Loader) wholeTrace(ctx context.Context, t *results.StoredTrial) ([]results.Step, error) {
	rows, err := l.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range rows {
		size += rows[i].Bytes
	}
	if size > traceMost {
		return nil, nil
	}
	return l.Store.Steps(ctx, t, rows)
}
