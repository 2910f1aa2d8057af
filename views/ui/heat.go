package ui

import (
	"math"
	"strconv"
)

// Heat is the class q0..q9 of a value on the scale from lo to hi, empty for a
// value that was not recorded.
func Heat(v *float64, lo, hi float64) string {
	if v == nil || math.IsNaN(*v) || !(hi > lo) {
		return ""
	}
	// The small addend keeps 0.7 on a scale of tenths from falling into 0.6.
	n := int(math.Floor((*v-lo)/(hi-lo)*10 + 1e-9))
	return "q" + strconv.Itoa(min(max(n, 0), 9))
}

// HeatDiff is the class d0..d8 of a difference on the scale from -most to
// most. Zero is d4, the colour of the paper; no other value is, so that a
// difference is never hidden.
func HeatDiff(v *float64, most float64) string {
	if v == nil || math.IsNaN(*v) || !(most > 0) {
		return ""
	}
	if *v == 0 {
		return "d4"
	}
	n := min(max(int(math.Ceil(math.Abs(*v)/most*4-1e-9)), 1), 4)
	if *v < 0 {
		n = -n
	}
	return "d" + strconv.Itoa(4+n)
}

// HeatOf is one cell of a heatmap.
type HeatOf struct {
	Class string // from Heat or HeatDiff
	Text  string // value as text; may be empty where it does not fit
	Title string // row, column and value in words
	Href  string
}

func rampClasses() []string { return classes("q", 10) }
func diffClasses() []string { return classes("d", 9) }

func classes(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = prefix + strconv.Itoa(i)
	}
	return list
}
