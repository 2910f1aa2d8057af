package board

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// reference is what a row shows whose run a scripted agent made; empty for others.
func reference(r *results.BoardRow) string {
	if !slices.ContainsFunc(r.Objections, func(o results.Objection) bool { return o.Kind == results.ObjectionReference }) {
		return ""
	}
	if name := results.ReferenceName(r.System); name != "" {
		return name
	}
	return r.System.Model
}

// references are the lines of complete runs of scripted agents in the plot: hollow,
// below all systems, and beside their ranks.
func (p boardView) references() []chart.ForestRow {
	standing, _ := p.shown(p.Standing())
	_, off := boardreport.Apart(standing)
	var list []chart.ForestRow
	for i := range off {
		m := off[i].Metrics[p.headline().Key]
		if reference(&off[i]) == "" || m.Value == nil {
			continue
		}
		l := p.line(off[i])
		l.Label = BoardLabel(l.Name, l.System, false)
		row := p.forestRow(l)
		row.Interval, row.Estimate = "reference", chart.Estimate{Value: m.Value, Hollow: true}
		list = append(list, row)
	}
	if list == nil {
		return nil
	}
	return append([]chart.ForestRow{{Group: ui.Plain("Reference lines, which have no rank")}}, list...)
}
