package chart

import "github.com/clawatlas/clawatlas/views/ui"

// colours are the numbers of the colours of the series; -1 for grey, beyond seriesMax.
func (c Lines) colours() []int {
	colours := make([]int, len(c.Series))
	for i := range colours {
		if colours[i] = i; i >= seriesMax {
			colours[i] = -1
		}
	}
	return colours
}

// labelRoom is the width of the labels at the line ends.
func (c Lines) labelRoom() float64 {
	room := 24.0
	for i, p := range c.colours() {
		if p >= 0 {
			room = max(room, textWidth(ui.Plain(c.endText(c.Series[i])))+8)
		}
	}
	return min(room, c.s.label)
}

// endsTooLong reports whether a name with the last value before it has no room.
func (c Lines) endsTooLong() bool {
	for i, p := range c.colours() {
		if p >= 0 && textWidth(ui.Plain(c.endText(c.Series[i])))+8 > c.s.label {
			return true
		}
	}
	return false
}

// endText stands at the end of a line.
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

// begins writes the first value of each line before it.
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
