package ui

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestHeatClasses(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"lowest", Heat(ptr(0.0), 0, 1), "q0"},
		{"tenths do not slip", Heat(ptr(0.7), 0, 1), "q7"},
		{"sum of tenths", Heat(ptr(0.1+0.2), 0, 1), "q3"},
		{"highest", Heat(ptr(1.0), 0, 1), "q9"},
		{"beyond the scale", Heat(ptr(2.0), 0, 1), "q9"},
		{"below the scale", Heat(ptr(-2.0), 0, 1), "q0"},
		{"not recorded", Heat(nil, 0, 1), ""},
		{"empty scale", Heat(ptr(1.0), 1, 1), ""},
		{"no difference", HeatDiff(ptr(0.0), 0.4), "d4"},
		{"least difference shows", HeatDiff(ptr(1e-6), 0.4), "d5"},
		{"least loss shows", HeatDiff(ptr(-1e-6), 0.4), "d3"},
		{"most", HeatDiff(ptr(0.4), 0.4), "d8"},
		{"more than most", HeatDiff(ptr(-0.9), 0.4), "d0"},
		{"difference not recorded", HeatDiff(nil, 0.4), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, tt.got, "what was got")
		})
	}
}

func TestScale(t *testing.T) {
	lo, hi := Scale(ptr(0.2), nil, ptr(0.8), ptr(math.NaN()))
	if !(math.Abs(lo-0.17) <= 1e-9) || !(math.Abs(hi-0.83) <= 1e-9) {
		t.Errorf("got %v to %v, want 0.17 to 0.83", lo, hi)
	}
	if lo, hi = Scale(ptr(0.01), ptr(0.99)); lo != 0 || hi != 1 {
		t.Errorf("near the ends: got %v to %v, want 0 to 1", lo, hi)
	}
	if lo, hi = Scale(ptr(-0.5), ptr(0.5)); lo != -0.5 || !(math.Abs(hi-0.55) <= 1e-9) {
		t.Errorf("differences: got %v to %v, want -0.5 to 0.55", lo, hi)
	}
	if lo, hi = Scale(nil); lo != 0 || hi != 1 {
		t.Errorf("without values: got %v to %v, want 0 to 1", lo, hi)
	}
}
