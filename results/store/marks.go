package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Marks keeps what tells the trials of runs from all others.
type Marks interface {
	// MarkKeys tells by run under which key marks are kept.
	MarkKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	// SaveMarks replaces the marks of a run, which then was compared with no other.
	SaveMarks(ctx context.Context, benchmark string, run int64, key string, data []byte) error
	// RunMarks are what SaveMarks has kept.
	RunMarks(ctx context.Context, run int64) ([]byte, error)
	// Shared returns what SaveShared stored, by run.
	Shared(ctx context.Context, benchmark string) (map[int64][]results.Shared, error)
	SaveShared(ctx context.Context, benchmark string, run int64, list []results.Shared) error
}
