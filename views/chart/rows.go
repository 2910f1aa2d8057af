package chart

import "github.com/clawatlas/clawatlas/views/ui"

const (
	rowsW      = 760.0
	rowsTop    = 8.0
	rowsBottom = 40.0
	rowH       = 24.0
	rowsRight  = 24.0
)

// rowsLeft is the width of the row labels.
func rowsLeft(names []string) float64 {
	w := 60.0
	for _, n := range names {
		w = max(w, textWidth(ui.Plain(n))+16)
	}
	return min(w, 260)
}

// frame begins a chart of rows: its axis, its labels and where rows stand.
func frame(width Width, title, desc string, a Axis, names []string, values []float64, right float64) (figure, Linear, bool) {
	w, left := rowsW, rowsLeft(names)
	if width == Phone {
		w, left = phoneW, min(left, 120)
	}
	x, ok := scale(a, values, left, w-right)
	if !ok {
		return figure{}, Linear{}, false
	}
	f := figure{title: ui.Plain(title), desc: ui.Plain(desc), w: w, h: rowsTop + float64(len(names))*rowH + rowsBottom}
	xAxis(&f, a, x, rowsTop, f.h-rowsBottom)
	for i, n := range names {
		f.words("row", "end", left-12, rowY(i)+4, left-12, n)
	}
	return f, x, true
}

func rowY(i int) float64 { return rowsTop + (float64(i)+0.5)*rowH }

func appendValues(list []float64, values ...*float64) []float64 {
	for _, v := range values {
		if v != nil {
			list = append(list, *v)
		}
	}
	return list
}
