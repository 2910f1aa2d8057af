package resultstest

import "math"

// Near reports whether got is within eps of want; false for NaN.
func Near(got, want, eps float64) bool { return math.Abs(got-want) <= eps }
