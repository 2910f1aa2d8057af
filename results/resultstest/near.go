package resultstest

import "math"

// Near reports whether got lies within eps of want. It is false for NaN, which
// a comparison of the form |got-want| > eps lets pass.
func Near(got, want, eps float64) bool { return math.Abs(got-want) <= eps }
