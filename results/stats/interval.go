package stats

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a closed range of values of a statistic.
type Interval struct{ Lo, Hi float64 }

// Contains reports whether x lies in the closed interval.
func (i Interval) Contains(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Wilson returns the score interval of a proportion: passed of n tasks.
//
// Unlike p ± z·SE, it does not collapse to a point at 0 and 1 and is not too narrow for the sizes
// of agent benchmarks. With n = 0 the interval is [0, 1]. It panics unless 0 <= passed <= n.
//
// Source: Wilson, J. Am. Stat. Assoc. 22 (1927) 209; method 3 of Newcombe, Stat. Med. 17 (1998)
// 857.
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
	// The limits are exactly 0 and 1 here; with a rounding error of 1e-17 the interval would miss
	// the observed proportion.
	if passed == 0 {
		ci.Lo = 0
	}
	if passed == n {
		ci.Hi = 1
	}
	return ci
}

// TInterval returns estimate ± t·se with Student's t of df degrees of freedom, for use with
// ClusteredSE. ok is false if se is NaN or df < 1.
//
// Source: Student, Biometrika 6 (1908) 1; df = G-1 as in Cameron and Miller, J. Hum. Resour. 50
// (2015) 317, section VI.
func TInterval(estimate, se, df, level float64) (ci Interval, ok bool) {
	checkLevel(level)
	if df < 1 || math.IsNaN(se) || math.IsNaN(estimate) {
		return Interval{}, false
	}
	t := tQuantile(df, 0.5+level/2)
	return Interval{estimate - t*se, estimate + t*se}, true
}

// quantiles caches the quantiles for whole degrees of freedom, because all systems of a leaderboard
// have the same few.
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

// TTest returns the two-sided p-value of the hypothesis that the estimate is 0. It is below 1-level
// exactly if TInterval excludes 0.
func TTest(estimate, se, df float64) float64 {
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-math.Abs(estimate)/se)
}

// twoSidedZ returns the standard normal quantile with upper tail probability (1-level)/2.
func twoSidedZ(level float64) float64 {
	checkLevel(level)
	return distuv.UnitNormal.Quantile(0.5 + level/2)
}

func checkLevel(level float64) {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("stats: level %v is not between 0 and 1", level))
	}
}
