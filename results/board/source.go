package board

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Source provides stored scores of runs. Its errors come from the store.
type Source interface {
	// Score returns the current score of a run that represents its system; its Units and Draws may
	// be nil.
	Score(ctx context.Context, r *results.Run, without string) (*results.RunScore, error)
	// Units returns the unit vectors of a complete run.
	Units(ctx context.Context, r *results.Run, without string) ([][]float64, error)
	// Draws returns, for each of the runs in order, the headline's packed bootstrap values.
	Draws(ctx context.Context, without, convention string, runs []*results.Run) ([][]byte, error)
	// Test looks up the stored test with the same fields as t; known is false if there is none.
	// KeepTest stores a new test.
	Test(t results.LeaderTest) (p float64, known bool)
	KeepTest(t results.LeaderTest)
}
