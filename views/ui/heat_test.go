package ui

import (
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
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, tt.got, "what was got")
		})
	}
}
