// Package table defines tables that are rendered as HTML, CSV, JSON and Parquet from the same
// cells.
package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

type Table struct {
	Caption string // caption; must be unique on the page because it also names the table's scroll region
	Note    string // note below the table
	Cols    []Col
	Rows    []Row
	Tall    bool
	Fit     bool   // true if the table is only as wide as its content
	Ramp    Ramp   // legend for the colours of the cells; empty if there are none
	Class   string // additional CSS classes of the table
	ID      string
	Notes   map[string]string // notes after the headings of groups, by group
	pager   *ui.Pager
}

// Ramp is the legend of a table's colour scale.
type Ramp struct {
	Label, Lo, Hi string
	Diff          bool // true for a scale of differences around zero
}

// RampOf returns the legend for fractions from lo to hi, displayed in percent.
func RampOf(label string, lo, hi float64) Ramp {
	if !(hi > lo) {
		return Ramp{}
	}
	return Ramp{Label: label + ", %", Lo: words.Pct(&lo), Hi: words.Pct(&hi)}
}

// Col is a column. Key is its name in exports; a column without a key is not exported.
type Col struct {
	Key, Label, Unit, Title string
	Num                     bool
	Sort                    bool   // true if the method Show can sort by the column
	Data                    bool   // true if the column is only exported, not shown on the page
	Href                    string // target of the link in the header, such as the page sorted by this column
	Dir                     ui.Direction
	Class                   string          // CSS class of the header and of all cells
	Axis                    templ.Component // axis in the header of a plotted column
}

// Row is a row. A row with a different Group from the previous row begins a new block.
type Row struct {
	ID    string
	Group string
	Class string // CSS class of the row: tie, off or total
	Cells []Cell
}

type form int

const (
	formWords form = iota
	formPercent
	formPoints
	formFixed
)

// Cell contains text or a number. Text is displayed with ui.Visible, because names come from
// untrusted records.
type Cell struct {
	Text   string
	Value  *float64
	form   form
	digits int
	Href   string
	note   string
	class  string
	Mark   results.Status
	ev     results.Evidence
	strip  *fingerprint.Row
	under  *fingerprint.Row // small strip of cells below the text
	clamp  bool             // true if only two lines of the text are visible
	drawn  templ.Component
	raw    *string // text for exports; nil if it is the same as on the page
}

func EvidenceOf(grids ...Table) []results.Evidence {
	var list []results.Evidence
	for _, g := range grids {
		for _, r := range g.Rows {
			for _, c := range r.Cells {
				if c.ev != "" && !slices.Contains(list, c.ev) {
					list = append(list, c.ev)
				}
			}
		}
	}
	return list
}

func Words(text string) Cell { return Cell{Text: text} }

// Percent returns a cell with a share from 0 to 1, displayed in percent with two decimal places.
func Percent(v *float64) Cell { return Cell{Value: v, form: formPercent} }

// Points returns a cell with a signed difference of two shares in percentage points.
func Points(v *float64) Cell { return Cell{Value: v, form: formPoints} }

func Number(v *float64, digits int) Cell { return Cell{Value: v, form: formFixed, digits: digits} }

func Whole(n int) Cell {
	v := float64(n)
	return Number(&v, 0)
}

// Drawn returns a cell with a chart of values from the row's other cells.
func Drawn(c templ.Component) Cell { return Cell{drawn: c} }

// As sets the text for exports.
func (c Cell) As(raw string) Cell { c.raw = &raw; return c }

// By sets the number by which a text column is sorted.
func (c Cell) By(v *float64) Cell { c.Value = v; return c }

func (c Cell) Link(href string) Cell { c.Href = href; return c }

func (c Cell) Noted(note string) Cell { c.note = note; return c }

func (c Cell) Marked(s results.Status) Cell { c.Mark = s; return c }

func (c Cell) Proved(e results.Evidence) Cell { c.ev = e; return c }

// Clamped limits the cell to two visible lines of text.
func (c Cell) Clamped() Cell { c.clamp = true; return c }

// Coloured sets the CSS class of the cell, such as a result of ui.Heat or ui.HeatDiff.
func (c Cell) Coloured(class string) Cell { c.class = class; return c }

