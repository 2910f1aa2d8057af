package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// SwapInterval is the sign-flip test for statistics that are not means over scenarios, such
// as a composite of pooled and averaged parts. a and b hold one vector for each
// scenario, in the same order, for the two runs; eval computes so many statistics from
// a sum of vectors, which it must not change or keep. Whole scenarios are exchanged
// between the runs; each p is the share of exchanges with |stat(a') - stat(b')| at least
// as large as the observed one, that one and ties included. For a statistic that is the
// mean of one number per scenario it equals SignFlip.
//
// With at most ExactClusters scenarios all exchanges are counted and exact is
// true; beyond that p is (k+1)/(draws+1) over random exchanges. No scenarios
// give 1. If a statistic is NaN for the runs themselves its p is NaN; if it is NaN only
// after some exchange, that exchange counts as extreme, which can only raise p.
//
// The interval of each difference is the one that belongs to the test: it excludes 0
// exactly if the p of that statistic lies below 1-level. It is nil where no exchange of so
// few scenarios excludes anything, and where none changes the statistic; all are at level 0.
//
// Source: Fisher (1935), section 21, applied to whole clusters; for the exchange
// of labels under an arbitrary statistic see Pesarin and Salmaso, Permutation
// Tests for Complex Data (2010), chapter 1.
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

// swaps goes through exchanges of scenarios and counts the extreme ones of each
// statistic. The sums of each eight scenarios under all their exchanges are tabulated,
// so that an exchange costs few additions: bit k of a place says that the k-th of them
// is exchanged.
type swaps struct {
	n, dim  int
	x, y    [][256][]float64 // of the two runs
	eval    func(sum, out []float64)
	sum     []float64
	a, b    []float64 // statistics after the last exchange
	limit   []float64 // from which on a difference is extreme
	extreme []int

	inverted []*inverted // of each statistic; nil where no interval is asked for
}

// invert has the exchanges collected for intervals.
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

// none is the exchange of no scenario.
func (t *swaps) none() []uint64 { return make([]uint64, (t.n+63)/64) }

// exchange computes the statistics of both runs after an exchange.
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

// count makes an exchange and counts it where it is extreme.
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

// all makes all exchanges but those of the last scenario, because exchanging all of
// them keeps the absolute difference; it returns how many those are.
func (t *swaps) all() float64 {
	total := uint64(1) << (t.n - 1)
	mask := t.none()
	for mask[0] = range total {
		t.count(mask)
	}
	return float64(total)
}

// random exchanges each scenario with probability one half, from whatever the last
// draw left: that is again a uniform choice.
func (t *swaps) random(seed uint64, draws int) {
	source := rand.NewPCG(seed, streamSwap)
	mask := t.none()
	last := uint64(1)<<((t.n-1)%64+1) - 1 // the bits of the last word that are scenarios
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
