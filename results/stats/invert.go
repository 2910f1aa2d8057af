package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// inverted builds a confidence interval by inverting a permutation test. The interval contains all
// differences δ that the test does not reject under the assumption that one system is δ better in
// every cluster. For each assignment s, the test of δ compares |D - δ| with |D(s) - δ·w(s)|,
// where D is the observed difference, D(s) the difference after s, and w(s) the mean of its signs.
// Each s contributes at most one upper and one lower limit on either side of D, so the interval
// needs no search. It excludes 0 if and only if the p-value of the same assignments is below
// 1-level.
//
// Source: Garthwaite, Biometrics 52 (1996) 1387; for the inversion of sign tests of a mean Maritz,
// Distribution-Free Statistical Methods (1981), section 1.4.
type inverted struct {
	observed, tolerance float64
	upper, lower        []float64
}

func newInverted(a, b float64, n int) *inverted {
	return &inverted{observed: a - b, tolerance: tieTolerance * (math.Abs(a) + math.Abs(b)),
		upper: make([]float64, 0, n), lower: make([]float64, 0, n)}
}

// add adds an assignment, given the difference d after it and the mean w of its signs.
func (v *inverted) add(d, w float64) {
	up, low := math.Inf(1), math.Inf(-1)
	if !math.IsNaN(d) && math.Abs(w) < 1-tieTolerance {
		kept, turned := v.apart(d)/(1-w), v.apart(-d)/(1+w)
		up, low = math.Max(kept, turned), math.Min(kept, turned)
	}
	v.upper, v.lower = append(v.upper, up), append(v.lower, low)
}

// apart returns the observed difference minus d; 0 if the test treats the two as equal.
func (v *inverted) apart(d float64) float64 {
	if x := v.observed - d; math.Abs(x) > v.tolerance {
		return x
	}
	return 0
}

// interval returns the differences that at least a share 1-level of the assignments does not
// reject. extra counts assignments that were not listed. ok is false if there are too few
// assignments to reject any difference, or if no cluster differs.
func (v *inverted) interval(extra int, level float64) (ci Interval, ok bool) {
	n := len(v.upper)
	need := max(1, int(math.Ceil((1-level)*float64(n+extra)-1e-9))-extra)
	if n == 0 || need > n || math.IsNaN(v.observed) {
		return Interval{}, false
	}
	ci = Interval{smallest(v.lower, need), smallest(v.upper, n+1-need)}
	return ci, ci.Lo < ci.Hi && !math.IsInf(ci.Lo, 0) && !math.IsInf(ci.Hi, 0)
}

// smallest returns the k-th smallest value, from k = 1, and reorders values. It uses Hoare's
// selection algorithm, because sorting the 2^19 swaps of 20 scenarios would take seconds.
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

// FlipInterval returns the interval of the mean of d that matches SignFlip for the same seed and
// draws: it excludes 0 exactly if that p-value is below 1-level. ok is false if d has too few
// differences to exclude 0, or only zeros.
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

// flips collects the sign choices of SignFlip. A difference of 0 has no sign in SignFlip but does
// after δ is subtracted, so it is given a random sign.
type flips struct {
	*inverted
	n, sum, scale float64
	still         int
	signs         *rand.PCG
}

// take adds one choice of signs, given the sum of the flipped differences and the sum of the signs.
func (f *flips) take(sum float64, signs int) { f.add(sum/f.n, float64(signs+f.stillSigns())/f.n) }

// stillSigns returns the sum of the random signs for differences of 0.
func (f *flips) stillSigns() int {
	sum := 0
	for left := f.still; left > 0; left -= 64 {
		k := min(left, 64)
		sum += 2*bits.OnesCount64(f.signs.Uint64()>>(64-k)) - k
	}
	return sum
}

// all adds every choice with the first sign fixed. It adds each choice several times, so that the
// random signs for differences of 0 vary in about as many ways as there are draws.
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

// random adds the same random choices as randomFlips.
func (f *flips) random(d []float64, seed uint64, draws int) {
	tables := flipTables(d)
	randomSigns(tables, seed, draws, func(sum float64, turned int) { f.take(sum, len(d)-2*turned) })
}
