package board

import (
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// Table has one row per system of the group: the score, every expense per
// task, and what the chosen one was divided by.
func (d efficiencyView) Table() views.Grid {
	drawn, missing := d.counts()
	axes, silent := d.recordedAxes()
	g := views.Grid{Caption: words.Plural(drawn+missing, "system", "systems") + ", every expense per " + d.Of.Words.Task,
		Cols: d.columns(axes)}
	if len(silent) > 0 {
		g.Caption += "; none records " + words.List(silent)
	}
	digits := map[string]int{}
	for _, a := range report.ExpenseAxes() {
		digits[a.Key] = d.digits(a)
	}
	for _, r := range d.Rows {
		if r.Group != d.Group {
			continue
		}
		row := views.GridRow{Cells: []views.Cell{d.nameCell(r), views.Percent(r.Score)}}
		for _, a := range axes {
			row.Cells = append(row.Cells, views.Number(r.Expense[a.Key].PerTask, digits[a.Key]))
		}
		row.Cells = append(row.Cells, views.Words(r.Expense[d.X].Basis), views.Words(d.role(r)))
		if !r.Plotted(d.X) {
			row.Class = "off"
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// recordedAxes are the expenses that a system of the group records, in the order of
// all, and the names of the others.
func (d efficiencyView) recordedAxes() (axes []report.ExpenseAxis, silent []string) {
	for _, a := range report.ExpenseAxes() {
		if d.Offers(a.Key) {
			axes = append(axes, a)
		} else {
			silent = append(silent, strings.ToLower(a.Label))
		}
	}
	return axes, silent
}

func (d efficiencyView) drawn() int {
	n, _ := d.counts()
	return n
}

// digits shows the axis' smallest value with two digits that say something,
// so that a fast system is not shown as taking no time.
func (d efficiencyView) digits(a report.ExpenseAxis) int {
	n := a.Digits
	for _, r := range d.Rows {
		x := r.Expense[a.Key].PerTask
		if x == nil || *x <= 0 {
			continue
		}
		for n < 4 && *x*math.Pow10(n) < 10 {
			n++
		}
	}
	return n
}

func (d efficiencyView) nameCell(r report.EfficiencyRow) views.Cell {
	note := r.Source
	if !r.Complete {
		note = "incomplete"
	}
	return views.Words(r.Name).Link(r.URL).Proved(r.Evidence).Noted(note)
}

// role says where the row stands in the chart.
func (d efficiencyView) role(r report.EfficiencyRow) string {
	switch {
	case r.Frontier && d.drawn() == 1:
		return "the only one drawn"
	case r.Frontier:
		return "on the frontier"
	case r.Plotted(d.X) && len(r.BeatenBy) > 0:
		return "beaten by " + d.beaters(r)
	case r.Plotted(d.X) && r.Run == nil:
		return "below the frontier, not tested"
	case r.Plotted(d.X) && d.Untested > 0:
		return "below the frontier, not tested"
	case r.Plotted(d.X):
		return "below the frontier, not separable"
	case !r.Complete:
		return "not drawn: incomplete"
	case r.Run != nil && !r.Ranked:
		return "not drawn: not ranked"
	case r.Score == nil:
		return "not drawn: no score"
	}
	return "not drawn: " + strings.ToLower(d.Axis().Label) + " not recorded"
}

// beaters names the best of the systems that beat the row, and counts the others.
func (d efficiencyView) beaters(r report.EfficiencyRow) string {
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

func (d efficiencyView) columns(axes []report.ExpenseAxis) []views.Col {
	cols := []views.Col{{Key: "system", Label: "System"}, {Key: d.Headline, Label: metric.Of(d.Headline).Label, Unit: "%", Num: true}}
	for _, a := range axes {
		cols = append(cols, views.Col{Key: a.Key + "_per_task", Label: a.Label, Unit: a.Unit, Num: true})
	}
	return append(cols, views.Col{Key: "basis", Label: d.Axis().Label + " comes from"}, views.Col{Key: "role", Label: "Frontier"})
}

// csvGrid has every group and says what each row rests on.
func (d efficiencyView) csvGrid() views.Grid {
	g := views.Grid{Cols: append([]views.Col{{Key: "group"}, {Key: "run"}, {Key: "evidence"}, {Key: "source"}, {Key: "complete"}},
		d.columns(report.ExpenseAxes())...)}
	for _, r := range d.Rows {
		run := ""
		if r.Run != nil {
			run = *r.Run
		}
		cells := []views.Cell{views.Words(r.Group), views.Words(run), views.Words(string(r.Evidence)), views.Words(r.Source),
			views.YesNo(r.Complete), views.Words(r.Name), views.Percent(r.Score)}
		for _, a := range report.ExpenseAxes() {
			cells = append(cells, views.Number(r.Expense[a.Key].PerTask, a.Digits))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(cells, views.Words(r.Expense[d.X].Basis), views.Words(d.role(r)))})
	}
	return g
}
