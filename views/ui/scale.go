package ui

import "math"

// Scale spans the values and intervals of a column, with room at both ends, so
// that whiskers of all rows are drawn on one scale. The room does not reach
// beyond 0 and 1, where no score can be. Nil values are passed over; without
// any value the scale is 0 to 1.
func Scale(values ...*float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) {
			lo, hi = min(lo, *v), max(hi, *v)
		}
	}
	if lo > hi {
		return 0, 1
	}
	room := max((hi-lo)*0.05, 0.005)
	return max(lo-room, min(lo, 0)), min(hi+room, max(hi, 1))
}
