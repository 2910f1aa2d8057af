package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns p-values adjusted for the number of comparisons: p̃_(i) = max_{j<=i} min(1,
// (m-j+1)·p_(j)). It controls the family-wise error rate under any dependence, so it is valid for
// a matrix of systems that share their tasks. NaN marks a comparison that was not made; it stays
// NaN and does not count in m.
//
// Source: Holm, Scand. J. Stat. 6 (1979) 65.
func Holm(p []float64) []float64 {
	adjusted, order := startAdjust(p)
	m := len(order)
	var highest float64
	for j, i := range order {
		highest = math.Max(highest, math.Min(1, float64(m-j)*p[i]))
		adjusted[i] = highest
	}
	return adjusted
}

// startAdjust returns a slice filled with NaN, and the indexes of the p-values that are not NaN in
// ascending order of p.
func startAdjust(p []float64) (adjusted []float64, order []int) {
	adjusted = make([]float64, len(p))
	order = make([]int, 0, len(p))
	for i, v := range p {
		adjusted[i] = math.NaN()
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	return adjusted, order
}
