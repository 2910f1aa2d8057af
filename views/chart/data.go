package chart

import (
	"strconv"

	"github.com/clawatlas/clawatlas/views/ui"
)

// phoneOf is a drawing as a phone shows it.
func phoneOf(c Drawing) figure {
	f, _ := c.figure(Phone)
	return f
}

func (c Lines) name() string   { return c.Title }
func (c Scatter) name() string { return c.Title }
func (c Bars) name() string    { return c.Title }

// number is a value of a file: all its digits, empty where there is none.
func number(v *float64) string {
	if v == nil || !finite(*v) {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// Data has one row for each value, in the order of the lines.
func (c Lines) Data() (header []string, rows [][]string) {
	header = []string{"series", "x", "value", "lo", "hi", "printed", "context"}
	for _, s := range c.Series {
		for i, v := range s.Values {
			if v == nil || i >= len(c.X) {
				continue
			}
			row := []string{ui.Plain(s.Name), c.X[i], number(v), "", "", strconv.FormatBool(s.Hollow), strconv.FormatBool(s.Grey)}
			if c.hasRange(s, i) {
				row[3], row[4] = number(&s.Ranges[i][0]), number(&s.Ranges[i][1])
			}
			rows = append(rows, row)
		}
	}
	return header, rows
}

// Data has one row for each point, drawn or not.
func (c Scatter) Data() (header []string, rows [][]string) {
	header = []string{"point", "x", "y", "y_lo", "y_hi", "printed", "front"}
	for _, p := range c.Points {
		rows = append(rows, []string{ui.Plain(p.Label), number(p.X), number(p.Y), number(p.Lo), number(p.Hi),
			strconv.FormatBool(p.Hollow), strconv.FormatBool(p.Front)})
	}
	return header, rows
}

// Data has one row for each bar.
func (c Bars) Data() (header []string, rows [][]string) {
	header = []string{"bar", "value", "text"}
	for _, r := range c.Rows {
		rows = append(rows, []string{ui.Plain(r.Label), number(r.Value), ui.Plain(r.Text)})
	}
	return header, rows
}
