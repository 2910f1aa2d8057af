package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Precision is the precision of one metric of a run.
type Precision struct {
	SE float64 // jackknife standard error over units; NaN if it cannot be estimated
	DF int     // number of units with data, minus one
}

// PrecisionOf returns the precision of each metric over the units of a run. For each metric it
// ignores units without data, such as an easy task for the mean of hard tasks.
func PrecisionOf(spec score.Spec, units []score.Unit) []Precision {
	leftOut := make([][]float64, len(spec.Keys))
	all := spec.Sum(units)
	sum, alone, out := make([]float64, len(all)), make([]float64, len(spec.Keys)), make([]float64, len(spec.Keys))
	for _, u := range units {
		for i, x := range all {
			sum[i] = x - u.V[i]
		}
		spec.Eval(u.V, alone)
		spec.Eval(sum, out)
		for k, x := range out {
			if !math.IsNaN(alone[k]) {
				leftOut[k] = append(leftOut[k], x)
			}
		}
	}
	list := make([]Precision, len(spec.Keys))
	for k := range list {
		list[k].SE, list[k].DF = stats.Jackknife(leftOut[k])
	}
	return list
}

// DifferencePrecision returns the precision of the difference between two systems in each metric.
func DifferencePrecision(spec score.Spec, a, b []score.Unit) []Precision {
	spec, a, b = spec.Align(a, b)
	n := len(spec.Keys)
	both := score.Spec{Keys: spec.Keys, Unit: spec.Unit}.With(2*spec.Dim(), func(sum, out []float64) {
		other := make([]float64, n)
		spec.Eval(sum[:spec.Dim()], out)
		spec.Eval(sum[spec.Dim():], other)
		for k, x := range other {
			out[k] -= x
		}
	})
	units := make([]score.Unit, len(a))
	for i := range a {
		units[i].V = slices.Concat(a[i].V, b[i].V)
	}
	return PrecisionOf(both, units)
}
