package task

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// heatTable is the map by scenario: of one metric, or of all side by side.
func (d heatmapView) heatTable() *chart.Heatmap {
	word, label := d.Of.Words.Scenario, d.metricLabel()
	maps := d.maps()
	if len(maps) > 1 {
		label = "Each metric"
	}
	h := &chart.Heatmap{Corner: words.Capital(word), Label: label + ", %", Total: "Mean",
		Caption: fmt.Sprintf("%s by %s and system, in percent", label, word)}
	for i, r := range d.Rows {
		row := chart.HeatRow{Label: words.Scenario(d.Of, r.ID), Title: views.ScenarioID(d.Of, r.ID), Href: link.Scenario(d.Of.ID, r.ID)}
		for _, m := range maps {
			row.Cells = append(row.Cells, m.cells(m.rowOf(i, r.ID))...)
		}
		if len(maps) == 1 && d.SystemsTotal > 1 { // of one system the mean is the cell itself
			cell := meanCell(r.HeatmapMean, "system", "systems")
			row.Total = &cell
		}
		h.Rows = append(h.Rows, row)
	}
	for _, m := range maps {
		for _, x := range m.Systems {
			head := d.head(x)
			if len(maps) > 1 {
				head.Title = m.metricLabel() + ", " + head.Label
				head.Href = d.Href("metric", m.Metric)
				if head.Label = m.metricLabel(); len(m.Systems) > 1 {
					head.Label = head.Title
				}
			}
			h.Cols = append(h.Cols, head)
			h.Totals = append(h.Totals, meanCell(x.HeatmapMean, word, words.Many(word)))
		}
	}
	return h
}

// maps are the maps whose columns stand side by side.
func (d heatmapView) maps() []heatmapView {
	if len(d.Beside) == 0 {
		return []heatmapView{d}
	}
	var list []heatmapView
	for _, m := range d.Beside {
		list = append(list, heatmapView{m, d.frame})
	}
	return list
}

// rowOf is the row of a scenario, of which i is the place if the order is the same.
func (d heatmapView) rowOf(i int, scenario string) HeatmapRow {
	if i < len(d.Rows) && d.Rows[i].ID == scenario {
		return d.Rows[i]
	}
	for _, r := range d.Rows {
		if r.ID == scenario {
			return r
		}
	}
	return HeatmapRow{ID: scenario, Cells: make([]HeatmapCell, len(d.Systems))}
}

// cells are those of a row.
func (d heatmapView) cells(r HeatmapRow) []chart.HeatCell {
	var list []chart.HeatCell
	for k, c := range r.Cells {
		list = append(list, chart.HeatCell{Value: c.Value, Href: link.Scenario(d.Of.ID, r.ID), Note: d.cellNote(c, r),
			Hollow: d.Systems[k].Hollow})
	}
	return list
}

func (d heatmapView) head(c HeatmapSystem) chart.HeatHead {
	name := c.Name
	if name == "" {
		name = c.System.Model
	}
	h := chart.HeatHead{Label: name, Title: name, Href: link.Model(c.System.Model)}
	if c.System.Variant != "" {
		h.Label += " (" + c.System.Variant + ")"
	}
	if c.System.Framework != "" && d.SeveralFrameworks() {
		h.Label += " · " + c.System.Framework
	}
	h.Title = h.Label
	if c.Run != nil {
		h.Href = link.Run(*c.Run)
	}
	return h
}

// cellNote is what stands in a cell's title beside the value.
func (d heatmapView) cellNote(c HeatmapCell, r HeatmapRow) string {
	word := d.Of.Words.Task
	switch {
	case c.Evidence != nil:
		return "printed figure"
	case c.Value == nil && c.Den == nil:
		return "not published"
	case c.Den != nil && *c.Den == 0:
		return "nothing to count"
	case c.Den != nil:
		return "over " + strconv.FormatFloat(*c.Den, 'f', -1, 64)
	case r.Tasks > 0:
		return words.Plural(r.Tasks, word, word+"s")
	}
	return ""
}

// taskGrid is the map by task.
func (d heatmapView) taskGrid() *heatmapTasks {
	g := &heatmapTasks{Noun: d.Of.Words.Task, Caption: fmt.Sprintf("Mean score of %s on %s, in percent",
		words.Plural(d.SystemsTotal, "system", "systems"), words.Plural(d.Total, d.Of.Words.Task, d.Of.Words.Task+"s"))}
	if x := d.rowsPager(); x != nil {
		g.Caption += fmt.Sprintf("; here %d to %d", x.From, x.To)
	}
	for _, x := range d.Systems {
		g.Cols = append(g.Cols, d.head(x))
	}
	for _, r := range d.Rows {
		row := heatmapTask{Label: views.TaskCrumb(d.Of, r.Scenario, r.ID), Title: views.TaskID(d.Of, r.Scenario, r.ID),
			Href: link.Task(d.Of.ID, r.Scenario, r.ID), Mean: r.Mean, SD: r.SD, N: r.MeanN, Note: meanNote(r.HeatmapMean, "system", "systems")}
		if d.Query.Sort == "" {
			row.Group = r.Group
		} else {
			row.Label = words.Task(d.Of, r.Scenario, r.ID)
		}
		for k, c := range r.Cells {
			of := heatTaskCell(c)
			if c.Value != nil && d.Systems[k].Hollow {
				of.Class += " hollow"
			}
			row.Cells = append(row.Cells, of)
		}
		g.Rows = append(g.Rows, row)
	}
	for _, x := range d.Systems {
		of := heatTaskCell(HeatmapCell{Value: x.Mean})
		if x.Mean == nil {
			of.Title = meanNote(x.HeatmapMean, "", "")
		}
		g.Totals = append(g.Totals, of)
	}
	return g
}

// heatTaskCell is short, because a page has thousands: its row and column are said
// by their heads.
func heatTaskCell(c HeatmapCell) ui.HeatOf {
	if c.Value == nil {
		return ui.HeatOf{Class: "hn", Text: "·", Title: "no scored attempt"}
	}
	whole := 100 * *c.Value
	of := ui.HeatOf{Class: ui.Heat(c.Value, 0, 1), Text: words.Fixed(&whole, 0), Title: words.Pct(c.Value)}
	if c.Den != nil && *c.Den > 1 {
		of.Title += ", mean of " + strconv.FormatFloat(*c.Den, 'f', -1, 64)
	}
	return of
}

// HeatmapTable has the fractions from 0 to 1 of what is shown, empty where
// nothing is known.
func HeatmapTable(d *Heatmap) views.Grid {
	var g views.Grid
	for _, key := range []string{"scenario", "task", "title", "mean", "mean_n", "mean_of", "sd"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for _, x := range d.Systems {
		g.Cols = append(g.Cols, views.Col{Key: words.System(x.System.Model, x.System)})
	}
	for _, r := range d.Rows {
		task := ""
		if r.Task != nil {
			task = *r.Task
		}
		row := views.GridRow{Cells: []views.Cell{views.Words(r.Scenario), views.Words(task), views.Words(r.Title), views.Percent(r.Mean),
			views.Whole(r.MeanN), views.Whole(r.MeanOf), views.Percent(r.SD)}}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, views.Percent(c.Value))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
