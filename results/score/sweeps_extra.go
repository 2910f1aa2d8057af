package score

import "github.com/clawatlas/clawatlas/results/stats"

// RunVariances computes the variation of each metric between the repeats of a system, see
// stats.RunVariance. units holds the units of each repeat, over the same tasks.
func RunVariances(spec Spec, units [][]Unit) (between, chance []float64) {
	tables := make([][][]float64, len(spec.Keys)) // values of each metric, indexed by unit and repeat
	for s := range units {
		for u, pseudo := range pseudoValues(spec, units[s]) {
			for k, x := range pseudo {
				if s == 0 {
					tables[k] = append(tables[k], nil)
				}
				tables[k][u] = append(tables[k][u], x)
			}
		}
	}
	between, chance = make([]float64, len(spec.Keys)), make([]float64, len(spec.Keys))
	for k, table := range tables {
		between[k], chance[k] = stats.RunVariance(table)
	}
	return between, chance
}

// pseudoValues returns the jackknife pseudo-values of each unit in one repeat: n times the metric
// over all n units minus n-1 times the metric over all other units. For a mean over units this is
// the unit's own value (Quenouille, Biometrika 43 (1956) 353).
func pseudoValues(spec Spec, units []Unit) [][]float64 {
	n := float64(len(units))
	sum, all := spec.Sum(units), make([]float64, len(spec.Keys))
	spec.Eval(sum, all)
	list := make([][]float64, len(units))
	for u := range units {
		rest := make([]float64, len(sum))
		for i := range sum {
			rest[i] = sum[i] - units[u].V[i]
		}
		out := make([]float64, len(spec.Keys))
		spec.Eval(rest, out)
		for k := range out {
			out[k] = n*all[k] - (n-1)*out[k]
		}
		list[u] = out
	}
	return list
}
