package ui

import (
	"math"
	"strconv"

	"github.com/clawatlas/clawatlas/results/words"
)

// Interval is a headline metric with its interval, on the scale that all
// cells of the column share.
type Interval struct {
	Value    *float64 // 0..1
	Lo, Hi   *float64 // 0..1; nil where there is no interval
	Min, Max float64  // ends of the column's scale, 0..1
	Href     string   // derivation of the number; may be empty
	Level    string   // what the interval is, e.g. "95 % interval"; the default
	Hollow   bool     // the value is a printed figure, drawn as a hollow mark
	// Least and Most stand in the place of a value that is not settled.
	Least, Most *float64
}

// position is where v lies on the scale, from 0 to 100, and false where it cannot
// be drawn.
func (i Interval) position(v *float64) (float64, bool) {
	if v == nil || !(i.Max > i.Min) || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return 0, false
	}
	return 100 * min(max((*v-i.Min)/(i.Max-i.Min), 0), 1), true
}

// band is the drawn interval: its left end and its width.
func (i Interval) band() (x, width float64, ok bool) {
	lo, okLo := i.position(i.Lo)
	hi, okHi := i.position(i.Hi)
	if !okLo || !okHi || hi < lo {
		return 0, 0, false
	}
	return lo, hi - lo, true
}

// bounds are the least and the most that the value can be.
func (i Interval) bounds() string {
	if i.Value != nil || i.Least == nil || i.Most == nil {
		return ""
	}
	return words.Pct(i.Least) + "\u00a0to " + words.Pct(i.Most)
}

// hollowWidth is the width of a hollow mark on a scale of 100: wide enough that
// its inside can be seen in a cell.
const hollowWidth = 9.0

// hollowAt is the left end of a hollow mark around x, kept on the scale.
func hollowAt(x float64) float64 { return min(max(x-hollowWidth/2, 0), 100-hollowWidth) }

// about is the interval in words.
func (i Interval) about() string {
	if i.bounds() != "" {
		return "with what is missing failed, and passed"
	}
	if i.Lo == nil || i.Hi == nil {
		return ""
	}
	level := i.Level
	if level == "" {
		level = "95 % interval"
	}
	return level + " " + words.Pct(i.Lo) + " to " + words.Pct(i.Hi)
}

// coord shows a coordinate with at most two decimals.
func coord(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// Scale spans the values and intervals of a column, with room at both ends, so
// that whiskers of all rows are drawn on one scale. The room does not reach
// beyond 0 and 1, where no score can be. Nil values are passed over; without
// any value the scale is 0 to 1.
func Scale(values ...*float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) {
			lo, hi = min(lo, *v), max(hi, *v)
		}
	}
	if lo > hi {
		return 0, 1
	}
	room := max((hi-lo)*0.05, 0.005)
	return max(lo-room, min(lo, 0)), min(hi+room, max(hi, 1))
}
