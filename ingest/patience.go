package ingest

import (
	"context"
	"errors"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Limits on retries while the store is unavailable: number of attempts, and shortest and longest
// wait between two attempts. In total they take 13 seconds.
const (
	awayTries = 8
	awayFirst = 100 * time.Millisecond
	awayMost  = 4 * time.Second
)

// untilThere retries do while the store is unavailable. do must be atomic because it is retried
// only as a unit.
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

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
