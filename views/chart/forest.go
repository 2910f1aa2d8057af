package chart

import (
	"math"
	"strconv"
)

// pct is a place on a scale as an attribute of SVG, to a hundredth: half a column of a
// wide screen is 600 px.
func pct(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) + "%" }

// Bar is the part of an estimate's interval that lies on the scale, from 0 to 100; ok is
// false without one.
func (s ForestScale) Bar(e Estimate) (from, to float64, ok bool) {
	if e.Hollow || e.Lo == nil || e.Hi == nil || !(*e.Lo <= *e.Hi) || *e.Hi < s.Lo || *e.Lo > s.Hi {
		return 0, 0, false
	}
	return s.At(*e.Lo), s.At(*e.Hi), true
}

// Tick is the label of a tick.
func (s ForestScale) Tick(v float64) string { return tickText(v, s.Unit) }
