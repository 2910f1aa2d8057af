package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestTicks(t *testing.T) {
	tests := []struct {
		name   string
		lo, hi float64
		n      int
		want   []float64
	}{
		{"percent", 0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{"narrow", 0.72, 0.79, 5, []float64{0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79}},
		{"sums of tenths are exact", 0, 0.3, 3, []float64{0, 0.1, 0.2, 0.3}},
		{"around zero", -10, 10, 4, []float64{-10, -5, 0, 5, 10}},
		{"large", 0, 12345, 5, []float64{0, 2000, 4000, 6000, 8000, 10000, 12000}},
		{"one value", 3, 3, 5, []float64{3}},
		{"no number", math.NaN(), 1, 5, nil},
		{"infinite", 0, math.Inf(1), 5, nil},
		{"no ticks asked", 0, 1, 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.want, Ticks(tt.lo, tt.hi, tt.n), "what was got")
		})
	}
}

func TestLogTicks(t *testing.T) {
	tests := []struct {
		name   string
		lo, hi float64
		want   []float64
	}{
		{"two decades", 0.01, 1, []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}},
		{"many decades", 1, 1e5, []float64{1, 10, 100, 1000, 10000, 100000}},
		{"inside a decade", 3, 7, []float64{5}},
		{"far too many decades", 1e-9, 1e9, []float64{1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9}},
		{"zero", 0, 1, nil},
		{"backwards", 2, 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.want, LogTicks(tt.lo, tt.hi), "what was got")
		})
	}
}

func TestLinear(t *testing.T) {
	l := Linear{Lo: 0.5, Hi: 1, From: 100, To: 0}
	tests := []struct {
		name      string
		got, want float64
	}{
		{"low", l.At(0.5), 100},
		{"high", l.At(1), 0},
		{"middle", l.At(0.75), 50},
		{"no width", Linear{Lo: 1, Hi: 1, From: 0, To: 10}.At(1), 5},
		{"no number", l.At(math.NaN()), 50},
		{"log", Linear{Lo: 1, Hi: 100, From: 0, To: 10, Log: true}.At(10), 5},
		{"log of zero", Linear{Lo: 1, Hi: 100, From: 0, To: 10, Log: true}.At(0), 5},
	}
	for _, tt := range tests {
		if !(math.Abs(tt.got-tt.want) <= 1e-9) { // NaN too
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

func TestTickText(t *testing.T) {
	for _, tt := range []struct {
		v    float64
		unit Unit
		want string
	}{{0.7, Percent, "70"}, {0.725, Percent, "72.5"}, {12000, Plain, "12\u202f000"}, {-0.1, Percent, "\u221210"}, {0.02, Plain, "0.02"}, {0, Plain, "0"}} {
		must.Equal(t, tt.want, tickText(tt.v, tt.unit), "%v", tt.v)
	}
}

func TestSpread(t *testing.T) {
	tests := []struct {
		name        string
		want        []float64
		gap, lo, hi float64
		out         []float64
	}{
		{"apart already", []float64{10, 50, 90}, 15, 0, 100, []float64{10, 50, 90}},
		{"together", []float64{50, 50}, 15, 0, 100, []float64{50, 65}},
		{"at the end", []float64{95, 99}, 15, 0, 100, []float64{85, 100}},
		{"order of the list does not matter", []float64{60, 50}, 15, 0, 100, []float64{65, 50}},
		{"none", nil, 15, 0, 100, []float64{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.out, spread(tt.want, tt.gap, tt.lo, tt.hi), "what was got")
		})
	}
}

func TestFit(t *testing.T) {
	if got := fit("short", noLimit); got != "short" {
		t.Errorf("got %q", got)
	}
	long := "通义千问 qwen3.6-235b-a22b-thinking"
	got := fit(long, 120)
	if textWidth(got) > 120 || got == long || !strings.Contains(got, "…") || !strings.HasSuffix(got, "king") {
		t.Errorf("got %q, %v wide", got, textWidth(got))
	}
}
