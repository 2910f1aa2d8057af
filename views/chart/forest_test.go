package chart

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func estimate(v, lo, hi float64) Estimate { return Estimate{Value: &v, Lo: &lo, Hi: &hi} }

func printed(v float64) Estimate { return Estimate{Value: &v, Hollow: true} }

// The ranked rows of LiveClawBench as they were on one day: the last lies far
// below the others.
func fifteen() []Estimate {
	return []Estimate{
		estimate(.7599, .7070, .8084), estimate(.7469, .6919, .7966), estimate(.7446, .6865, .7987), estimate(.7291, .6746, .7798), estimate(.7140, .6577, .7653),
		estimate(.7062, .6517, .7596), estimate(.7059, .6479, .7606), estimate(.7021, .6434, .7569), estimate(.6879, .6269, .7453), estimate(.6840, .6241, .7411),
		estimate(.6563, .6000, .7104), estimate(.6052, .5462, .6616), estimate(.5696, .5105, .6273), estimate(.5449, .4774, .6106), estimate(.3164, .2627, .3726),
	}
}

func TestForestScale(t *testing.T) {
	high := append(fifteen(), estimate(.97, .95, .99))
	late := []Estimate{estimate(10, 9, 11), estimate(11, 10, 12), estimate(12, 11, 13), estimate(13, 12, 14), estimate(90, 80, 95)}
	tests := []struct {
		name   string
		low    bool
		list   []Estimate
		lo, hi float64
		ticks  []float64
	}{
		{"nothing", false, nil, 0, 1, []float64{0, .2, .4, .6, .8, 1}},
		{"one far below is cut", false, fifteen(), .45, .85, []float64{.45, .5, .55, .6, .65, .7, .75, .8, .85}},
		{"one far ahead stays", false, high, .4, 1, []float64{.4, .5, .6, .7, .8, .9, 1}},
		{"of a few none is cut", false, []Estimate{estimate(.7, .65, .75), estimate(.69, .64, .74), estimate(.1, .05, .15)}, 0, .8, []float64{0, .1, .2, .3, .4, .5, .6, .7, .8}},
		{"printed rows do not set it", false, []Estimate{estimate(.6377, .5296, .7322), printed(.3882), printed(.95)}, .5, .75, []float64{.5, .55, .6, .65, .7, .75}},
		{"printed rows alone do", false, []Estimate{printed(.758), printed(.746), printed(.72), printed(.684), printed(.56), {Hollow: true}}, .55, .8, []float64{.55, .6, .65, .7, .75, .8}},
		{"one value", false, []Estimate{printed(.5)}, .45, .55, []float64{.45, .5, .55}},
		{"less is better: the largest is cut", true, late, 9, 14, []float64{9, 10, 11, 12, 13, 14}},
		{"less is better: the smallest is not", true, []Estimate{estimate(1, 1, 2), estimate(91, 90, 92), estimate(92, 91, 93), estimate(93, 92, 94), estimate(94, 93, 95)}, 0, 100, []float64{0, 20, 40, 60, 80, 100}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := NewForestScale(Percent, tt.low, tt.list)
			must.Same(t, ForestScale{Lo: tt.lo, Hi: tt.hi, Ticks: tt.ticks, Unit: Percent}, got, "scale")
		})
	}
}

// An order of the rows must not move the scale, and the rows are left as they are.
func TestForestScaleOfAnyOrder(t *testing.T) {
	list := fifteen()
	want := NewForestScale(Percent, false, list)
	list[0], list[14] = list[14], list[0]
	first := *list[0].Value
	must.Same(t, want, NewForestScale(Percent, false, list), "another order gives another scale")
	if *list[0].Value != first {
		t.Error("the rows were put into another order")
	}
}

// The bar has the width of the interval on the scale, 45 to 85 here.
func TestForestBar(t *testing.T) {
	for name, tt := range map[string]struct {
		estimate  Estimate
		want, not []string
	}{
		"ranked":                         {estimate(.7599, .7070, .8084), []string{`class="b" x1="64.25%" x2="89.6%"`, `class="p" cx="77.4`}, []string{`class="h"`, "off the scale"}},
		"printed":                        {printed(.6063), []string{`class="h" cx="39.07%"`}, []string{`class="b"`, `class="p"`}},
		"below the scale":                {estimate(.3164, .2627, .3726), []string{"‹ off the scale"}, []string{`class="p"`, `class="b"`}},
		"printed above it":               {printed(.99), []string{`class="end"`, "off the scale ›"}, []string{`class="h"`}},
		"an interval that begins before": {estimate(.46, .40, .52), []string{`class="b" x1="0%" x2="17.5%"`, `class="p" cx="2.5%"`, `>‹</text>`}, []string{"off the scale"}},
		"without a value":                {Estimate{}, []string{`class="pe"`}, []string{`class="p"`, `class="h"`, `class="b"`}},
	} {
		got := render(t, ForestBar(NewForestScale(Percent, false, fifteen()), tt.estimate, "", .5))
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %s", name, want, got)
			}
		}
		for _, not := range tt.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q in %s", name, not, got)
			}
		}
	}
	if s := FullScale(Percent, []Estimate{estimate(-.93, -1, -.8), {}, {Value: ptr(0.0)}}); s.Lo > -1 || s.Hi < 0 {
		t.Errorf("the full scale runs from %v to %v", s.Lo, s.Hi)
	}
}
