package item

import (
	"math/rand/v2"

	"github.com/clawatlas/clawatlas/results/stats"
)

// SystemScore is one system's score on the task and its mean score on all other tasks of the
// benchmark.
type SystemScore struct {
	Run      string
	Score    float64
	Attempts int      // number of scored attempts
	Rest     *float64 // mean score on all other tasks; nil if too few of them have a verdict
}

// ItemRest returns the correlation between the systems' scores on the task and their mean scores on
// all other tasks. The task itself is excluded from the mean, which would otherwise correlate with
// it (Henrysson, Psychometrika 28 (1963) 211). n is the number of systems with both values. ok is
// false if n is below three or if either value is the same for all systems.
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

// reversal reports whether the correlation of ItemRest is significantly below 0, with its one-sided
// p-value adjusted for the number of tasks. It uses a permutation test over systems, which is valid
// for any distribution and for few systems. With 100 permutations per task the smallest adjusted
// p-value is 0.01. The test stops early if the result cannot be significant.
func reversal(list []SystemScore, tasks int) (r float64, n int, p float64, ok bool) {
	if r, n, ok = ItemRest(list); !ok || r >= 0 {
		return r, n, 1, false
	}
	var scores, rest []float64
	for _, s := range list {
		if s.Rest != nil {
			scores, rest = append(scores, s.Score), append(rest, *s.Rest)
		}
	}
	product := func() (sum float64) {
		for i, x := range scores {
			sum += x * rest[i]
		}
		return sum
	}
	const alpha, tie = 0.05, 1e-12
	random, seen, draws, as := rand.New(rand.NewPCG(1, uint64(n))), product()+tie, 100*max(tasks, 1), 1
	for range draws {
		random.Shuffle(n, func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		if product() <= seen {
			as++
		}
		if p = float64(as*max(tasks, 1)) / float64(draws+1); p >= alpha {
			return r, n, 1, false
		}
	}
	return r, n, p, true
}

// Rest returns the mean score of a run over all tasks except one with the given score. sum and
// scored are the run's sum of scores and number of scored tasks. It returns nil unless at least
// half of the expected tasks have a verdict, because fewer do not characterise a system.
func Rest(sum float64, scored, expected int, score float64) *float64 {
	if scored < 2 || 2*scored < expected {
		return nil
	}
	x := (sum - score) / float64(scored-1)
	return &x
}
