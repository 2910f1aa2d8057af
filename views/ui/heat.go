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

// HeatOf is one cell of a heatmap.
type HeatOf struct {
	Class string // from Heat
	Text  string // value as text; may be empty where it does not fit
	Title string // row, column and value in words
	Href  string
}

func classes(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = prefix + strconv.Itoa(i)
	}
	return list
}
