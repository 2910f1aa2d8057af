package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Trials reads single attempts at tasks, and what many of them come to.
type Trials interface {
	FindTrial(ctx context.Context, run, scenario, task string, attempt int) (results.StoredTrial, error)
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	Looked(ctx context.Context, run int64, scenario string) (results.Looked, error)
	ScenarioTrials(ctx context.Context, benchmark, scenario string, runs []int64) ([]results.StoredTrial, error)
	TaskTrials(ctx context.Context, benchmark, scenario, task string, runs []int64) ([]results.StoredTrial, error)
	FindWhy(ctx context.Context, trial int64) (*results.Why, error)
	RunReasons(ctx context.Context, run int64) (results.RunReasons, error)
	Details(ctx context.Context, trial int64) (results.TrialDetails, error)
	ManyDetails(ctx context.Context, trials []int64) (map[int64]results.TrialDetails, error)
	ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error)
	Neighbours(ctx context.Context, trial int64) (results.Neighbours, error)
	OtherRuns(ctx context.Context, trial int64, limit int) ([]results.RunTrialRef, int, error)
	Attempts(ctx context.Context, trial int64) ([]results.TrialRef, error)

	Outcomes(ctx context.Context, run int64) ([]results.Trial, error)
	TaskScores(ctx context.Context, benchmark, scenario string, fn func(*results.TaskScore)) error
	TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error)
	TaskOutcomes(ctx context.Context, benchmark string, fn func(*results.RunOutcomes)) error
	ScenarioScores(ctx context.Context, benchmark, scenario string, runs []int64, fn func(*results.TaskScore)) ([]results.ScoreSum, error)
}

// Whys keeps what led to the failed verdicts of runs.
type Whys interface {
	// WhyKeys tells by run what SaveWhys has kept.
	WhyKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveWhys(ctx context.Context, benchmark string, run int64, key string, list []results.TrialWhy) error
}

// Failures keeps which tool calls of runs failed, and why.
type Failures interface {
	// FailureKeys tells by run what SaveFailedCalls has kept.
	FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error
}
