package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Traces reads the steps of a trial. Steps are numbered from 1.
type Traces interface {
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error)
	FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error)
	LastMessage(ctx context.Context, t *results.StoredTrial) (int, error)
	FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error)
	TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to, size int) ([]results.TraceGroup, error)
	TraceAgents(ctx context.Context, trial int64) ([]results.TraceAgent, error)
	TraceRefs(ctx context.Context, trials []int64) (map[int64][]results.RefPlace, error)
	FindTraceIDs(ctx context.Context, trial int64) (results.TraceIDs, error)
	NamedTrials(ctx context.Context, benchmark string, ids []string) ([]results.NamedTrial, error)
	RefsTo(ctx context.Context, benchmark string, ids results.TraceIDs) ([]results.RefFrom, error)
}
