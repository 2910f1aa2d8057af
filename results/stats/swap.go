package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// SwapInterval is the sign-flip test for statistics that are not means over scenarios, such as
// composites of pooled and averaged parts. a and b hold one vector per scenario for the two runs,
// in the same order. eval computes the given number of statistics from a sum of vectors, which it
// must not change or keep. Whole scenarios are swapped between the runs. Each p is the share of
// swaps with |stat(a') - stat(b')| at least as large as observed, including the observed one and
// ties. For a mean of one number per scenario it equals SignFlip.
//
// With at most ExactClusters scenarios all swaps are enumerated and exact is true; otherwise p is
// (k+1)/(draws+1) over random swaps. Without scenarios p is 1. If a statistic is NaN for the runs
// themselves, its p is NaN. If it is NaN only after some swap, that swap counts as extreme, which
// can only raise p.
//
// The interval of each difference inverts the same test: it excludes 0 exactly if the p-value of
// that statistic is below 1-level. It is nil if there are too few scenarios to exclude anything, or
// if no swap changes the statistic. All intervals are nil at level 0.
//
// Source: Fisher (1935), section 21, applied to whole clusters; for the exchange of labels under an
// arbitrary statistic see Pesarin and Salmaso, Permutation Tests for Complex Data (2010), chapter
// 1.
func SwapInterval(a, b [][]float64, statistics int, eval func(sum, out []float64), seed uint64, draws int,
	level float64) (p []float64, ci []*Interval, exact bool) {
	checkPair(len(a), len(b))
	p, ci = make([]float64, statistics), make([]*Interval, statistics)
	if len(a) == 0 {
		for k := range p {
			p[k] = 1
		}
		return p, ci, true
	}
	t := newSwaps(a, b, statistics, eval)
	if level > 0 {
		t.invert()
	}
	for k := range t.limit {
		t.limit[k] = math.Abs(t.a[k]-t.b[k]) - tieTolerance*(math.Abs(t.a[k])+math.Abs(t.b[k]))
	}
	exact = len(a) <= ExactClusters
	extra, total := 0, 0.0
	if exact {
		total = t.all()
	} else {
		extra, total = 1, float64(draws+1)
		t.random(seed, draws)
	}
	for k := range p {
		p[k] = float64(t.extreme[k]+extra) / total
		if math.IsNaN(t.limit[k]) {
			p[k] = math.NaN()
		} else if level > 0 {
			if x, ok := t.inverted[k].interval(extra, level); ok {
				ci[k] = &x
			}
		}
	}
	return p, ci, exact
}

// swaps evaluates swaps of scenarios and counts the extreme ones for each statistic. To make each
// swap cheap, it precomputes the sums of every eight scenarios under all of their swaps; bit k of
// an index means that the k-th of the eight is swapped.
type swaps struct {
	n, dim  int
	x, y    [][256][]float64 // precomputed sums of the two runs
	eval    func(sum, out []float64)
	sum     []float64
	a, b    []float64 // statistics after the last swap
	limit   []float64 // smallest difference of each statistic that counts as extreme
	extreme []int

	inverted []*inverted // inversion of the test for each statistic; nil if no interval is requested
}

// invert prepares to collect the swaps from which intervals are computed.
func (t *swaps) invert() {
	for k := range t.a {
		t.inverted = append(t.inverted, newInverted(t.a[k], t.b[k], 0))
	}
}

func newSwaps(a, b [][]float64, statistics int, eval func(sum, out []float64)) *swaps {
	numbers := func() []float64 { return make([]float64, statistics) }
	t := &swaps{n: len(a), dim: len(a[0]), eval: eval, sum: make([]float64, len(a[0])), a: numbers(),
		b: numbers(), limit: numbers(), extreme: make([]int, statistics)}
	for from := 0; from < len(a); from += 8 {
		to := min(from+8, len(a))
		t.x = append(t.x, t.sums(a[from:to], b[from:to]))
		t.y = append(t.y, t.sums(b[from:to], a[from:to]))
	}
	t.exchange(t.none())
	return t
}

func (t *swaps) sums(own, other [][]float64) (table [256][]float64) {
	for mask := range 1 << len(own) {
		sum := make([]float64, t.dim)
		for k := range own {
			v := own[k]
			if mask>>k&1 == 1 {
				v = other[k]
			}
			for i, x := range v {
				sum[i] += x
			}
		}
		table[mask] = sum
	}
	return table
}

func (t *swaps) none() []uint64 { return make([]uint64, (t.n+63)/64) }

func (t *swaps) exchange(mask []uint64) {
	t.of(t.x, mask, t.a)
	t.of(t.y, mask, t.b)
}

func (t *swaps) of(tables [][256][]float64, mask []uint64, out []float64) {
	sum := t.sum
	copy(sum, tables[0][uint8(mask[0])])
	for i := 1; i < len(tables); i++ {
		for k, x := range tables[i][uint8(mask[i/8]>>(i%8*8))] {
			sum[k] += x
		}
	}
	t.eval(sum, out)
}

func (t *swaps) count(mask []uint64) {
	t.exchange(mask)
	for k, limit := range t.limit {
		if d := math.Abs(t.a[k] - t.b[k]); d >= limit || math.IsNaN(d) {
			t.extreme[k]++
		}
	}
	if t.inverted == nil {
		return
	}
	turned := 0
	for _, word := range mask {
		turned += bits.OnesCount64(word)
	}
	for k, v := range t.inverted {
		v.add(t.a[k]-t.b[k], float64(t.n-2*turned)/float64(t.n))
	}
}

// all evaluates all swaps that leave the last scenario in place and returns their number. Swapping
// every scenario would not change the absolute difference.
func (t *swaps) all() float64 {
	total := uint64(1) << (t.n - 1)
	mask := t.none()
	for mask[0] = range total {
		t.count(mask)
	}
	return float64(total)
}

// random evaluates random swaps. It swaps each scenario with probability 1/2 relative to the
// previous swap, which makes all swaps equally likely.
func (t *swaps) random(seed uint64, draws int) {
	source := rand.NewPCG(seed, streamSwap)
	mask := t.none()
	last := uint64(1)<<((t.n-1)%64+1) - 1 // bits of the last random word that correspond to scenarios
	for range draws {
		for w := range mask {
			coins := source.Uint64()
			if w == len(mask)-1 {
				coins &= last
			}
			mask[w] ^= coins
		}
		t.count(mask)
	}
}
