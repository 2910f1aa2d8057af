package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// traceMost bounds a trace that is held as a whole, in bytes of its steps.
const traceMost = 64 << 20

// wholeTrace opens all steps of a trace; nil if it is too long to be held.
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
