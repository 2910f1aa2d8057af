package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// MDE returns the smallest difference that a two-sided test at level alpha finds
// with probability power: (z_{1-α/2} + z_{power})·se. se is the standard error
// of the difference, clustered where the tasks are. A difference that is smaller
// than this may well exist and go unseen.
//
// Source: Bloom, Eval. Rev. 19 (1995) 547; Miller (2024), arXiv:2411.00640,
// section on power analysis.
func MDE(se, alpha, power float64) float64 {
	return detectableZ(alpha, power) * se
}

// NeededN returns how many tasks a paired comparison needs to find a difference
// delta: (z_{1-α/2} + z_{power})²·variance/δ², rounded up. variance is that of
// the difference on one task: for passes and failures about the share of
// discordant tasks (n10+n01)/n, and n·se² in general, so that a clustered se
// brings its design effect with it. ok is false where no number of tasks is an
// answer: delta is 0, or the variance is negative or not a number.
//
// Source: Miller (2024), arXiv:2411.00640, section on power analysis; for
// discordant shares Miettinen, Biometrics 24 (1968) 339.
func NeededN(variance, delta, alpha, power float64) (n int, ok bool) {
	z := detectableZ(alpha, power)
	needed := math.Ceil(z*z*variance/(delta*delta) - 1e-9)
	if !(variance >= 0) || !(needed <= math.MaxInt32) {
		return 0, false
	}
	return max(1, int(needed)), true
}

func detectableZ(alpha, power float64) float64 {
	checkLevel(power)
	return twoSidedZ(1-alpha) + distuv.UnitNormal.Quantile(power)
}
