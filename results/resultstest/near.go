package resultstest

import "math"

// Near reports whether got differs from want by at most eps; it returns false for NaN.
func Near(got, want, eps float64) bool { return math.Abs(got-want) <= eps }
