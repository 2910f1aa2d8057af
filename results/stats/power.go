package stats

import (
	"gonum.org/v1/gonum/stat/distuv"
)

// MDE returns the smallest difference that a two-sided test at level alpha detects with probability
// power: (z_{1-α/2} + z_{power})·se. se is the standard error of the difference, clustered if the
// tasks are.
//
// Source: Bloom, Eval. Rev. 19 (1995) 547; Miller (2024), arXiv:2411.00640, section on power
// analysis.
func MDE(se, alpha, power float64) float64 {
	return detectableZ(alpha, power) * se
}

func detectableZ(alpha, power float64) float64 {
	checkLevel(power)
	return twoSidedZ(1-alpha) + distuv.UnitNormal.Quantile(power)
}
