package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarExact returns the two-sided p-value of the exact conditional McNemar test, which is the
// sign test on the m discordant tasks:
//
//	p = min(1, 2·Σ_{k=0}^{min(n10,n01)} C(m,k) / 2^m)
//
// It assumes independent tasks; use SignFlip for clustered ones. With m = 0 it returns 1.
//
// Source: McNemar, Psychometrika 12 (1947) 153; exact form as in Fagerland, Lydersen and Laake, BMC
// Med. Res. Methodol. 13 (2013) 91.
func McNemarExact(t TwoByTwo) float64 {
	if t.OnlyA == t.OnlyB {
		return 1
	}
	tail, _ := smallerTail(t)
	return math.Min(1, 2*tail)
}

// McNemarMidP returns the mid-p variant of McNemar's test. It counts half of the observed outcome's
// probability and is less conservative than the exact test:
//
//	p = 2·Σ_{k=0}^{min} C(m,k) / 2^m - C(m,min) / 2^m
//
// With n10 = n01, including m = 0, it returns 1.
//
// Source: Fagerland, Lydersen and Laake, BMC Med. Res. Methodol. 13 (2013) 91.
func McNemarMidP(t TwoByTwo) float64 {
	if t.OnlyA == t.OnlyB {
		return 1
	}
	tail, point := smallerTail(t)
	return math.Min(1, math.Max(0, 2*tail-point))
}

// smallerTail returns P(X <= k) and P(X = k) for k = min(n10, n01) and X binomial with m = n10+n01
// trials and probability 1/2.
func smallerTail(t TwoByTwo) (tail, point float64) {
	coins := distuv.Binomial{N: float64(t.Discordant()), P: 0.5}
	k := float64(min(t.OnlyA, t.OnlyB))
	return coins.CDF(k), coins.Prob(k)
}
