package stats

import "gonum.org/v1/gonum/stat"

// Deviation returns the standard deviation with divisor n-1, or 0 for one value.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	return stat.StdDev(values, nil)
}

// Mean returns the arithmetic mean, or NaN if there are no values.
func Mean(values []float64) float64 { return stat.Mean(values, nil) }
