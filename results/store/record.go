package store

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
)

// Records reads raw records. Those of the run itself have trial 0.
type Records interface {
	Raws(ctx context.Context, run, trial int64) ([]results.Raw, error)
	FindRaw(ctx context.Context, id int64) (results.Raw, error)
	FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}
