package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// TwoByTwo holds the numbers of common tasks that both runs, only one of them, or neither passed.
type TwoByTwo struct{ Both, OnlyA, OnlyB, Neither int }

// N returns the number of tasks.
func (t TwoByTwo) N() int { return t.Both + t.OnlyA + t.OnlyB + t.Neither }

// Discordant returns the number of tasks that only one run passed. Only these tasks show which run
// is better.
func (t TwoByTwo) Discordant() int { return t.OnlyA + t.OnlyB }

// PairedDiff returns the difference of the pass rates, A minus B, and its paired standard error in
// closed form:
//
//	SE² = (n10+n01)/n² - (n10-n01)²/n³
//
// For scores of 0 and 1, the results equal those of the function PairedDiff. Both results are NaN
// if n is 0.
//
// Source: Fleiss, Statistical Methods for Rates and Proportions, section 8.1; Miller (2024),
// arXiv:2411.00640, section on paired differences.
func (t TwoByTwo) PairedDiff() (diff, se float64) {
	n := float64(t.N())
	m, net := float64(t.Discordant()), float64(t.OnlyA-t.OnlyB)
	return net / n, math.Sqrt(math.Max(0, m/(n*n)-net*net/(n*n*n)))
}

// PairedDiff returns the mean of a-b and its standard error sd(a-b)/√n. a and b hold one score
// per task on any scale, in the same order.
//
// The variance is divided by n, not n-1, so that scores of 0 and 1 give the closed form of
// TwoByTwo.PairedDiff. Tasks are assumed to be independent; for tasks in scenarios use ClusteredSE
// too. Both results are NaN for n=0.
//
// Source: Miller (2024), arXiv:2411.00640, section on paired differences.
func PairedDiff(a, b []float64) (diff, se float64) {
	checkPair(len(a), len(b))
	n := float64(len(a))
	for i := range a {
		diff += a[i] - b[i]
	}
	diff /= n
	var squares float64
	for i := range a {
		e := a[i] - b[i] - diff
		squares += e * e
	}
	return diff, math.Sqrt(squares) / n
}

// Correlation returns Pearson's correlation of two lists of scores between 0 and 1. ok is false for
// fewer than two values or if a list does not vary; sums of squares below 1e-12 count as rounding.
func Correlation(a, b []float64) (r float64, ok bool) {
	checkPair(len(a), len(b))
	if len(a) < 2 {
		return 0, false
	}
	least := 1e-12 / float64(len(a)-1)
	if stat.Variance(a, nil) < least || stat.Variance(b, nil) < least {
		return 0, false
	}
	r = stat.Correlation(a, b, nil)
	return r, !math.IsNaN(r)
}

// Newcombe returns the interval of the difference between two paired pass rates, A minus B. It adds
// the distances of the two Wilson intervals in quadrature, corrected by their correlation φ. The
// interval therefore stays within [-1, 1] and has a width even without discordant tasks. With n = 0
// it is [-1, 1].
//
// Source: Newcombe, Stat. Med. 17 (1998) 2635, method 10.
func Newcombe(t TwoByTwo, level float64) Interval {
	n := t.N()
	if n == 0 {
		checkLevel(level)
		return Interval{-1, 1}
	}
	passA, passB := t.Both+t.OnlyA, t.Both+t.OnlyB
	wa, wb := Wilson(passA, n, level), Wilson(passB, n, level)
	pa, pb := float64(passA)/float64(n), float64(passB)/float64(n)
	diff, phi := float64(t.OnlyA-t.OnlyB)/float64(n), newcombePhi(t)
	return Interval{
		math.Max(-1, diff-quadrature(pa-wa.Lo, wb.Hi-pb, phi)),
		math.Min(1, diff+quadrature(wa.Hi-pa, pb-wb.Lo, phi)),
	}
}

// newcombePhi returns the correlation φ of the 2x2 table with the continuity correction of method
// 10: a positive numerator is reduced by n/2, but not below 0.
func newcombePhi(t TwoByTwo) float64 {
	both, onlyA, onlyB, neither := float64(t.Both), float64(t.OnlyA), float64(t.OnlyB), float64(t.Neither)
	margins := (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither)
	if margins == 0 {
		return 0
	}
	numerator := both*neither - onlyA*onlyB
	if numerator > 0 {
		numerator = math.Max(0, numerator-float64(t.N())/2)
	}
	return numerator / math.Sqrt(margins)
}

func quadrature(x, y, phi float64) float64 {
	return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y))
}

func checkPair(a, b int) {
	if a != b {
		panic(fmt.Sprintf("stats: %d values of one run are paired with %d of the other", a, b))
	}
}
