package chart

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Heatmap is a table of coloured cells, each a link. It is HTML, so that a
// keyboard and a screen reader walk it like any other table.
type Heatmap struct {
	Caption string
	Corner  string // what the rows are, over what the columns are
	Cols    []HeatHead
	Rows    []HeatRow
	Totals  []HeatCell // last row, one cell per column; may be empty
	Grand   *HeatCell  // where totals of rows and columns meet; may be nil
	Total   string     // what the totals are: "Mean", "Passed"; empty: "All"
	Label   string     // of the ramp: "Task completion rate, %"
	Lo, Hi  float64    // scale of the ramp; both zero: 0 to 1
	Diff    bool       // differences around zero, scale from -Hi to Hi
}

// HeatHead is the head of a column.
type HeatHead struct {
	Label string
	Href  string
	Title string
}

// HeatRow is one row; a change of Group begins a new block of rows.
type HeatRow struct {
	Label string
	Href  string
	Title string
	Group string
	Cells []HeatCell
	Total *HeatCell
}

// HeatCell is one value. Nil means that it was not recorded.
type HeatCell struct {
	Value  *float64 // 0..1, or -1..1 for differences
	Href   string
	Note   string // for the title: "27 of 33", "no run"
	Absent string // for the title where there is no value; empty: not recorded
	// Hollow marks a value that stands beside the others without counting among
	// them: a printed figure among recomputed numbers.
	Hollow bool
}

// columns is the number of columns of the table, with head and total.
func (h Heatmap) columns() int {
	n := len(h.Cols) + 1
	if h.totals() {
		n++
	}
	return n
}

// totals reports whether any row has a total.
func (h Heatmap) totals() bool {
	for _, r := range h.Rows {
		if r.Total != nil {
			return true
		}
	}
	return h.Grand != nil
}

// totalName heads the totals.
func (h Heatmap) totalName() string {
	if h.Total == "" {
		return "All"
	}
	return h.Total
}

// totalOf is what the totals are in the title of a cell.
func (h Heatmap) totalOf() string { return strings.ToLower(h.totalName()) }

// scale is the ramp's.
func (h Heatmap) scale() (lo, hi float64) {
	if h.Diff {
		if h.Hi > 0 {
			return -h.Hi, h.Hi
		}
		return -1, 1
	}
	if h.Lo == 0 && h.Hi == 0 {
		return 0, 1
	}
	return h.Lo, h.Hi
}

// ends are the ramp's ends as text.
func (h Heatmap) ends() (lo, hi string) {
	a, b := h.scale()
	lo, hi = tickText(a, Percent), tickText(b, Percent)
	if h.Diff {
		hi = "+" + hi
	}
	return lo, hi
}

// cell is how a value is shown: colour, whole percent in the cell, and all of
// it in the title.
func (h Heatmap) cell(row, col string, c HeatCell) ui.HeatOf {
	of := ui.HeatOf{Href: c.Href, Title: ui.Plain(row) + ", " + ui.Plain(col) + ": "}
	if c.Value == nil || !finite(*c.Value) {
		of.Class, of.Text = "hn", "·"
		absent := c.Absent
		if absent == "" {
			absent = "not recorded"
		}
		of.Title += note2(absent, c.Note)
		return of
	}
	lo, hi := h.scale()
	exact := words.Pct(c.Value) + " %"
	whole := 100 * *c.Value
	if h.Diff {
		of.Class = ui.HeatDiff(c.Value, hi)
		exact = words.Points(c.Value) + " points"
	} else {
		of.Class = ui.Heat(c.Value, lo, hi)
	}
	if c.Hollow {
		of.Class += " hollow"
	}
	of.Text = words.Fixed(&whole, 0)
	of.Title += note2(exact, c.Note)
	return of
}

// total is a cell at the edge, set apart from those that it sums up.
func (h Heatmap) total(row, col string, c HeatCell) ui.HeatOf {
	of := h.cell(row, col, c)
	of.Class += " all"
	return of
}

func note2(text, note string) string {
	if note == "" {
		return text
	}
	return text + ", " + ui.Plain(note)
}

// newGroup reports whether row i begins a block.
func (h Heatmap) newGroup(i int) bool {
	return h.Rows[i].Group != "" && (i == 0 || h.Rows[i].Group != h.Rows[i-1].Group)
}

// column is the name of column k.
func (h Heatmap) column(k int) string {
	if k < len(h.Cols) {
		return h.Cols[k].Label
	}
	return ""
}
