package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// SwapTest is the sign-flip test for a statistic that is not a mean over
// scenarios, such as a composite of pooled and averaged parts. a and b hold what
// the statistic needs to know of each scenario, in the same order, for the two
// runs. Whole scenarios are exchanged between the runs; p is the share of
// exchanges with |stat(a') - stat(b')| at least as large as the observed one,
// that one and ties included. For a statistic that is the mean of one number per
// scenario it equals SignFlip.
//
// With at most ExactClusters scenarios all exchanges are counted and exact is
// true; beyond that p is (k+1)/(draws+1) over random exchanges. No scenarios
// give 1. If stat is NaN for the runs themselves p is NaN; if it is NaN only
// after some exchange, that exchange counts as extreme, which can only raise p.
// stat must not change or keep the slice that it is given.
//
// Source: Fisher (1935), section 21, applied to whole clusters; for the exchange
// of labels under an arbitrary statistic see Pesarin and Salmaso, Permutation
// Tests for Complex Data (2010), chapter 1.
func SwapTest[T any](a, b []T, stat func([]T) float64, seed uint64, draws int) (p float64, exact bool) {
	checkPair(len(a), len(b))
	if len(a) == 0 {
		return 1, true
	}
	sa, sb := stat(a), stat(b)
	if math.IsNaN(sa - sb) {
		return math.NaN(), false
	}
	limit := math.Abs(sa-sb) - tieTolerance*(math.Abs(sa)+math.Abs(sb))
	x, y := slices.Clone(a), slices.Clone(b)
	if len(a) <= ExactClusters {
		return exactSwaps(x, y, stat, limit), true
	}
	return randomSwaps(x, y, stat, limit, seed, draws), false
}

// exactSwaps walks over the exchanges in Gray-code order, in which neighbours
// differ by one scenario. Exchanging all scenarios keeps the absolute
// difference, so the last scenario stays where it is.
func exactSwaps[T any](x, y []T, stat func([]T) float64, limit float64) float64 {
	total := uint(1) << (len(x) - 1)
	count := 1
	for i := uint(1); i < total; i++ {
		g := bits.TrailingZeros(i)
		x[g], y[g] = y[g], x[g]
		if asExtreme(stat(x)-stat(y), limit) {
			count++
		}
	}
	return float64(count) / float64(total)
}

// randomSwaps exchanges each scenario with probability one half, from whatever
// the last draw left: that is again a uniform choice.
func randomSwaps[T any](x, y []T, stat func([]T) float64, limit float64, seed uint64, draws int) float64 {
	source := rand.NewPCG(seed, streamSwap)
	count := 0
	for range draws {
		var coins uint64
		for g := range x {
			if g%64 == 0 {
				coins = source.Uint64()
			}
			if coins&1 == 1 {
				x[g], y[g] = y[g], x[g]
			}
			coins >>= 1
		}
		if asExtreme(stat(x)-stat(y), limit) {
			count++
		}
	}
	return float64(count+1) / float64(draws+1)
}

func asExtreme(diff, limit float64) bool {
	return math.IsNaN(diff) || math.Abs(diff) >= limit
}
