package board

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Source gives what was made of each run when it was scored. Errors are those of
// its store.
type Source interface {
	// Score returns the current score of a run that stands for its system; its
	// Units and Draws may be nil.
	Score(ctx context.Context, r *results.Run, without string) (*results.RunScore, error)
	// Units returns the vectors of a complete run.
	Units(ctx context.Context, r *results.Run, without string) ([][]float64, error)
	// Draws returns the packed draws of the headline of the runs, in their order.
	Draws(ctx context.Context, without, convention string, runs []*results.Run) ([][]byte, error)
	// Test returns the P of an earlier test, all of whose other fields t has, and
	// whether there is one. KeepTest is told of a new one.
	Test(t results.LeaderTest) (p float64, known bool)
	KeepTest(t results.LeaderTest)
}
