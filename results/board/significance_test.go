package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// What further runs add to an interval they add to the test as well.
func TestWidened(t *testing.T) {
	narrow := board.Tested{P: 0.001, CI: &stats.Interval{Lo: 0.1, Hi: 0.3}}
	if got := narrow.Widened(0.2, 0); got.P != narrow.P || *got.CI != *narrow.CI {
		t.Errorf("nothing added: %+v", got)
	}
	if got := narrow.Widened(0.2, 0.4); got.P < 0.05 || got.CI.Lo > 0 || got.CI.Hi < 0.6 {
		t.Errorf("0.4 added: p %v, interval %+v; want an interval over 0 and p above 0.05", got.P, *got.CI)
	}
}

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
