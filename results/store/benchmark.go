package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Benchmarks reads datasets: what was to be done, and by which models.
type Benchmarks interface {
	Benchmarks(ctx context.Context) ([]results.Benchmark, error)
	FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error)
	BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error)
	Scenarios(ctx context.Context, benchmark string) ([]results.Scenario, error)
	ScenarioSizes(ctx context.Context, benchmark string) (map[string]int, error)
	Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error)
	FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error)
	DatasetWarnings(ctx context.Context, benchmark string) ([]results.Warning, error)

	Worlds(ctx context.Context, benchmark string) ([]results.World, error)
	FindWorldParts(ctx context.Context, benchmark, scenario string) (results.World, error)
	WorldText(ctx context.Context, benchmark, scenario, round, kind, path string) ([]byte, error)

	FindModel(ctx context.Context, slug string) (results.Model, error)
	Models(ctx context.Context) ([]results.Model, error)
	ModelSizes(ctx context.Context) ([]results.ModelSize, error)
}

// Datasets keeps what is known beside runs: datasets, models, published figures.
type Datasets interface {
	SaveModels(ctx context.Context, models []results.Model) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// SaveTaskFacts replaces the facts of some tasks of a stored dataset, and nothing else of it.
	SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Datasets(ctx context.Context) ([]results.Dataset, error)
	FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error)
	SaveWorlds(ctx context.Context, benchmark string, worlds []results.World) error
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// BoardFigures returns the published figures of a benchmark's leaderboard.
	BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error)
}
