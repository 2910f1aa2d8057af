package chart

import "strconv"

// seriesMax is the number of series in colour: a reader cannot tell more apart.
const seriesMax = 8

// seriesClass is the class of the series at place n, from 0.
func seriesClass(n int) string {
	if n < 0 || n >= seriesMax {
		return "s0"
	}
	return "s" + strconv.Itoa(n+1)
}

// seriesDash tells lines apart that meet in the same marker shape.
func seriesDash(n int) string {
	switch n {
	case 1, 5:
		return "7 3"
	case 2, 6:
		return "2 3"
	case 3, 7:
		return "9 3 2 3"
	}
	return ""
}

// marker is the path of the shape that tells a series apart without colour,
// and whether it is hollow.
func marker(n int, x, y float64) (d string, hollow bool) {
	const r = 4.0
	p := func(dx, dy float64) string { return coord(x+dx) + " " + coord(y+dy) }
	hollow = n >= 4
	switch n % 4 {
	case 0:
		return circle(x, y, r), hollow
	case 1:
		return "M" + p(-3.5, -3.5) + "H" + coord(x+3.5) + "V" + coord(y+3.5) + "H" + coord(x-3.5) + "Z", hollow
	case 2:
		return "M" + p(0, -4.5) + "L" + p(4.5, 3.5) + "L" + p(-4.5, 3.5) + "Z", hollow
	}
	return "M" + p(0, -5) + "L" + p(5, 0) + "L" + p(0, 5) + "L" + p(-5, 0) + "Z", hollow
}

func circle(x, y, r float64) string {
	a := "a" + coord(r) + " " + coord(r) + " 0 1 0 "
	return "M" + coord(x-r) + " " + coord(y) + a + coord(2*r) + " 0" + a + coord(-2*r) + " 0Z"
}

// mark draws the marker of series n at a point, hollow for a printed figure.
func (f *figure) mark(n int, x, y float64, title string, printed bool) {
	d, hollow := marker(max(n, 0), x, y)
	class := "pt " + seriesClass(n)
	if hollow || printed {
		class += " hollow"
	}
	f.path(class, d).title = title
}
