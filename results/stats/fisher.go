package stats

import "math"

// Fisher returns the interval of Pearson's correlation r of n independent pairs, by
// the normal distribution of artanh(r) with variance 1/(n-3). ok is false for fewer
// than four pairs and for |r| = 1, where that is no number.
//
// Source: Fisher, Metron 1 (1921) 3.
func Fisher(r float64, n int, level float64) (ci Interval, ok bool) {
	z := twoSidedZ(level)
	if n < 4 || !(math.Abs(r) < 1) {
		return Interval{}, false
	}
	half := z / math.Sqrt(float64(n-3))
	return Interval{math.Tanh(math.Atanh(r) - half), math.Tanh(math.Atanh(r) + half)}, true
}

// LeastCorrelation is the smallest correlation of n pairs whose interval by Fisher
// lies above 0; 0 for fewer than four pairs, which tell none from 0.
func LeastCorrelation(n int, level float64) float64 {
	if n < 4 {
		return 0
	}
	return math.Tanh(twoSidedZ(level) / math.Sqrt(float64(n-3)))
}
