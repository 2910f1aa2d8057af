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

// BenchmarkScore is what the numbers of one more run cost.
func BenchmarkScore(b *testing.B) {
	in := synthetic(12, 28, 0.7)
	s := board.NewScorer(in.Benchmark, in.Tasks, nil, "")
	for b.Loop() {
		s.Score(&in.Runs[0].Run, in.Runs[0].Trials)
	}
}
