package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

// MetricInfo is a metric with the way it is written on pages.
type MetricInfo struct{ metric.Metric }

// MetricOf describes a metric by its key.
func MetricOf(key string) MetricInfo { return MetricInfo{metric.Of(key)} }

// Show writes a value of the metric without its unit.
func (m MetricInfo) Show(v *float64) string {
	if m.Percent() {
		return words.Pct(v)
	}
	return words.Fixed(v, m.Digits)
}

// NounOr is a benchmark's own word, or the site's.
func NounOr(word, preset string) string {
	if word == "" {
		return preset
	}
	return word
}

// NounCount is a count with the benchmark's own word.
func NounCount(n int, word, preset string) string {
	if word == "" {
		word = preset
	}
	return words.Counted(n, word)
}

// EstimateOf is a row's value of one metric with its interval.
func EstimateOf(r *results.BoardRow, key string) chart.Estimate {
	m := r.Metrics[key]
	e := chart.Estimate{Value: m.Value, Hollow: r.Run == nil}
	if m.CI != nil {
		e.Lo, e.Hi = &m.CI[0], &m.CI[1]
	}
	return e
}

// PValue is a probability in words, empty where nothing was tested.
func PValue(p *float64) string {
	if p == nil {
		return ""
	}
	return words.PValue(p)
}
