package stats

import "math"

// Finite returns a pointer to x for use in JSON, or nil if x is NaN or infinite.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
