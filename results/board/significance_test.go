package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
)

// A new leader is tested against every other system: this is what one test of
// twelve scenarios costs.
func BenchmarkSignificance(b *testing.B) {
	in := synthetic(12, 28, 0.7, 0.6)
	spec := score.SpecOf(in.Benchmark.Scoring, score.Paper)
	x, y := score.Units(in.Benchmark.Scoring, in.Tasks, in.Runs[0].Trials), score.Units(in.Benchmark.Scoring, in.Tasks, in.Runs[1].Trials)
	for b.Loop() {
		board.Significance(spec, "crs", x, y)
	}
}

// BenchmarkScore is what the numbers of one run cost, alone and beside another one.
func BenchmarkScore(b *testing.B) {
	in := synthetic(12, 28, 0.7, 0.6)
	score := func(s *board.Scorer, run int) { scoreAlone(s, &in.Runs[run]) }
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			score(board.NewScorer(in.Benchmark, in.Tasks, nil, ""), 0)
		}
	})
	b.Run("beside", func(b *testing.B) {
		s := board.NewScorer(in.Benchmark, in.Tasks, nil, "")
		score(s, 1)
		for b.Loop() {
			score(s, 0)
		}
	})
}
