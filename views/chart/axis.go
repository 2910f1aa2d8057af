package chart

import (
	"math"

	"github.com/clawatlas/clawatlas/results/words"
)

// scale spans the values of an axis between round ends; ok is false where there
// is no finite value, or on a logarithmic axis no positive one.
func scale(a Axis, values []float64, from, to float64) (Linear, bool) {
	if a.Log {
		values = positive(values)
	}
	lo, hi, ok := Extent(values)
	if !ok {
		return Linear{}, false
	}
	l := Linear{Lo: lo, Hi: hi, From: from, To: to, Log: a.Log}
	if a.Log {
		l.Lo, l.Hi = lo/1.25, hi*1.25
	} else {
		step := Step(lo, hi, 5)
		if lo == hi { // one value has no range of its own: round ends around it
			pad := max(math.Abs(lo)*0.1, 0.001)
			step = Step(lo-pad, lo+pad, 2)
		}
		l.Lo, l.Hi = math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
		if l.Lo == l.Hi {
			l.Lo, l.Hi = l.Lo-step, l.Hi+step
		}
	}
	if a.Min != nil && (!a.Log || *a.Min > 0) {
		l.Lo = *a.Min
	}
	if a.Max != nil && (!a.Log || *a.Max > 0) {
		l.Hi = *a.Max
	}
	return l, true
}

func positive(values []float64) []float64 {
	var list []float64
	for _, v := range values {
		if v > 0 {
			list = append(list, v)
		}
	}
	return list
}

// ticks are those of the axis.
func ticks(l Linear, n int) []float64 {
	if l.Log {
		return LogTicks(l.Lo, l.Hi)
	}
	return Ticks(l.Lo, l.Hi, n)
}

// yAxis draws grid lines with their numbers and the label over them.
func yAxis(f *figure, a Axis, l Linear, left, right float64) {
	for _, v := range ticks(l, max(2, min(5, int((l.From-l.To)/30)))) {
		at := l.At(v)
		f.line("grid", left, at, right, at)
		f.words("tick", "end", left-8, at+4, noLimit, tickText(v, a.Unit))
	}
	f.words("axis", "start", 0, 14, f.w, a.label(l))
}

// xAxis draws the vertical grid of a chart whose rows lie below each other.
func xAxis(f *figure, a Axis, l Linear, top, bottom float64) {
	for _, v := range ticks(l, max(2, min(6, int((l.To-l.From)/60)))) {
		at := l.At(v)
		f.line("grid", at, top, at, bottom)
		f.words("tick", "middle", at, bottom+16, noLimit, tickText(v, a.Unit))
	}
	f.words("axis", "end", l.To, bottom+34, l.To, a.label(l))
}

// label is the label of the axis; a scale that does not begin at zero says so.
func (a Axis) label(l Linear) string {
	if l.Log || l.Lo <= 0 {
		return a.Label
	}
	return a.Label + " (axis begins at " + tickText(math.Round(l.Lo*1e6)/1e6, a.Unit) + ")"
}

// shortText is a value as it stands beside a line, with one decimal.
func shortText(v float64, unit Unit) string {
	if unit == Percent {
		v *= 100
	}
	return words.Fixed(&v, 1)
}

// valueText is a value as its title says it.
func valueText(v float64, unit Unit) string {
	if unit == Percent {
		return words.Pct(&v) + " %"
	}
	switch a := math.Abs(v); {
	case a >= 100:
		return words.Fixed(&v, 0)
	case a >= 1:
		return words.Fixed(&v, 2)
	}
	return words.Fixed(&v, 4)
}
