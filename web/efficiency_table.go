package web

import (
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

func lower(s string) string { return strings.ToLower(s) }

// table has one row per system of the group: the score, every expense per
// task, and what the chosen one was divided by.
func (d *effData) table(b results.Benchmark) views.Grid {
	drawn, missing := d.counts()
	g := views.Grid{Caption: words.Plural(drawn+missing, "system", "systems") + ", every expense per " + b.Words.Task, Cols: d.columns()}
	digits := map[string]int{}
	for _, a := range effAxes() {
		digits[a.key] = d.digits(a)
	}
	for _, r := range d.Rows {
		if r.Group != d.Group {
			continue
		}
		row := views.GridRow{Cells: []views.Cell{d.nameCell(r), views.Percent(r.Score)}}
		for _, a := range effAxes() {
			row.Cells = append(row.Cells, views.Number(r.Expense[a.key].PerTask, digits[a.key]))
		}
		row.Cells = append(row.Cells, views.Words(r.Expense[d.X].Basis), views.Words(d.role(r)))
		if !r.plotted(d.X) {
			row.Class = "off"
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (d *effData) drawn() int {
	n, _ := d.counts()
	return n
}

// digits shows the axis' smallest value with two digits that say something,
// so that a fast system is not shown as taking no time.
func (d *effData) digits(a effAxis) int {
	n := a.digits
	for _, r := range d.Rows {
		x := r.Expense[a.key].PerTask
		if x == nil || *x <= 0 {
			continue
		}
		for n < 4 && *x*math.Pow10(n) < 10 {
			n++
		}
	}
	return n
}

func (d *effData) nameCell(r effRow) views.Cell {
	note := r.Source
	if !r.Complete {
		note = "incomplete"
	}
	return views.Words(r.Name).Link(r.URL).Proved(r.Evidence).Noted(note)
}

// role says where the row stands in the chart.
func (d *effData) role(r effRow) string {
	switch {
	case r.Frontier && d.drawn() == 1:
		return "the only one drawn"
	case r.Frontier:
		return "on the frontier"
	case r.plotted(d.X) && len(r.BeatenBy) > 0:
		return "beaten by " + d.beaters(r)
	case r.plotted(d.X) && r.Run == nil:
		return "below the frontier, not tested"
	case r.plotted(d.X) && d.Untested > 0:
		return "below the frontier, not tested"
	case r.plotted(d.X):
		return "below the frontier, not separable"
	case !r.Complete:
		return "not drawn: incomplete"
	case r.Run != nil && !r.Ranked:
		return "not drawn: not ranked"
	case r.Score == nil:
		return "not drawn: no score"
	}
	return "not drawn: " + lower(d.axis().label) + " not recorded"
}

// beaters names the best of the systems that beat the row, and counts the others.
func (d *effData) beaters(r effRow) string {
	name := r.BeatenBy[0]
	for _, x := range d.Rows {
		if x.Run != nil && *x.Run == name {
			name = x.Name
		}
	}
	if n := len(r.BeatenBy) - 1; n > 0 {
		name += " and " + words.Plural(n, "other", "others")
	}
	return name
}

func (d *effData) columns() []views.Col {
	cols := []views.Col{{Key: "system", Label: "System"}, {Key: d.Headline, Label: metricLabel(d.Headline), Unit: "%", Num: true}}
	for _, a := range effAxes() {
		cols = append(cols, views.Col{Key: a.key + "_per_task", Label: a.label, Unit: a.unit, Num: true})
	}
	return append(cols, views.Col{Key: "basis", Label: d.axis().label + " comes from"}, views.Col{Key: "role", Label: "Frontier"})
}

// csvGrid has every group and says what each row rests on.
func (d *effData) csvGrid() views.Grid {
	g := views.Grid{Cols: append([]views.Col{{Key: "group"}, {Key: "run"}, {Key: "evidence"}, {Key: "source"}, {Key: "complete"}}, d.columns()...)}
	for _, r := range d.Rows {
		run, complete := "", "no"
		if r.Run != nil {
			run = *r.Run
		}
		if r.Complete {
			complete = "yes"
		}
		cells := []views.Cell{views.Words(r.Group), views.Words(run), views.Words(string(r.Evidence)), views.Words(r.Source), views.Words(complete), views.Words(r.Name), views.Percent(r.Score)}
		for _, a := range effAxes() {
			cells = append(cells, views.Number(r.Expense[a.key].PerTask, a.digits))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(cells, views.Words(r.Expense[d.X].Basis), views.Words(d.role(r)))})
	}
	return g
}
