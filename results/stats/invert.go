package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// inverted collects, assignment by assignment, how far a difference could lie from
// the observed one before the test by exchange rejects it. The interval is the set of
// all differences δ that the test does not reject if one system is δ better in every
// cluster: the test of δ sets |D - δ| against |D(s) - δ·w(s)| of every assignment s,
// where D(s) is the difference after it and w(s) the mean of its signs. Each s
// counts up to one upper and one lower end, which grow on either side of D, so the
// interval needs no search. It excludes 0 if and only if the p of the same
// assignments lies below 1-level.
//
// Source: Garthwaite, Biometrics 52 (1996) 1387; for the inversion of sign tests of
// a mean Maritz, Distribution-Free Statistical Methods (1981), section 1.4.
type inverted struct {
	observed, tolerance float64
	upper, lower        []float64
}

func newInverted(a, b float64, n int) *inverted {
	return &inverted{observed: a - b, tolerance: tieTolerance * (math.Abs(a) + math.Abs(b)),
		upper: make([]float64, 0, n), lower: make([]float64, 0, n)}
}

// add takes the difference after one assignment and the mean of its signs.
func (v *inverted) add(d, w float64) {
	up, low := math.Inf(1), math.Inf(-1)
	if !math.IsNaN(d) && math.Abs(w) < 1-tieTolerance {
		kept, turned := v.apart(d)/(1-w), v.apart(-d)/(1+w)
		up, low = math.Max(kept, turned), math.Min(kept, turned)
	}
	v.upper, v.lower = append(v.upper, up), append(v.lower, low)
}

// apart is the observed difference minus d, and 0 where the test calls them equal.
func (v *inverted) apart(d float64) float64 {
	if x := v.observed - d; math.Abs(x) > v.tolerance {
		return x
	}
	return 0
}

// interval holds every difference that at least a share 1-level of the assignments,
// of which extra were not listed, does not reject. ok is false where so few
// assignments reject none, and where no cluster differs.
func (v *inverted) interval(extra int, level float64) (ci Interval, ok bool) {
	n := len(v.upper)
	need := max(1, int(math.Ceil((1-level)*float64(n+extra)-1e-9))-extra)
	if n == 0 || need > n || math.IsNaN(v.observed) {
		return Interval{}, false
	}
	ci = Interval{smallest(v.lower, need), smallest(v.upper, n+1-need)}
	return ci, ci.Lo < ci.Hi && !math.IsInf(ci.Lo, 0) && !math.IsInf(ci.Hi, 0)
}

// smallest is the k-th smallest of values, from 1, which it puts into another order
// (Hoare's selection: of the 2^19 exchanges of 20 scenarios sorting took seconds).
func smallest(values []float64, k int) float64 {
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot, i, j := values[(lo+hi)/2], lo, hi
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k-1 <= j:
			hi = j
		case k-1 >= i:
			lo = i
		default:
			return values[k-1]
		}
	}
	return values[k-1]
}

// FlipInterval is the interval of the mean of d that belongs to SignFlip, for the
// same seed and draws: it excludes 0 exactly if that p lies below 1-level. ok is
// false where so few differences can exclude none, and where all are 0.
func FlipInterval(d []float64, seed uint64, draws int, level float64) (ci Interval, ok bool) {
	checkLevel(level)
	moved := make([]float64, 0, len(d))
	for _, x := range d {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Interval{}, false
		}
		if x != 0 {
			moved = append(moved, x)
		}
	}
	if len(moved) == 0 {
		return Interval{}, false
	}
	f := flips{n: float64(len(d)), still: len(d) - len(moved), signs: rand.NewPCG(seed, streamStill)}
	for _, x := range moved {
		f.scale += math.Abs(x)
		f.sum += x
	}
	f.inverted = &inverted{observed: f.sum / f.n, tolerance: tieTolerance * f.scale / f.n}
	extra := 1
	if len(moved) <= ExactClusters {
		extra = 0
		f.all(moved, draws)
	} else {
		f.random(moved, seed, draws)
	}
	return f.interval(extra, level)
}

// flips goes through the choices of signs of SignFlip. Differences of 0 have no
// sign there, but have one as soon as δ is taken off: theirs are drawn at random.
type flips struct {
	*inverted
	n, sum, scale float64
	still         int
	signs         *rand.PCG
}

// take adds one choice: the sum of the flipped differences and of their signs.
func (f *flips) take(sum float64, signs int) { f.add(sum/f.n, float64(signs+f.stillSigns())/f.n) }

// stillSigns is the sum of random signs of the differences that are 0.
func (f *flips) stillSigns() int {
	sum := 0
	for left := f.still; left > 0; left -= 64 {
		k := min(left, 64)
		sum += 2*bits.OnesCount64(f.signs.Uint64()>>(64-k)) - k
	}
	return sum
}

// all takes every choice with the first sign kept, each so often that the signs of
// the zeros are seen in about as many ways as there are draws.
func (f *flips) all(d []float64, draws int) {
	choices := 1 << (len(d) - 1)
	times := 1
	if f.still > 0 {
		times = max(1, draws/choices)
	}
	for mask := range choices {
		sum := d[0]
		for i, x := range d[1:] {
			if mask>>i&1 == 1 {
				x = -x
			}
			sum += x
		}
		for range times {
			f.take(sum, len(d)-2*bits.OnesCount(uint(mask)))
		}
	}
}

// random takes the choices of randomFlips.
func (f *flips) random(d []float64, seed uint64, draws int) {
	tables := flipTables(d)
	randomSigns(tables, seed, draws, func(sum float64, turned int) { f.take(sum, len(d)-2*turned) })
}
