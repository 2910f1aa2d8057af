package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Spread is what a bootstrap says about one statistic.
type Spread struct {
	CI        Interval // percentile interval
	SE        float64  // standard deviation over the draws
	Undefined int      // draws left out because the statistic was NaN in them
}

// Bootstrap returns the percentile interval of a statistic over the draws of r.
// ok is false with fewer than two clusters, where every draw is the same and the
// interval would be a point, and where no draw has a value.
//
// Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section
// 13.3; whole clusters are drawn as in Davison and Hinkley, Bootstrap Methods
// and their Application (1997), section 3.8.
func Bootstrap(r *Resamples, stat func(sample []int32) float64, level float64) (s Spread, ok bool) {
	if r.clusters < 2 {
		checkLevel(level)
		return Spread{}, false
	}
	return Percentile(r.Values(stat), level)
}

// Percentile returns the central interval of values that were computed in each
// draw, as by Resamples.Values. Between two ordered values it interpolates
// linearly (type 7 of Hyndman and Fan, Am. Stat. 50 (1996) 361). NaN values are
// left out and counted in Undefined; ok is false if none is left.
func Percentile(values []float64, level float64) (s Spread, ok bool) {
	checkLevel(level)
	known := values
	if slices.ContainsFunc(values, math.IsNaN) {
		known = slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	}
	s.Undefined = len(values) - len(known)
	if len(known) == 0 {
		return s, false
	}
	s.SE = Deviation(known)
	ends := quantiles(known, 0.5-level/2, 0.5+level/2)
	s.CI = Interval{ends[0], ends[1]}
	return s, true
}

// Deviation is the standard deviation with divisor n-1, and 0 for one value.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	return stat.StdDev(values, nil)
}

// Mean is the arithmetic mean; it is not a number for no values.
func Mean(values []float64) float64 { return stat.Mean(values, nil) }
