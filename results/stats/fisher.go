package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// LeastCorrelation returns the smallest correlation of n pairs whose confidence interval (Fisher)
// is entirely above 0. It returns 0 for fewer than four pairs, for which there is no interval.
//
// Source: Fisher, Metron 1 (1921) 3: artanh(r) has variance 1/(n-3).
func LeastCorrelation(n int, level float64) float64 {
	if n < 4 {
		return 0
	}
	return math.Tanh(twoSidedZ(level) / math.Sqrt(float64(n-3)))
}

// FisherExact returns the one-sided p-value of Fisher's exact test. Of N trials, n have some
// property and k failed; the p-value is the probability that, by chance, at least a of the k failed
// trials have the property:
//
//	p = Σ_{i=a}^{min(n,k)} C(k,i)·C(N-k,n-i) / C(N,n)
//
// Source: Fisher, Statistical Methods for Research Workers, 5th ed. (1934), section 21.02.
func FisherExact(a, n, k, N int) (p float64) {
	choose := func(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
	for i := max(a, n+k-N); i <= min(n, k); i++ {
		p += math.Exp(choose(k, i) + choose(N-k, n-i) - choose(N, n))
	}
	return math.Min(1, p)
}
