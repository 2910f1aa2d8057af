package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
)

// EstimateOf is a row's value of one metric with its interval.
func EstimateOf(r *results.BoardRow, key string) chart.Estimate {
	m := r.Metrics[key]
	e := chart.Estimate{Value: m.Value, Hollow: r.Run == nil}
	if m.CI != nil {
		e.Lo, e.Hi = &m.CI[0], &m.CI[1]
	}
	return e
}
