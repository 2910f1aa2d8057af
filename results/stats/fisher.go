package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// LeastCorrelation is the smallest correlation of n pairs whose interval by Fisher
// lies above 0; 0 for fewer than four pairs, which tell none from 0.
//
// Source: Fisher, Metron 1 (1921) 3: artanh(r) has variance 1/(n-3).
func LeastCorrelation(n int, level float64) float64 {
	if n < 4 {
		return 0
	}
	return math.Tanh(twoSidedZ(level) / math.Sqrt(float64(n-3)))
}

// FisherExact returns the one-sided p-value of Fisher's exact test that the a of n marked
// trials among the k that failed, of all N, are no more than chance puts there:
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
