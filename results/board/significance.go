package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Tested is the result of a paired test of one metric between two systems.
type Tested struct {
	P float64 // two-sided p-value; NaN if the metric has no data
	// CI is the 95 % confidence interval of the difference, obtained by inverting the test, so that
	// it excludes 0 exactly if P is below Alpha. It is nil if there are too few units, if no unit
	// differs, or if it was not requested.
	CI    *stats.Interval
	Exact bool // set if the test enumerated all permutations instead of sampling them
}

// Significance returns the two-sided p-value of the difference in one metric between two systems
// with aligned units. If the units are scenarios, it uses a permutation test that exchanges the
// systems' units, which is also valid for metrics that are not means, such as CRS. If the units are
// tasks, it uses a sign-flip test. It returns NaN if a metric has no data.
func Significance(spec score.Spec, key string, a, b []score.Unit) float64 {
	return tests(spec, []string{key}, a, b, 0)[0].P
}

// Tests is like Significance, but for several metrics and with the interval of each test.
func Tests(spec score.Spec, keys []string, a, b []score.Unit) []Tested {
	return tests(spec, keys, a, b, 1-Alpha)
}

func tests(spec score.Spec, keys []string, a, b []score.Unit, level float64) []Tested {
	list := make([]Tested, len(keys))
	var p []float64
	var ci []*stats.Interval
	exact := false
	if spec.Unit != "task" && len(a) == len(b) && len(a) > 0 {
		spec, a, b = spec.Align(a, b)
		p, ci, exact = stats.SwapInterval(vectors(a), vectors(b), len(keys), only(spec, keys), stats.Seed, stats.Draws, level)
	}
	for i, key := range keys {
		switch {
		case !slices.Contains(spec.Keys, key) || len(a) != len(b) || len(a) == 0:
			list[i].P = math.NaN()
		case p != nil:
			list[i] = Tested{P: p[i], CI: ci[i], Exact: exact}
		default:
			list[i] = flipTest(spec, key, a, b, level)
		}
	}
	return list
}

// only returns a function that computes only the metrics with the given keys; an unknown metric is
// NaN.
func only(spec score.Spec, keys []string) func(sum, out []float64) {
	all, at := make([]float64, len(spec.Keys)), make([]int, len(keys))
	for i, key := range keys {
		at[i] = slices.Index(spec.Keys, key)
	}
	return func(sum, out []float64) {
		spec.Eval(sum, all)
		for i, k := range at {
			out[i] = math.NaN()
			if k >= 0 {
				out[i] = all[k]
			}
		}
	}
}

// PairTest tests the difference in one metric between two systems. The variance includes the
// run-to-run variance in added. It computes the interval if interval is true or the test needs it.
func PairTest(spec score.Spec, key string, a, b []score.Unit, added results.Added, interval bool) Tested {
	switch k := slices.Index(spec.Keys, key); {
	case added.Variance > 0 && k >= 0 && len(a) == len(b) && len(a) > 0:
		return RunsTest(spec.Value(key, a)-spec.Value(key, b), DifferencePrecision(spec, a, b)[k], added)
	case !interval:
		return Tested{P: Significance(spec, key, a, b)}
	}
	return Tests(spec, []string{key}, a, b)[0]
}

// RunsTest applies Student's t-test to a difference, with the variance over both units and runs. A
// permutation of units cannot include run-to-run variation.
func RunsTest(diff float64, over Precision, added results.Added) Tested {
	se, df := withRuns(over.SE, over.DF, added)
	ci, ok := stats.DifferenceInterval(diff, se, df, 1-Alpha)
	if !ok {
		return Tested{P: math.NaN()}
	}
	return Tested{P: stats.TTest(diff, se, df), CI: &ci}
}

func vectors(units []score.Unit) [][]float64 {
	list := make([][]float64, len(units))
	for i, u := range units {
		list[i] = u.V
	}
	return list
}

func flipTest(spec score.Spec, key string, a, b []score.Unit, level float64) Tested {
	d := make([]float64, 0, len(a))
	x, y := spec.Each(key, a), spec.Each(key, b)
	for i, x := range x {
		if y := y[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			d = append(d, x-y)
		}
	}
	if len(d) == 0 {
		return Tested{P: math.NaN()}
	}
	var t Tested
	t.P, t.Exact = stats.SignFlip(d, stats.Seed, stats.Draws)
	if level > 0 {
		if ci, ok := stats.FlipInterval(d, stats.Seed, stats.Draws, level); ok {
			t.CI = &ci
		}
	}
	return t
}
