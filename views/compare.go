package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// ConventionLabel names a convention on its tab.
func ConventionLabel(title string) string {
	if strings.Contains(title, " ") {
		return words.Capital(title)
	}
	return words.Capital(title) + " convention"
}

// PointsBetween shows an interval of differences in points.
func PointsBetween(ci *stats.Interval) string {
	if ci == nil {
		return words.NotRecorded
	}
	return words.Points(&ci.Lo) + " to " + words.Points(&ci.Hi)
}

// SpendingWords names a number of compare.Spending and shows its values, times
// under a second with three digits more.
func SpendingWords(m *compare.Metric) (label string, show func(v *float64, signed bool) string) {
	plain := func(scale float64, digits int) func(*float64, bool) string {
		return func(v *float64, signed bool) string {
			if v == nil {
				return words.NotRecorded
			}
			x := *v * scale
			text := words.Fixed(&x, digits)
			if signed && x > 0 {
				text = "+" + text
			}
			return text
		}
	}
	digits := 1
	if m.A != nil && m.B != nil && max(*m.A, *m.B) < 1000 {
		digits = 4
	}
	switch m.Key {
	case compare.Duration:
		return "Wall time, s", plain(1e-3, digits)
	case compare.AgentTime:
		return "Agent time, s", plain(1e-3, digits)
	case compare.Steps:
		return "Steps", plain(1, 1)
	case compare.ToolCalls:
		return "Tool calls", plain(1, 1)
	case compare.TokensIn:
		return "Input tokens, thousand", plain(1e-3, 1)
	case compare.TokensOut:
		return "Output tokens, thousand", plain(1e-3, 2)
	}
	return "Cost, US$", plain(1, 4)
}
