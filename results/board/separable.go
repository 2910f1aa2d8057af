package board

import (
	"math"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Alpha is the significance level of the site. Two systems differ significantly if the p-value of
// their paired test, adjusted for the family of comparisons named on the page, is below it.
const Alpha = 0.05

// Pair is a pair of systems in a family of comparisons, identified by their indexes.
type Pair struct{ A, B int }

// AgainstFirst returns the pairs in which the first of n systems is compared with each of the
// others.
func AgainstFirst(n int) []Pair {
	var list []Pair
	for i := 1; i < n; i++ {
		list = append(list, Pair{0, i})
	}
	return list
}

// Comparison is the result of the paired test of one pair in a family.
type Comparison struct {
	Pair
	P      float64         // two-sided p-value, see Significance; NaN if either system has no data
	Holm   float64         // P adjusted for the size of the family; NaN if P is NaN
	Family int             // number of comparisons in the family
	CI     *stats.Interval // interval of A minus B, see Tested; nil if not requested
}

// Separable reports whether the two systems differ significantly. It returns false for an untested
// pair.
func (c Comparison) Separable() bool { return c.Holm < Alpha }

// Adjust applies the Holm correction to a family of tests: p[i] is the p-value of pairs[i], or NaN
// without a test.
func Adjust(pairs []Pair, p []float64) []Comparison {
	list := make([]Comparison, len(pairs))
	for i, adjusted := range stats.Holm(p) {
		list[i] = Comparison{Pair: pairs[i], P: p[i], Holm: adjusted, Family: len(pairs)}
	}
	return list
}

// LeastHolm returns the smallest adjusted p-value that is possible with the given number of units
// and family size: 2/2^n for one exact test, times the size of the family. If it is not below
// Alpha, no difference can be significant.
func LeastHolm(units, family int) float64 {
	p := 1 / float64(stats.Draws+1)
	if units <= stats.ExactClusters {
		p = math.Ldexp(1, 1-units)
	}
	return math.Min(1, p*float64(max(family, 1)))
}
