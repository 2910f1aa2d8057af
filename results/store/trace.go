package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Traces reads the steps of a trial. Steps are numbered from 1.
type Traces interface {
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	ManyStepRows(ctx context.Context, trials []int64) (map[int64][]results.StepRow, error)
	// FindOverview returns what is kept of a long trace, with its cycles that have a
	// step of from..to.
	FindOverview(ctx context.Context, trial int64, from, to int) (*results.Overview, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error)
	FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error)
	LastMessage(ctx context.Context, t *results.StoredTrial) (int, error)
	FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error)
	TraceUnits(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit) (int, error)
	TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to, size int) ([]results.TraceGroup, error)
	TraceAgents(ctx context.Context, trial int64) ([]results.TraceAgent, error)
	TraceRefs(ctx context.Context, trials []int64) (map[int64][]results.RefPlace, error)
	FindTraceIDs(ctx context.Context, trial int64) (results.TraceIDs, error)
	NamedTrials(ctx context.Context, benchmark string, ids []string) ([]results.NamedTrial, error)
	RefsTo(ctx context.Context, benchmark string, ids results.TraceIDs) ([]results.RefFrom, error)
}

// Overviews keeps what pages of long traces need of the whole of them.
type Overviews interface {
	// OverviewKeys tells by run what SaveOverviews has kept.
	OverviewKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	// SaveOverviews replaces what is kept of the long traces of a run.
	SaveOverviews(ctx context.Context, benchmark string, run int64, key string, list []results.Overview) error
}
