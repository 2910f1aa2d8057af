package board_test

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// makeBoards makes the board of every convention of the benchmark, whole and without
// the impossible tasks, from the trials of the runs. Without any impossible tasks the
// two are the same.
func makeBoards(in board.Input) []results.Board {
	boards, err := board.Assemble(context.Background(), in, fromTrials(in))
	if err != nil {
		panic(err) // nothing is read that could fail
	}
	if len(in.Impossible) > 0 {
		return boards
	}
	for _, b := range boards[:len(boards):len(boards)] {
		b.Without = results.WithoutImpossible
		boards = append(boards, b)
	}
	return boards
}

// inMemory is the source of boards that are built from nothing.
type inMemory map[string]map[string]*results.RunScore // by variant and run

// fromTrials scores the systems.
func fromTrials(in board.Input) inMemory {
	m := inMemory{}
	for _, without := range board.Variants(in.Impossible) {
		m[without] = map[string]*results.RunScore{}
		s := board.NewScorer(in.Benchmark, in.Tasks, in.Impossible, without)
		for _, system := range board.Systems(in.Runs) {
			var runs []*results.Run
			var trials [][]results.Trial
			for _, n := range system.Runs {
				runs, trials = append(runs, &in.Runs[n].Run), append(trials, in.Runs[n].Trials)
			}
			r := &in.Runs[system.Standing].Run
			m[without][r.Slug] = s.Score(r, runs, trials)
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

func (m inMemory) Draws(_ context.Context, without, convention string, runs []*results.Run) ([][]byte, error) {
	packed := make([][]byte, len(runs))
	for i, r := range runs {
		for _, c := range m[without][r.Slug].Conventions {
			if c.Convention == convention {
				packed[i] = c.Draws
			}
		}
	}
	return packed, nil
}

func (inMemory) Test(results.LeaderTest) (float64, bool) { return 0, false }

func (inMemory) KeepTest(results.LeaderTest) {}
