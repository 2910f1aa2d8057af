package chart

import (
	"math"
	"testing"
)

// One value has no range of its own, and is still drawn between round ends.
func TestScaleOfOneValue(t *testing.T) {
	for _, v := range []float64{0, 0.637694, 50.289981, 1234.5, -3.3} {
		l, ok := scale(Axis{}, []float64{v}, 0, 100)
		if !ok || !(l.Lo < v && v < l.Hi || v == 0 && l.Lo <= 0 && l.Hi > 0) {
			t.Errorf("%v: scale from %v to %v (%v), want it inside", v, l.Lo, l.Hi, ok)
		}
		for _, end := range []float64{l.Lo, l.Hi} {
			if end == 0 {
				continue
			}
			// A round end has two significant digits at most.
			p := math.Pow(10, math.Floor(math.Log10(math.Abs(end)))-1)
			if r := math.Round(end/p) * p; !(math.Abs(r-end) <= 1e-9*math.Abs(end)) {
				t.Errorf("%v: the axis ends at %v, want a round number", v, end)
			}
		}
	}
}
