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
	Lo, Hi *float64 // nil where there is no interval
	Hollow bool     // a printed figure, without records behind it
}

func (e Estimate) span() (lo, hi float64) {
	lo, hi = *e.Value, *e.Value
	if e.Lo != nil && e.Hi != nil && finite(*e.Lo) && finite(*e.Hi) {
		lo, hi = min(lo, *e.Lo), max(hi, *e.Hi)
	}
	return lo, hi
}

type ForestScale struct {
	Lo, Hi float64 // ends, multiples of the distance of two ticks
	Ticks  []float64
	Unit   Unit
}

// One row in five may be cut from the scale. A single row may be only if that shortens the scale
// by a quarter and its interval meets no other.
const (
	forestCut  = 5
	forestRoom = 0.75
)

// NewForestScale fits the scale to rows with records or, without any, to reported results.
// Outliers at the worse end are cut, because they squeeze the others; leaders never are. Low says
// that less is better.
func NewForestScale(unit Unit, low bool, list []Estimate) ForestScale {
	setting := recorded(list)
	if len(setting) == 0 {
		return ForestScale{Lo: 0, Hi: 1, Ticks: Ticks(0, 1, 5), Unit: unit}
	}
	solid := slices.DeleteFunc(slices.Clone(setting), func(e Estimate) bool { return e.Hollow })
	if len(solid) == 0 { // points need no room for bars
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

// FullScale is the scale of estimates without any cut.
func FullScale(unit Unit, list []Estimate) ForestScale {
	if list = recorded(list); len(list) == 0 {
		return NewForestScale(unit, false, nil)
	}
	return roundScale(unit, list)
}

func recorded(list []Estimate) []Estimate {
	return slices.DeleteFunc(slices.Clone(list), func(e Estimate) bool { return e.Value == nil || !finite(*e.Value) })
}

// outlies reports whether the first, worst estimate is cut.
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
	if lo == hi { // one value has no range of its own: round ends around it
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

// Sparse has fewer ticks, for a narrow drawing.
func (s ForestScale) Sparse() ForestScale {
	const most = 4
	all := s.Ticks
	s.Ticks = nil
	for i := 0; i < len(all); i += (len(all) + most - 1) / most {
		s.Ticks = append(s.Ticks, all[i])
	}
	return s
}

// At is the position of v from 0 to 100, clamped to the scale.
func (s ForestScale) At(v float64) float64 {
	return Linear{Lo: s.Lo, Hi: s.Hi, From: 0, To: 100}.At(min(max(v, s.Lo), s.Hi))
}

// Off is -1 or 1 for a value below or above the scale, whose row shows the number instead; else
// 0.
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

// pct is a position as an SVG attribute, to a hundredth.
func pct(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) + "%" }

// Bar is the part of an interval on the scale, from 0 to 100; ok is false without one.
func (s ForestScale) Bar(e Estimate) (from, to float64, ok bool) {
	if e.Hollow || e.Lo == nil || e.Hi == nil || !(*e.Lo <= *e.Hi) || *e.Hi < s.Lo || *e.Lo > s.Hi {
		return 0, 0, false
	}
	return s.At(*e.Lo), s.At(*e.Hi), true
}

func (s ForestScale) Tick(v float64) string { return tickText(v, s.Unit) }
