package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// traceMost is the maximum size of a trace that is held in memory, in bytes of its steps.
const traceMost = 64 << 20

// wholeTrace loads all steps of a trace, or returns nil if it is too long.
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
