package store

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
)

// Runs reads runs, their numbers, and what has happened to them.
type Runs interface {
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
	RunsPointingAt(ctx context.Context, run string) ([]results.Run, error)
	// FindWithdrawal says why there is no such run any more.
	FindWithdrawal(ctx context.Context, slug string) (results.Withdrawal, error)
	Changes(ctx context.Context, f results.ChangeFilter) ([]results.Change, int, error)
	ChangeGroups(ctx context.Context, f results.ChangeFilter) ([]results.ChangeGroup, int, error)
	Warnings(ctx context.Context, run int64) ([]results.Warning, error)

	RunMetrics(ctx context.Context, run int64) ([]results.Metric, error)
	RunValues(ctx context.Context, benchmark, convention, key string) (map[int64]*float64, error)
	ScopedMetrics(ctx context.Context, benchmark, prefix string) ([]results.ScopedMetric, error)
	ScenarioKeys(ctx context.Context, benchmark string, among []string) ([]string, error)
	ScenarioMetric(ctx context.Context, benchmark, key string, run int64) ([]results.ScopedMetric, error)
	RunTotals(ctx context.Context, benchmark string, run int64) ([]results.RunTotal, error)
	RunTools(ctx context.Context, run int64) ([]results.ToolCount, error)
	HasTools(ctx context.Context, benchmark string) (bool, error)
	BenchmarkTools(ctx context.Context, benchmark string) ([]results.ToolCount, error)
	Failures(ctx context.Context, benchmark string) ([]results.RunFailures, error)
	FailedCalls(ctx context.Context, run int64, tool, family, cause string) ([]results.FailedCall, error)
	ExplainedTrials(ctx context.Context, benchmark string) (map[int64]int, error)
}

// RunWriter keeps runs and their numbers.
type RunWriter interface {
	BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error)
	// Rescore replaces counts and metrics of a run; MarkScored notes that they are those of its ScoreKey.
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	MarkScored(ctx context.Context, r *results.Run) error
	// SaveObjections replaces what speaks against a stored run.
	SaveObjections(ctx context.Context, r *results.Run) error
	// SaveReading updates what the records of a stored run say of the whole run.
	SaveReading(ctx context.Context, r *results.Run) error
	// SaveReplaces notes which run a stored one corrects.
	SaveReplaces(ctx context.Context, run, replaces string) error
}

// Readings returns how runs were read, hidden ones too, and the records to read them again.
type Readings interface {
	Readings(ctx context.Context) ([]results.Reading, error)
	Readers(ctx context.Context) ([]results.ReaderCount, error)
	FindReading(ctx context.Context, slug string) (results.Reading, error)
	StoredRun(ctx context.Context, id int64) (results.Run, error)
	RunRecords(ctx context.Context, run int64) ([]results.StoredRecord, error)
	RunLabels(ctx context.Context, run int64) ([]results.Label, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}
