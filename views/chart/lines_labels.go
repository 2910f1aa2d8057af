package chart

import (
	"slices"

	"github.com/clawatlas/clawatlas/views/ui"
)

// colours returns the colour number of each series; -1 (grey) for series beyond seriesMax.
func (c Lines) colours() []int {
	colours := make([]int, len(c.Series))
	for i := range colours {
		if colours[i] = i; i >= seriesMax {
			colours[i] = -1
		}
	}
	return colours
}

func (c Lines) labelRoom() float64 {
	room := 24.0
	for i, p := range c.colours() {
		if p >= 0 {
			room = max(room, textWidth(ui.Plain(c.endText(c.Series[i])))+8)
		}
	}
	return min(room, c.s.label)
}

func (c Lines) endsTooLong() bool {
	for i, p := range c.colours() {
		if p >= 0 && textWidth(ui.Plain(c.endText(c.Series[i])))+8 > c.s.label {
			return true
		}
	}
	return false
}

func (c Lines) endText(s Series) string {
	last := lastValue(s.Values, len(c.X)-c.Apart)
	switch {
	case !c.Ends || last == nil || c.s.short:
		return s.Name
	case c.Panel:
		return shortText(*last, c.Y.Unit)
	}
	return shortText(*last, c.Y.Unit) + "  " + s.Name
}

func (c Lines) begins(f *figure, x, y Linear, colours []int) {
	if !c.Ends {
		return
	}
	var lines []int
	var targets []float64
	for i, s := range c.Series {
		if colours[i] >= 0 && len(s.Values) > 0 && s.Values[0] != nil && finite(*s.Values[0]) {
			lines, targets = append(lines, i), append(targets, y.At(*s.Values[0]))
		}
	}
	for k, at := range spread(targets, labelGap, c.s.top, c.s.h-linesBottom) {
		s := c.Series[lines[k]]
		f.words("name "+seriesClass(colours[lines[k]]), "end", x.From-10, at+4, noLimit, shortText(*s.Values[0], c.Y.Unit))
	}
}

func (c Lines) hasRange(s Series, k int) bool {
	return k < len(s.Ranges) && k < len(c.X) && s.Ranges[k] != nil && finite(s.Ranges[k][0]) && finite(s.Ranges[k][1])
}

// band draws intervals as an area if only one series has any. It returns the indices of the
// intervals it has drawn.
func (c Lines) band(f *figure, s Series, colour int, x, y Linear) map[int]bool {
	taken := map[int]bool{}
	if c.ranged() != 1 {
		return taken
	}
	for from := 0; from < len(c.X)-c.Apart; from++ {
		to := from
		for to < len(c.X)-c.Apart && c.hasRange(s, to) {
			to++
		}
		if to-from > 1 {
			up, down := "", ""
			for k := from; k < to; k++ {
				taken[k] = true
				up += "L" + coord(c.at(x, k)) + " " + coord(y.At(s.Ranges[k][1]))
				down = "L" + coord(c.at(x, k)) + " " + coord(y.At(s.Ranges[k][0])) + down
			}
			f.path("band "+seriesClass(colour), "M"+up[1:]+down+"Z")
		}
		from = to
	}
	return taken
}

func (c Lines) ranged() int {
	n := 0
	for _, s := range c.Series {
		if s.ranged() {
			n++
		}
	}
	return n
}

func (s Series) ranged() bool {
	return slices.ContainsFunc(s.Ranges, func(r *[2]float64) bool { return r != nil })
}

// beside shifts the x axis for series i, so that the intervals of several series do not overlap.
func (c Lines) beside(x Linear, i int) Linear {
	if c.ranged() < 2 || !c.Series[i].ranged() {
		return x
	}
	before := Lines{Series: c.Series[:i]}.ranged()
	by := dodge * (float64(before) - float64(c.ranged()-1)/2)
	x.From, x.To = x.From+by, x.To+by
	return x
}
