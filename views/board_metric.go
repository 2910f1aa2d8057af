package views

import (
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
)

// MetricInfo is a metric with the way it is written on pages.
type MetricInfo struct{ metric.Metric }

// MetricOf describes a metric by its key.
func MetricOf(key string) MetricInfo { return MetricInfo{metric.Of(key)} }

// Percent reports whether the metric is a fraction from 0 to 1, shown times 100.
func (m MetricInfo) Percent() bool { return m.Unit == metric.Percent }

// Show writes a value of the metric without its unit.
func (m MetricInfo) Show(v *float64) string {
	if m.Percent() {
		return words.Pct(v)
	}
	return words.Fixed(v, m.Digits)
}
