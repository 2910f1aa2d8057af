package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Crossed is what a table of units by sweeps says of the mean over both: each unit
// (a task, a scenario) was tried in each sweep, and both are taken as drawn at random
// from many.
//
// Model: y[u][s] = mean + unit u + sweep s + rest, all independent. Its mean squares
// (Searle, Casella, McCulloch, Variance Components (1992), section 4.3) estimate the
// variance of the mean as units + sweeps - rest, each of them over the number of cells
// (Cameron, Gelbach, Miller, J. Bus. Econ. Stat. 29 (2011) 238, eq. 2.11).
type Crossed struct {
	Units, Sweeps int     // size of the table
	ByUnit        float64 // variance of the mean as the units' own means tell it
	BySweep       float64 // the same by the sweeps' means
	Rest          float64 // what both of these hold of the rest
}

// NewCrossed takes a table of at least two units by two sweeps, y[unit][sweep]. A
// table that is smaller has no variance.
func NewCrossed(y [][]float64) Crossed {
	c := Crossed{Units: len(y)}
	if len(y) == 0 {
		return c
	}
	c.Sweeps = len(y[0])
	n, m := float64(c.Units), float64(c.Sweeps)
	if n < 2 || m < 2 {
		return c
	}
	unit, sweep, all := make([]float64, c.Units), make([]float64, c.Sweeps), 0.0
	for u := range y {
		for s, x := range y[u] {
			unit[u] += x / m
			sweep[s] += x / n
			all += x / (n * m)
		}
	}
	for u := range y {
		c.ByUnit += (unit[u] - all) * (unit[u] - all) / ((n - 1) * n)
		for s, x := range y[u] {
			d := x - unit[u] - sweep[s] + all
			c.Rest += d * d / ((n - 1) * (m - 1) * n * m)
		}
	}
	for s := range sweep {
		c.BySweep += (sweep[s] - all) * (sweep[s] - all) / ((m - 1) * m)
	}
	return c
}

// Effect is the part of the mean's variance that the sweeps have in common over their
// units, beyond what chance at each unit gives; never negative.
func (c Crossed) Effect() float64 { return math.Max(0, c.BySweep-c.Rest) }

// Extra is by how much the sweeps widen the half of an interval over units of that
// level, to be added as a square: half² + Extra² is the square of the half over units
// and sweeps. It is Student's t of one degree of freedom less than there are sweeps
// times the root of Effect, so 0 where the sweeps differ no more than chance at each
// unit lets them. Squares of halves add up as in Zou and Donner, Stat. Med. 27 (2008)
// 1693, eq. 4 and 5.
func (c Crossed) Extra(level float64) float64 {
	effect := c.Effect()
	if effect == 0 {
		return 0
	}
	return quantileT(level, float64(c.Sweeps-1)) * math.Sqrt(effect)
}

func quantileT(level, df float64) float64 {
	checkLevel(level)
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.5 + level/2)
}

// Widen adds to both halves of an interval about a value what Crossed.Extra says, and
// keeps it within the bounds that the value itself has.
func Widen(value float64, ci Interval, extra, least, most float64) Interval {
	if extra == 0 {
		return ci
	}
	lo, hi := math.Min(ci.Lo, value), math.Max(ci.Hi, value)
	return Interval{math.Max(least, value-math.Hypot(value-lo, extra)), math.Min(most, value+math.Hypot(hi-value, extra))}
}

// WidenTest is the two-sided p of a difference by the interval that Widen makes of its
// interval at Level: it lies below 1 - Level exactly if that interval excludes 0.
func WidenTest(diff float64, ci Interval, extra float64) float64 {
	half := diff - math.Min(ci.Lo, diff)
	if diff < 0 {
		half = math.Max(ci.Hi, diff) - diff
	}
	z := distuv.UnitNormal.Quantile(0.5+Level/2) * math.Abs(diff) / math.Hypot(half, extra)
	return 2 * distuv.UnitNormal.Survival(z)
}