func (c Cell) empty() bool {
	shown := c.Shown()
	return c.strip == nil && c.drawn == nil && c.Mark == "" && c.ev == "" && c.note == "" && (shown == "" || shown == words.NotRecorded)
}

// Lean removes empty columns except the first, and lists the removed columns in the table's note.
func (g Table) Lean() Table {
	if len(g.Rows) == 0 {
		return g
	}
	var kept []int
	var silent []string
	for k, c := range g.Cols {
		if k == 0 || c.Data || slices.ContainsFunc(g.Rows, func(r Row) bool { return !r.Cells[k].empty() }) {
			kept = append(kept, k)
		} else {
			silent = append(silent, c.Label)
		}
	}
	if len(silent) == 0 {
		return g
	}
	cols, rows := g.Cols, g.Rows
	g.Cols, g.Rows = nil, slices.Clone(rows)
	for _, k := range kept {
		g.Cols = append(g.Cols, cols[k])
	}
	for i, r := range rows {
		g.Rows[i].Cells = nil
		for _, k := range kept {
			g.Rows[i].Cells = append(g.Rows[i].Cells, r.Cells[k])
		}
	}
	g.Note = strings.TrimSpace(g.Note + " Left out, because no row has it: " + words.List(silent) + ".")
	return g
}

func (c Cell) in(col Col) string { return strings.TrimSpace(c.class + " " + col.Class) }

func (c Cell) Class() string { return c.class }

func (c Cell) numeric() bool { return c.form != formWords }

// long reports whether the cell needs a wide column.
func (c Cell) long() bool { return !c.numeric() && len(c.Text) > 24 }

// Shown returns the text of the cell. It is empty if the cell does not apply to the row; a value that
// was not recorded is words.NotRecorded.
func (c Cell) Shown() string {
	switch c.form {
	case formPercent:
		return words.Pct(c.Value)
	case formPoints:
		return words.Points(c.Value)
	case formFixed:
		return words.Fixed(c.Value, c.digits)
	}
	return c.Text
}

// Raw returns the text of the cell for CSV. Fractions are not converted to percent, and missing
// values are empty.
func (c Cell) Raw() string {
	switch {
	case c.strip != nil:
		parts := make([]string, len(c.strip.Cells))
		for i, s := range c.strip.Cells {
			parts[i] = s.Label + ":" + string(s.Status)
		}
		return strings.Join(parts, " ")
	case c.raw != nil:
		return *c.raw
	case !c.numeric():
		return c.Text
	case c.Value == nil:
		return ""
	}
	return strconv.FormatFloat(*c.Value, 'g', -1, 64)
}

func (g Table) CSV() (header []string, rows [][]string) {
	grouped := slices.ContainsFunc(g.Rows, func(r Row) bool { return r.Group != "" })
	if grouped {
		header = append(header, "group")
	}
	for _, c := range g.Cols {
		if c.Key != "" {
			header = append(header, c.Key)
		}
	}
	for _, r := range g.Rows {
		row := make([]string, 0, len(header))
		if grouped {
			row = append(row, r.Group)
		}
		for i, c := range r.Cells {
			if g.Cols[i].Key != "" {
				row = append(row, c.Raw())
			}
		}
		rows = append(rows, row)
	}
	return header, rows
}

// first returns the index of the first visible column, whose cells are the row headers.
func (g Table) first() int { return slices.IndexFunc(g.Cols, func(c Col) bool { return !c.Data }) }
func (g Table) width() int { return len(g.heads()) }

func (g Table) class() string {
	if g.Fit {
		return strings.TrimSpace("gr fit " + g.Class)
	}
	return strings.TrimSpace("gr " + g.Class)
}

func (g Table) heads() []ui.Header {
	var list []ui.Header
	for _, c := range g.Cols {
		if !c.Data {
			list = append(list, ui.Header{Label: c.Label, Unit: c.Unit, Title: c.Title, Href: c.Href, Dir: c.Dir, Num: c.Num, Class: c.Class, Axis: c.Axis})
		}
	}
	return list
}

func JoinNotes(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "; ")
}

func WholeOrNone(n *int) Cell {
	if n == nil {
		return Number(nil, 0)
	}
	return Whole(*n)
}

func RightWords(text string) Cell { return Words(text).Coloured("num") }
