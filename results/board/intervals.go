package board

import (
	"math"

	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Precision is what the units of one run say of how exact a metric is.
type Precision struct {
	SE float64 // by the jackknife over units; NaN where it cannot be seen
	DF int     // units with data of the metric, less one
}

// PrecisionOf is the precision of each metric over the units of a run. A unit without
// data of a metric, such as an easy task for the mean of hard ones, is none of its
// units.
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

// intervalsOf are the intervals of the metrics of a run; NaN where there is none.
func intervalsOf(spec score.Spec, units []score.Unit, values []float64) (lo, hi []float64) {
	for k, p := range PrecisionOf(spec, units) {
		ci, ok := stats.ShareInterval(values[k], p.SE, p.DF, stats.Level)
		if !ok || !metric.Of(spec.Keys[k]).Percent() {
			ci = stats.Interval{Lo: math.NaN(), Hi: math.NaN()}
		}
		lo, hi = append(lo, ci.Lo), append(hi, ci.Hi)
	}
	return lo, hi
}
