package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/stats"
)

// By hand, two units in two sweeps: unit means 1/2 and 1, sweep means 1 and 1/2, all
// 3/4; the rest is ±1/4 in each cell.
func TestCrossed(t *testing.T) {
	c := stats.NewCrossed([][]float64{{1, 0}, {1, 1}})
	for name, x := range map[string][2]float64{"units": {c.ByUnit, 1.0 / 16}, "sweeps": {c.BySweep, 1.0 / 16}, "rest": {c.Rest, 1.0 / 16},
		"effect": {c.Effect(), 0}, "extra": {c.Extra(.95), 0}} {
		if !resultstest.Near(x[0], x[1], 1e-12) {
			t.Errorf("%s = %v, want %v", name, x[0], x[1])
		}
	}
	// Sweeps that are all 1 and all 0: nothing but the sweeps differs, t of one degree.
	c = stats.NewCrossed([][]float64{{1, 0}, {1, 0}, {1, 0}})
	if got := c.Extra(.95); c.ByUnit != 0 || !resultstest.Near(got, 12.7062047*.5, 1e-6) {
		t.Errorf("extra = %v, want t × 1/2", got)
	}
	if c := stats.NewCrossed([][]float64{{1}, {0}}); c.Effect() != 0 || c.Extra(.95) != 0 {
		t.Errorf("one sweep tells of none: %+v", c)
	}
}

// The interval over tasks and sweeps covers the mean of all tasks in all sweeps in 95
// to 97 of 100 cases, whether or not the sweeps differ as wholes (of two sweeps in 93 at
// the least); that over tasks alone does not where they do.
func TestCrossedCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 1000
	for _, x := range []struct {
		units, sweeps int
		effect        float64
	}{{80, 5, 0}, {80, 5, .1}, {80, 3, .1}, {12, 3, 0}, {12, 3, .1}, {80, 2, .1}} {
		both, alone := 0, 0
		for range draws {
			y := table(rng, x.units, x.sweeps, x.effect)
			mean := 0.0
			for u := range y {
				for _, v := range y[u] {
					mean += v / float64(x.units*x.sweeps)
				}
			}
			c := stats.NewCrossed(y)
			ci, _ := stats.TInterval(mean, math.Sqrt(c.ByUnit), x.units-1, .95)
			if ci.Contains(0) {
				alone++
			}
			if stats.Widen(mean, ci, c.Extra(.95), math.Inf(-1), math.Inf(1)).Contains(0) {
				both++
			}
		}
		cover, without := float64(both)/draws, float64(alone)/draws
		t.Logf("%+v: %.3f over both, %.3f over units alone", x, cover, without)
		if cover < .92 || cover > .98 {
			t.Errorf("%+v: %.3f of the intervals hold the mean", x, cover)
		}
		if x.effect > 0 && x.units == 80 && without > .85 {
			t.Errorf("%+v: units alone cover %.3f: the case shows nothing", x, without)
		}
	}
}

// table draws units with sd 0.35, sweeps with the effect as sd and a rest of 0.3.
func table(rng *rand.Rand, units, sweeps int, effect float64) [][]float64 {
	s := make([]float64, sweeps)
	for i := range s {
		s[i] = effect * rng.NormFloat64()
	}
	y := make([][]float64, units)
	for u := range y {
		own := .35 * rng.NormFloat64()
		for _, x := range s {
			y[u] = append(y[u], own+x+.3*rng.NormFloat64())
		}
	}
	return y
}
