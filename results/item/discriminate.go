package item

import "github.com/clawatlas/clawatlas/results/stats"

// SystemScore is one system's score at the task beside its mean score on all
// other tasks of the benchmark.
type SystemScore struct {
	Run   string
	Score float64
	Rest  *float64 // nil if the run has too few other verdicts
}

// least is how many systems a correlation or a judgement over systems needs.
const least = 4

// ItemRest is the correlation of the systems' scores at the task with their
// scores on the rest. The task is left out of the rest, because otherwise it
// would correlate with itself (Henrysson, Psychometrika 28 (1963) 211). ok is
// false for fewer than three systems and where one side does not vary. n is
// the number of systems that have both.
func ItemRest(list []SystemScore) (r float64, n int, ok bool) {
	scores, rest := make([]float64, 0, len(list)), make([]float64, 0, len(list))
	for _, s := range list {
		if s.Rest != nil {
			scores, rest = append(scores, s.Score), append(rest, *s.Rest)
		}
	}
	if len(scores) < 3 {
		return 0, len(scores), false
	}
	r, ok = stats.Correlation(scores, rest)
	return r, len(scores), ok
}

// Rest is the mean score of a run over all tasks but one, from its sum and
// number of scored tasks. It is nil unless the run has a verdict on at least
// half of the expected tasks: a mean over a handful says nothing of a system.
func Rest(sum float64, scored, expected int, score float64) *float64 {
	if scored < 2 || 2*scored < expected {
		return nil
	}
	x := (sum - score) / float64(scored-1)
	return &x
}
