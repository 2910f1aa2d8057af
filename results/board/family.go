package board

import (
	"math"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Families are the comparisons of every two systems of a population, in the board's
// order. Each pair belongs to one family and has one verdict, whichever page asks: a
// system against each that is ranked below it. The leader's family is the board's own,
// by which its class is made. It is safe for concurrent use.
type Families struct {
	spec  score.Spec
	key   string
	n     int
	units func(system int) []score.Unit
	added func(system int) results.Added

	mu     sync.Mutex
	loaded map[int][]score.Unit
	tested map[Pair]famTest
	holm   map[int][]float64 // by the better system, of those below it
}

// famTest is the test of a pair; full: with its interval.
type famTest struct {
	Tested
	full bool
}

// holmMost is up to how many systems every family is adjusted by Holm, which takes all
// of its tests. In larger populations only the leader's is; the others are adjusted by
// the number of their comparisons (Bonferroni), never less than by Holm.
const holmMost = 60

// NewFamilies are those of a population of n systems on one metric, the board's
// headline. units gives the aligned units of a system by its place; it is asked once.
// added is what the runs of a system add to the variance of its value.
func NewFamilies(spec score.Spec, key string, n int, units func(system int) []score.Unit, added func(system int) results.Added) *Families {
	return &Families{spec: spec, key: key, n: n, units: units, added: added,
		loaded: map[int][]score.Unit{}, tested: map[Pair]famTest{}, holm: map[int][]float64{}}
}

// Know takes the p of the test of a system with the leader, the first of the population,
// from where the board has it.
func (f *Families) Know(system int, p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tested[Pair{0, system}] = famTest{Tested: Tested{P: p}}
}

// Compare is what the tests say of two systems, with the interval of the difference.
func (f *Families) Compare(a, b int) Comparison {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := Pair{min(a, b), max(a, b)}
	if !f.tested[p].full {
		f.tested[p] = famTest{f.test(p, true), true}
	}
	c := f.judge(a, b)
	if c.CI = f.tested[p].CI; c.CI != nil && a > b {
		c.CI = &stats.Interval{Lo: -c.CI.Hi, Hi: -c.CI.Lo}
	}
	return c
}

// Judge is Compare without the interval.
func (f *Families) Judge(a, b int) Comparison {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.judge(a, b)
}

func (f *Families) judge(a, b int) Comparison {
	better, worse := min(a, b), max(a, b)
	c := Comparison{Pair: Pair{a, b}, P: f.p(better, worse), Family: f.n - 1 - better}
	if better > 0 && f.n > holmMost {
		c.Holm = math.Min(1, c.P*float64(c.Family))
		return c
	}
	if f.holm[better] == nil {
		p := make([]float64, c.Family)
		for i := range p {
			p[i] = f.p(better, better+1+i)
		}
		f.holm[better] = stats.Holm(p)
	}
	c.Holm = f.holm[better][worse-better-1]
	return c
}

func (f *Families) p(a, b int) float64 {
	t, ok := f.tested[Pair{a, b}]
	if !ok {
		t.P = f.test(Pair{a, b}, false).P
		f.tested[Pair{a, b}] = t
	}
	return t.P
}

func (f *Families) test(p Pair, interval bool) Tested {
	return PairTest(f.spec, f.key, f.of(p.A), f.of(p.B), f.added(p.A).Plus(f.added(p.B)), interval)
}

func (f *Families) of(system int) []score.Unit {
	u, ok := f.loaded[system]
	if !ok {
		u = f.units(system)
		f.loaded[system] = u
	}
	return u
}

// Difference is the metric of one system minus that of another; NaN without data.
func (f *Families) Difference(a, b int) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.spec.Value(f.key, f.of(a)) - f.spec.Value(f.key, f.of(b))
}
