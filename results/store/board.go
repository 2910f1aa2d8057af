package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Boards reads leaderboards and what is published of their systems.
type Boards interface {
	FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error)
	FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error)
	Figures(ctx context.Context, benchmark string) ([]results.Figure, error)
	ModelFigures(ctx context.Context, model string) ([]results.Figure, error)
	FigureSources(ctx context.Context, benchmark string) ([]results.FigureSource, error)
	StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error)
	// LeaderTests lists the tests of a benchmark's runs against the leaders of its boards.
	LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error)
}

// BoardWriter keeps leaderboards and knows which of them lag behind.
type BoardWriter interface {
	SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error
	// StaleBenchmarks lists benchmarks with stale boards; MarkCurrent removes one.
	StaleBenchmarks(ctx context.Context) ([]string, error)
	MarkCurrent(ctx context.Context, benchmark string) error
	// Rebuilding keeps other processes from rebuilding until done is called; mine is false while another one rebuilds.
	Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error)
}

// Scores keeps what boards need of each run, so that one more run costs one run.
type Scores interface {
	// RunScores lists the scores of a benchmark's runs without units and draws.
	RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error)
	SaveRunScore(ctx context.Context, s *results.RunScore) error
	DeleteRunScore(ctx context.Context, run int64, without string) error
	// RunUnits returns the units of a run's score, RunDraws the draws of many runs by block.
	RunUnits(ctx context.Context, run int64, without string) ([][]float64, error)
	RunDraws(ctx context.Context, benchmark, without, convention string, runs []int64, each func(packed [][]byte)) error
	// SaveLeaderTests stores new tests of a benchmark's runs and removes old ones.
	SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error
}
