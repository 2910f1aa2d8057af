package stats

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a closed range on the scale of the statistic that it belongs to.
type Interval struct{ Lo, Hi float64 }

// Contains tells whether x lies in the interval, its ends included.
func (i Interval) Contains(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Wilson returns the score interval of a proportion: passed of n tasks.
//
// It is used instead of p ± z·SE because that one collapses to a point at 0 and
// 1 and is too narrow for the sizes of agent benchmarks. With n = 0 nothing is
// excluded and the interval is [0, 1]. It panics unless 0 <= passed <= n.
//
// Source: Wilson, J. Am. Stat. Assoc. 22 (1927) 209; method 3 of Newcombe,
// Stat. Med. 17 (1998) 857.
func Wilson(passed, n int, level float64) Interval {
	if passed < 0 || passed > n {
		panic(fmt.Sprintf("stats: %d passed of %d", passed, n))
	}
	z := twoSidedZ(level)
	if n == 0 {
		return Interval{0, 1}
	}
	size := float64(n)
	p := float64(passed) / size
	centre := p + z*z/(2*size)
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	scale := 1 + z*z/size
	ci := Interval{math.Max(0, (centre-half)/scale), math.Min(1, (centre+half)/scale)}
	// The limits are exactly 0 and 1 here; rounding would leave 1e-17 and miss
	// the observed proportion.
	if passed == 0 {
		ci.Lo = 0
	}
	if passed == n {
		ci.Hi = 1
	}
	return ci
}

// TInterval returns estimate ± t·se with Student's t of df degrees of freedom,
// the interval that belongs to ClusteredSE. ok is false where se is not a number
// or df < 1: one cluster says nothing about the spread between clusters.
//
// Source: Student, Biometrika 6 (1908) 1; df = G-1 as in Cameron and Miller,
// J. Hum. Resour. 50 (2015) 317, section VI.
func TInterval(estimate, se, df, level float64) (ci Interval, ok bool) {
	checkLevel(level)
	if df < 1 || math.IsNaN(se) || math.IsNaN(estimate) {
		return Interval{}, false
	}
	t := tQuantile(df, 0.5+level/2)
	return Interval{estimate - t*se, estimate + t*se}, true
}

// quantiles keeps those of whole degrees of freedom: all systems of a board have the same few.
var quantiles sync.Map //nolint:gochecknoglobals // by degrees of freedom and probability

func tQuantile(df, p float64) float64 {
	key := [2]float64{df, p}
	if t, ok := quantiles.Load(key); ok {
		return t.(float64)
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p)
	if df == math.Trunc(df) {
		quantiles.Store(key, t)
	}
	return t
}

// TTest is the two-sided p of the hypothesis that the estimate is 0: it lies below
// 1-level exactly if TInterval leaves out 0.
func TTest(estimate, se, df float64) float64 {
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-math.Abs(estimate)/se)
}

// twoSidedZ returns the standard normal quantile that leaves (1-level)/2 above it.
func twoSidedZ(level float64) float64 {
	checkLevel(level)
	return distuv.UnitNormal.Quantile(0.5 + level/2)
}

func checkLevel(level float64) {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("stats: level %v is not between 0 and 1", level))
	}
}
