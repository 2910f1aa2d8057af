package stats

import "math"

// RunVariance estimates how much whole runs of one system differ. y[unit][run] holds the value of
// each unit (a task or scenario) in each run. between is the variance of the run means, and chance
// is the part of it due to random variation at each unit.
//
// Model: y = mean + unit + run + residual, all random and independent; between estimates the
// variance of run plus chance (Searle, Casella, McCulloch, Variance Components (1992), section 4.3,
// two-way crossed without interaction). Both are 0 for fewer than two units or runs.
func RunVariance(y [][]float64) (between, chance float64) {
	if len(y) < 2 || len(y[0]) < 2 {
		return 0, 0
	}
	n, m := float64(len(y)), float64(len(y[0]))
	run, all := make([]float64, len(y[0])), 0.0
	for _, row := range y {
		for s, x := range row {
			run[s] += x / n
			all += x / (n * m)
		}
	}
	for _, row := range y {
		own := Mean(row)
		for s, x := range row {
			d := x - own - run[s] + all
			chance += d * d / ((n - 1) * (m - 1) * n)
		}
	}
	for _, x := range run {
		between += (x - all) * (x - all) / (m - 1)
	}
	return between, chance
}

// WithRuns adds the variance between runs to a standard error over units, and returns the total
// with its degrees of freedom. effect is the variance to add; between, with runsDF degrees of
// freedom, is the estimate that it derives from and includes chance at each unit. The total's
// degrees of freedom follow Satterthwaite, so that a variance from few runs counts only by its
// share. Without an effect nothing changes.
//
// The method was chosen by simulation, see TestRunsCoverage. Pooled over the systems of a board it
// covers 94 to 97 % with 1, 2, 3 and 5 runs, whether or not runs differ. The runs of a single
// system give no interval of usable width, because two runs have only one degree of freedom.
//
// Source: Satterthwaite, Biometrics Bull. 2 (1946) 110, eq. 17; negative variance estimates count
// as 0, as in Searle, Casella, McCulloch (1992), section 4.4.
func WithRuns(se float64, df int, effect, between float64, runsDF int) (float64, float64) {
	if !(effect > 0) || runsDF < 1 {
		return se, float64(df)
	}
	v := se*se + effect
	of := v * v / (se*se*se*se/float64(df) + between*between/float64(runsDF))
	return math.Sqrt(v), math.Max(of, float64(min(df, runsDF))) // the total has at least the smaller of the two degrees of freedom
}
