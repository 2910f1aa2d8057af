// Package pairs analyses controlled pairs: two tasks that differ in only one factor, so that the
// difference between their scores measures the effect of the factor.
package pairs

import (
	"math"
	"sync"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Pair is a base task and a variant of it that adds one factor.
type Pair struct {
	Factor  string
	Dropped bool // set if the benchmark has withdrawn the pair
	Scores  []Scores
}

// Scores are one system's mean scores, 0 to 1, on the two tasks of a pair.
type Scores struct {
	System        string
	Base, Variant float64
}

// Change returns the variant's score minus the base's.
func (s Scores) Change() float64 { return s.Variant - s.Base }

// Effect is the effect of a pair's factor on the scores of the systems that attempted both tasks.
type Effect struct {
	BaseMean    *float64    `json:"base_mean"`    // mean score on the base task, 0 to 1; nil if no system attempted both tasks
	VariantMean *float64    `json:"variant_mean"` // mean score on the variant, 0 to 1; nil if no system attempted both tasks
	Change      *float64    `json:"change"`       // mean over systems of the variant's score minus the base's
	CI          *[2]float64 `json:"ci"`           // 95 % confidence interval of the change, over systems, from inverting the sign-flip test; nil if there are too few systems
	P           *float64    `json:"p"`            // p-value of the sign-flip test over the systems; nil for fewer than two systems
	PHolm       *float64    `json:"p_holm"`       // p-value with Holm correction for the number of pairs
	Drop        int         `json:"drop"`         // number of systems with a lower score on the variant
	Same        int         `json:"same"`         // number of systems with equal scores
	Rise        int         `json:"rise"`         // number of systems with a higher score on the variant
}

// Effects analyses each pair, with Holm correction over all pairs.
func Effects(list []Pair) []Effect {
	// The tests dominate the running time and are independent.
	effects := make([]Effect, len(list))
	var wg sync.WaitGroup
	for i := range list {
		wg.Go(func() { effects[i] = effectOf(list[i].Scores) })
	}
	wg.Wait()
	adjust(effects)
	return effects
}

// effectOf computes the mean change over systems with its sign-flip p-value and confidence
// interval.
func effectOf(scores []Scores) (e Effect) {
	n := len(scores)
	if n == 0 {
		return e
	}
	var base, variant float64
	d := make([]float64, n)
	for i, s := range scores {
		base += s.Base / float64(n)
		variant += s.Variant / float64(n)
		d[i] = s.Change()
		switch {
		case math.Abs(d[i]) < 1e-9:
			e.Same++
		case d[i] < 0:
			e.Drop++
		default:
			e.Rise++
		}
	}
	change := stats.Mean(d)
	e.BaseMean, e.VariantMean, e.Change = &base, &variant, &change
	if n < 2 {
		return e
	}
	if ci, ok := stats.FlipInterval(d, stats.Seed, stats.Draws, stats.Level); ok {
		e.CI = &[2]float64{ci.Lo, ci.Hi}
	}
	p, _ := stats.SignFlip(d, stats.Seed, stats.Draws)
	e.P = stats.Finite(p)
	return e
}

// all returns the indexes 0 to n-1.
func all(n int) []int32 {
	places := make([]int32, n)
	for i := range places {
		places[i] = int32(i)
	}
	return places
}

func adjust(effects []Effect) {
	p := make([]float64, len(effects))
	for i := range effects {
		p[i] = math.NaN()
		if effects[i].P != nil {
			p[i] = *effects[i].P
		}
	}
	for i, x := range stats.Holm(p) {
		effects[i].PHolm = stats.Finite(x)
	}
}
