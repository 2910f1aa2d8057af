package board

import (
	"math"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Families compares pairs of ranked systems, in the order of the leaderboard. The family of a
// system consists of its comparisons with all lower-ranked systems. Each pair therefore belongs to
// one family and has the same result on every page. The leader's family defines the tie classes.
// Families is safe for concurrent use.
type Families struct {
	spec  score.Spec
	key   string
	n     int
	units func(system int) []score.Unit
	added func(system int) results.Added

	mu     sync.Mutex
	loaded map[int][]score.Unit
	tested map[Pair]famTest
	holm   map[int][]float64 // adjusted p-values of each family, by the index of its better-ranked system
}

// famTest is the test of one pair; full is set if the interval was computed.
type famTest struct {
	Tested
	full bool
}

// holmMost is the maximum number of systems for which every family has a Holm correction, which
// needs all tests of the family. With more systems, only the leader's family has one; all others
// use the more conservative Bonferroni correction.
const holmMost = 60

// NewFamilies returns the families of n ranked systems on one metric, the leaderboard's headline.
// units returns the aligned units of a system and is called once per system. added returns the
// variance that a system's run-to-run variation adds.
func NewFamilies(spec score.Spec, key string, n int, units func(system int) []score.Unit, added func(system int) results.Added) *Families {
	return &Families{spec: spec, key: key, n: n, units: units, added: added,
		loaded: map[int][]score.Unit{}, tested: map[Pair]famTest{}, holm: map[int][]float64{}}
}

// Know stores the p-value of the test of a system against the leader, as computed for the
// leaderboard.
func (f *Families) Know(system int, p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tested[Pair{0, system}] = famTest{Tested: Tested{P: p}}
}

// Compare returns the comparison of two systems, including the interval of the difference.
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

// Judge is like Compare, but does not compute the interval.
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

// Difference returns the metric of system a minus that of system b; NaN without data.
func (f *Families) Difference(a, b int) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.spec.Value(f.key, f.of(a)) - f.spec.Value(f.key, f.of(b))
}
