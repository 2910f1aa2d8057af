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
	// Draws calls each with the packed draws of the headline of all runs, in their
	// order, block after block of draws. Blocks hold only during the call.
	Draws(ctx context.Context, without, convention string, runs []*results.Run, each func(packed [][]byte)) error
	// Test returns the P of an earlier test, all of whose other fields t has, and
	// whether there is one. Tested is told of a new one.
	Test(t results.LeaderTest) (p float64, known bool)
	Tested(t results.LeaderTest)
}

// inMemory is the source of boards that are built from nothing.
type inMemory map[string]map[string]*results.RunScore // by variant and run

// fromTrials scores the runs that stand for their systems.
func fromTrials(in Input) inMemory {
	m := inMemory{}
	standing := Standing(in.Runs)
	for _, without := range Variants(in.Doubtful) {
		m[without] = map[string]*results.RunScore{}
		s := NewScorer(in.Benchmark, in.Tasks, in.Doubtful, without)
		for i := range in.Runs {
			if r := &in.Runs[i]; standing[i] {
				m[without][r.Slug] = s.Score(&r.Run, r.Trials)
			}
		}
	}
	return m
}

func (m inMemory) Score(_ context.Context, r *results.Run, without string) (*results.RunScore, error) {
	return m[without][r.Slug], nil
}

func (m inMemory) Units(_ context.Context, r *results.Run, without string) ([][]float64, error) {
	return m[without][r.Slug].Units, nil
}

func (m inMemory) Draws(_ context.Context, without, convention string, runs []*results.Run, each func([][]byte)) error {
	packed := make([][]byte, len(runs))
	for i, r := range runs {
		for _, c := range m[without][r.Slug].Conventions {
			if c.Convention == convention {
				packed[i] = c.Draws
			}
		}
	}
	each(packed)
	return nil
}

func (inMemory) Test(results.LeaderTest) (float64, bool) { return 0, false }

func (inMemory) Tested(results.LeaderTest) {}
