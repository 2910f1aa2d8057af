// Package pairs measures controlled pairs: two tasks that should differ in one
// factor alone, so that what systems score less on the second is its effect.
package pairs

import (
	"math"
	"sync"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Pair is two tasks, the base and the variant that adds a factor.
type Pair struct {
	Factor  string
	Dropped bool // the benchmark itself no longer stands by it
	Scores  []Scores
}

// Scores are the mean scores of one system that tried both tasks, 0 to 1.
type Scores struct {
	System        string
	Base, Variant float64
}

// Change is the variant's score minus the base's.
func (s Scores) Change() float64 { return s.Variant - s.Base }

// Effect is what a pair's factor does to the systems that tried both tasks.
type Effect struct {
	BaseMean    *float64    `json:"base_mean"`    // mean score of the systems on the base, 0 to 1; null without systems
	VariantMean *float64    `json:"variant_mean"` // the same on the variant
	Change      *float64    `json:"change"`       // mean over the systems of variant minus base
	CI          *[2]float64 `json:"ci"`           // 95 % interval of the change, over other systems: what the test does not reject; null where so few reject nothing
	P           *float64    `json:"p"`            // of the sign-flip test over the systems; null with fewer than two
	PHolm       *float64    `json:"p_holm"`       // p adjusted for the number of pairs by Holm's method
	Drop        int         `json:"drop"`         // systems that score less on the variant
	Same        int         `json:"same"`         // systems that score the same
	Rise        int         `json:"rise"`         // systems that score more
}

// Effects measures each pair; their tests are one family.
func Effects(list []Pair) []Effect {
	// The pairs do not depend on each other, and their tests are most of the time.
	effects := make([]Effect, len(list))
	var wg sync.WaitGroup
	for i := range list {
		wg.Go(func() { effects[i] = effectOf(list[i].Scores) })
	}
	wg.Wait()
	adjust(effects)
	return effects
}

// effectOf computes the paired change over systems: its mean, the sign-flip p, and the
// interval that belongs to it.
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

// all are the places of a list of n.
func all(n int) []int32 {
	places := make([]int32, n)
	for i := range places {
		places[i] = int32(i)
	}
	return places
}

// adjust adjusts the p-values for the number of pairs.
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
