package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Takedown is what operators do with runs and benchmarks that are stored.
type Takedown interface {
	// ListRuns lists the runs of a benchmark, or of all if empty, with hidden and withdrawn ones.
	ListRuns(ctx context.Context, benchmark string) ([]results.ListedRun, error)
	HideRun(ctx context.Context, slug string, hidden bool) error
	RemoveRun(ctx context.Context, slug string) error
	WithdrawRun(ctx context.Context, slug, reason string, at int64) error
	// DropBenchmark drops a benchmark that has no runs, and says how many it has.
	DropBenchmark(ctx context.Context, slug string) (runs int, err error)
}
