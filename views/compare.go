package views

import (
	"math"
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

// TaskCount is a number of tasks that leads to their list, if there is one.
type TaskCount struct {
	N    int
	Href string
}

// ComparedNumber is one number of both runs.
type ComparedNumber struct {
	Label   string
	Title   string    // what the label stands for; may be empty
	Text    [3]string // A, difference, B, ready to show
	CI      string
	P, Holm *float64
	N       int
	// Place of the difference and its interval on the table's common scale,
	// 0 to 100 with zero at 50; nil where they cannot be drawn.
	At, Lo, Hi *float64
	Lower      bool // less is better
	Headline   bool
}

// ComparedGroup is one group of a family.
type ComparedGroup struct {
	ComparedNumber
	OnlyA, OnlyB TaskCount
}

// FamilyTable is the comparison within the groups of one cut.
type FamilyTable struct {
	ID, Title string
	Caption   string
	Label     string // head of the first column
	Unit      string // head of the column of counts
	Test      string
	Rows      []ComparedGroup
}

// PointsBetween shows an interval of differences in points.
func PointsBetween(ci *stats.Interval) string {
	if ci == nil {
		return words.NotRecorded
	}
	return words.Points(&ci.Lo) + " to " + words.Points(&ci.Hi)
}

// Farthest is how far a difference or its interval goes from zero.
func Farthest(diff *float64, ci *stats.Interval) float64 {
	far := 0.0
	if diff != nil {
		far = math.Abs(*diff)
	}
	if ci != nil {
		far = max(far, math.Abs(ci.Lo), math.Abs(ci.Hi))
	}
	return far
}

// OnScale puts a difference on a scale from 0 to 100 with zero in the middle
// and the widest of the table at its ends.
func OnScale(diff *float64, ci *stats.Interval, widest float64) (at, lo, hi *float64) {
	if diff == nil || !(widest > 0) {
		return nil, nil, nil
	}
	put := func(x float64) *float64 {
		v := 50 + 49*x/widest
		return &v
	}
	if ci != nil {
		lo, hi = put(ci.Lo), put(ci.Hi)
	}
	return put(*diff), lo, hi
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
