package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Estimate is a value with its interval, in the unit of its scale.
type Estimate struct {
	Value  *float64
	Lo, Hi *float64 // ends of the interval; nil if there is none
	Hollow bool     // set for a reported result without records
}

func (e Estimate) span() (lo, hi float64) {
	lo, hi = *e.Value, *e.Value
	if e.Lo != nil && e.Hi != nil && finite(*e.Lo) && finite(*e.Hi) {
		lo, hi = min(lo, *e.Lo), max(hi, *e.Hi)
	}
	return lo, hi
}

type ForestScale struct {
	Lo, Hi float64 // ends of the axis, multiples of the tick step
	Ticks  []float64
	Unit   Unit
}

// At most one row in forestCut may be outside the scale. The worst row is excluded only if its
// interval overlaps no other row's and the scale becomes at least a quarter shorter.
const (
	forestCut  = 5
	forestRoom = 0.75
)

// NewForestScale fits the scale to the rows with records or, if there are none, to the reported
// results. Outliers at the worse end are left outside the scale so that the other rows have more
// space. The flag low is set if lower values are better.
func NewForestScale(unit Unit, low bool, list []Estimate) ForestScale {
	setting := recorded(list)
	if len(setting) == 0 {
		return ForestScale{Lo: 0, Hi: 1, Ticks: Ticks(0, 1, 5), Unit: unit}
	}
	solid := slices.DeleteFunc(slices.Clone(setting), func(e Estimate) bool { return e.Hollow })
	if len(solid) == 0 { // reported results have no intervals
		return roundScale(unit, setting)
	}
	setting = solid
	slices.SortStableFunc(setting, func(a, b Estimate) int {
		if low {
			a, b = b, a
		}
		return cmp.Compare(*a.Value, *b.Value)
	})
	for most := len(setting) / forestCut; most > 0 && outlies(setting); most-- {
		setting = setting[1:]
	}
	return roundScale(unit, setting)
}

// FullScale returns a scale that contains all estimates.
func FullScale(unit Unit, list []Estimate) ForestScale {
	if list = recorded(list); len(list) == 0 {
		return NewForestScale(unit, false, nil)
	}
	return roundScale(unit, list)
}

func recorded(list []Estimate) []Estimate {
	return slices.DeleteFunc(slices.Clone(list), func(e Estimate) bool { return e.Value == nil || !finite(*e.Value) })
}

// outlies reports whether the first estimate, which is the worst, is left outside the scale.
func outlies(list []Estimate) bool {
	first, last := list[0].span()
	lo, hi := extentOf(list[1:])
	apart := last < lo || first > hi
	return apart && hi > lo && hi-lo <= forestRoom*(max(hi, last)-min(lo, first))
}

func extentOf(list []Estimate) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, e := range list {
		a, b := e.span()
		lo, hi = min(lo, a), max(hi, b)
	}
	return lo, hi
}

func roundScale(unit Unit, list []Estimate) ForestScale {
	lo, hi := extentOf(list)
	step := Step(lo, hi, 5)
	if lo == hi { // a single value has no range, so choose one around it
		step = Step(0, max(math.Abs(lo)*0.2, 0.002), 2)
	}
	a, b := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	if a == b {
		a, b = a-1, b+1
	}
	s := ForestScale{Lo: round(a*step, step), Hi: round(b*step, step), Unit: unit}
	for k := a; k <= b; k++ {
		s.Ticks = append(s.Ticks, round(k*step, step))
	}
	return s
}

// Sparse returns a scale with at most four ticks, for narrow charts.
func (s ForestScale) Sparse() ForestScale {
	const most = 4
	all := s.Ticks
	s.Ticks = nil
	for i := 0; i < len(all); i += (len(all) + most - 1) / most {
		s.Ticks = append(s.Ticks, all[i])
	}
	return s
}

// At returns the position of v on the scale from 0 to 100. Values outside the scale are clamped.
func (s ForestScale) At(v float64) float64 {
	return Linear{Lo: s.Lo, Hi: s.Hi, From: 0, To: 100}.At(min(max(v, s.Lo), s.Hi))
}

// Off returns -1 if the value is below the scale, 1 if it is above, and 0 otherwise. The row of an
// outside value shows its number instead of a point.
func (s ForestScale) Off(e Estimate) int {
	switch {
	case e.Value == nil || !finite(*e.Value):
		return 0
	case *e.Value < s.Lo:
		return -1
	case *e.Value > s.Hi:
		return 1
	}
	return 0
}

// pct formats a percentage as an SVG attribute value with at most two decimal places.
func pct(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) + "%" }

// Bar returns the visible part of the interval as positions from 0 to 100; ok is false if there is
// none.
func (s ForestScale) Bar(e Estimate) (from, to float64, ok bool) {
	if e.Hollow || e.Lo == nil || e.Hi == nil || !(*e.Lo <= *e.Hi) || *e.Hi < s.Lo || *e.Lo > s.Hi {
		return 0, 0, false
	}
	return s.At(*e.Lo), s.At(*e.Hi), true
}

func (s ForestScale) Tick(v float64) string { return tickText(v, s.Unit) }
