package ingest

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
)

// Store is what the load loop needs of a database.
type Store interface {
	SaveModels(ctx context.Context, models []results.Model) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Datasets(ctx context.Context) ([]results.Dataset, error)
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	SaveTables(ctx context.Context, tables []results.StatTable) error
	BeginRun(ctx context.Context, r *results.Run) (RunTx, error)
	// ScoredRuns returns every run of a benchmark with the outcome of its trials.
	ScoredRuns(ctx context.Context, benchmark string) ([]results.ScoredRun, error)
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	// BoardFigures returns the published figures of a benchmark's leaderboard.
	BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error)
	SaveBoards(ctx context.Context, benchmark string, boards []results.Board) error
	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
}

// RunTx is one run's open transaction.
type RunTx interface {
	ModelID(ctx context.Context, name string, scripted bool) (string, error)
	SaveTrial(ctx context.Context, t *results.Trial) error
	AmendTrial(ctx context.Context, t *results.Trial) error
	SaveStep(ctx context.Context, s *results.Step) error
	SaveLabel(ctx context.Context, l results.Label) error
	SaveWarning(ctx context.Context, w results.Warning) error
	// OpenRaw returns a writer for a raw record and a function that seals it
	// with the digest of the original bytes after the writer was closed.
	OpenRaw(ctx context.Context, name, media string) (io.WriteCloser, func([32]byte) error, error)
	Finish(ctx context.Context, r *results.Run, metrics []results.Metric) error
	Rollback()
}
