package ingest

import (
	"context"
	"errors"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// How often something is done that a store does not answer to, and how long is waited
// before the second time and at most: 13 seconds in all. Servers start anew in less.
const (
	awayTries = 8
	awayFirst = 100 * time.Millisecond
	awayMost  = 4 * time.Second
)

// untilThere does again what a store has not answered to. What it does must be whole or
// nothing, and the same when it is done again: a record that is read, boards that are
// rebuilt. Inside of them nothing is tried again, because a part may have been undone.
func untilThere(ctx context.Context, do func() error) error {
	for try, wait := 1, awayFirst; ; try, wait = try+1, min(2*wait, awayMost) {
		err := do()
		if try == awayTries || !errors.Is(err, results.ErrUnavailable) {
			return err
		}
		if gone := pause(ctx, wait); gone != nil {
			return errors.Join(gone, err)
		}
	}
}

// pause waits, and fails if ctx ends meanwhile.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
