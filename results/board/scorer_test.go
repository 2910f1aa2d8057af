package board_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// What a Scorer has kept of one run changes no number of another, whichever comes
// first.
func TestScorerOfManyRuns(t *testing.T) {
	in := synthetic(12, 5, 0.7, 0.6)
	in.Benchmark.Scoring, in.Benchmark.Headline = results.ScoringReward, "avg"
	for i := range in.Runs {
		for k := range in.Runs[i].Trials {
			third := *in.Runs[i].Trials[k].Score / 3 // its sums depend on their order
			in.Runs[i].Trials[k].Score = &third
		}
	}
	var alone []*results.RunScore
	for i := range in.Runs {
		alone = append(alone, scoreAlone(board.NewScorer(in.Benchmark, in.Tasks, nil, ""), &in.Runs[i]))
	}
	for first := range in.Runs {
		s := board.NewScorer(in.Benchmark, in.Tasks, nil, "")
		scoreAlone(s, &in.Runs[first])
		for i := range in.Runs {
			got := scoreAlone(s, &in.Runs[i])
			if len(got.Conventions) == 0 || got.Conventions[0].Draws == nil {
				t.Fatalf("run %d has no draws", i)
			}
			if diff := cmp.Diff(alone[i], got, cmpopts.EquateNaNs()); diff != "" {
				t.Fatalf("run %d after run %d (-alone +after):\n%s", i, first, diff)
			}
		}
	}
}
