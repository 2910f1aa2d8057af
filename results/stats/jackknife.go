package stats

import "math"

// Jackknife returns the standard error of a statistic from its leave-one-cluster-out values, and
// its degrees of freedom G-1:
//
//	SE = sqrt( (G-1)/G · Σ_g (θ_(g) - θ̄)² )
//
// For the mean of G cluster means it equals s/√G. It also applies to ratios of sums and to
// composites. A NaN value or fewer than two clusters give NaN and 0.
//
// Source: Tukey, Ann. Math. Stat. 29 (1958) 614; Efron and Tibshirani, An Introduction to the
// Bootstrap (1993), section 11.2.
func Jackknife(leftOut []float64) (se float64, df int) {
	n := float64(len(leftOut))
	if n < 2 {
		return math.NaN(), 0
	}
	mean := Mean(leftOut)
	var squares float64
	for _, v := range leftOut {
		squares += (v - mean) * (v - mean)
	}
	if math.IsNaN(squares) {
		return math.NaN(), 0
	}
	return math.Sqrt((n - 1) / n * squares), len(leftOut) - 1
}

// ShareInterval returns the interval of a share or score between 0 and 1 whose standard error has
// df degrees of freedom. It uses Student's t on the log-odds scale, which keeps the interval within
// 0..1 and asymmetric near the ends:
//
//	logit(p) ± t · SE / (p(1-p))
//
// The estimate may be any function of clusters. The standard error may come from Jackknife or from
// a sum of variances as in WithRuns. At 0 and 1 no spread is observable, so the interval is
// Wilson's for df+1 equal clusters. ok is false without degrees of freedom, outside 0..1, and if
// identical clusters show no spread.
//
// The method was chosen by simulation, see TestCoverage: with 12 scenarios it covers 94 to 96 %,
// while the percentile bootstrap covers 87 to 92 %.
//
// Source: the delta method on the logit, as for survey proportions in Korn and Graubard, Analysis
// of Health Surveys (1999), section 3.2; Student's t with G-1 degrees of freedom as in TInterval.
func ShareInterval(estimate, se, df, level float64) (ci Interval, ok bool) {
	checkLevel(level)
	switch {
	case df < 1 || math.IsNaN(se) || !(estimate > -tieTolerance && estimate < 1+tieTolerance):
		return Interval{}, false
	case estimate <= tieTolerance:
		return Wilson(0, int(df)+1, level), true
	case estimate >= 1-tieTolerance:
		return Wilson(int(df)+1, int(df)+1, level), true
	case se <= tieTolerance:
		return Interval{}, false
	}
	at := math.Log(estimate / (1 - estimate))
	on, _ := TInterval(at, se/(estimate*(1-estimate)), df, level)
	return Interval{1 / (1 + math.Exp(-on.Lo)), 1 / (1 + math.Exp(-on.Hi))}, true
}

// DifferenceInterval returns Student's t interval of a difference between two shares, limited to
// -1..1. ok is false as in TInterval, and if clusters with identical differences show no spread.
func DifferenceInterval(estimate, se, df, level float64) (ci Interval, ok bool) {
	if se <= tieTolerance {
		return Interval{}, false
	}
	ci, ok = TInterval(estimate, se, df, level)
	return ci.Within(-1, 1), ok
}

// Within clips the interval to the range lo..hi.
func (i Interval) Within(lo, hi float64) Interval {
	return Interval{math.Max(lo, math.Min(hi, i.Lo)), math.Max(lo, math.Min(hi, i.Hi))}
}

// LeaveOneOut computes a statistic without each of n clusters in turn. stat receives the indices of
// the remaining clusters and must not change or keep them.
func LeaveOneOut(n int, stat func(sample []int32) float64) []float64 {
	values := make([]float64, n)
	rest := make([]int32, 0, n)
	for g := range values {
		rest = rest[:0]
		for i := range int32(n) {
			if int(i) != g {
				rest = append(rest, i)
			}
		}
		values[g] = stat(rest)
	}
	return values
}
