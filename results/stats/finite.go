package stats

import "math"

// Finite is x as an answer has it: nil where the formula gave no number.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
