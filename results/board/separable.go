package board

import (
	"math"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Alpha is the level of the site: two systems are separable if the p of their
// paired test, adjusted for the family that the page states, lies below it.
const Alpha = 0.05

// Pair names two systems of a family of comparisons by their places in it.
type Pair struct{ A, B int }

// AgainstFirst is the family of a board: the first of n systems against each of
// the others.
func AgainstFirst(n int) []Pair {
	var list []Pair
	for i := 1; i < n; i++ {
		list = append(list, Pair{0, i})
	}
	return list
}

// Comparison is what the paired test says of one pair of a family.
type Comparison struct {
	Pair
	P      float64         // two-sided, see Significance; NaN if one of them has no data
	Holm   float64         // P adjusted for the size of the family; NaN where P is
	Family int             // comparisons of the family
	CI     *stats.Interval // of the difference, A minus B, as Tested has it; nil where it was not asked for
}

// Separable reports whether the test tells the two systems apart. It says no of
// a pair that could not be tested.
func (c Comparison) Separable() bool { return c.Holm < Alpha }

// Adjust adjusts the tests of a family by Holm for their number: p[i] is that of
// pairs[i], NaN where none was made.
func Adjust(pairs []Pair, p []float64) []Comparison {
	list := make([]Comparison, len(pairs))
	for i, adjusted := range stats.Holm(p) {
		list[i] = Comparison{Pair: pairs[i], P: p[i], Holm: adjusted, Family: len(pairs)}
	}
	return list
}

// LeastHolm is the smallest adjusted p that a family of tests over so many units
// can give: 2/2^n for one exact test, times the size of the family. Where it is
// not below Alpha no two systems can be separated, however far apart they stand.
func LeastHolm(units, family int) float64 {
	p := 1 / float64(stats.Draws+1)
	if units <= stats.ExactClusters {
		p = math.Ldexp(1, 1-units)
	}
	return math.Min(1, p*float64(max(family, 1)))
}
