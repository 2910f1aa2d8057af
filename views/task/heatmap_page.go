package task

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// fewSystems is up to how many systems a table has a wide column for each.
const fewSystems = 4

// cellsLinked is up to how many cells of a map are links.
const cellsLinked = 48

func (d *Heatmap) few() bool { return len(d.Systems) <= fewSystems }

// strips reports whether the rows have a strip of their tasks.
func (d *Heatmap) strips() bool {
	return d.few() && d.List.Runs > 0 && slices.ContainsFunc(d.Systems, func(x HeatmapSystem) bool { return x.Run != nil })
}

// address is that of the page with some of its state changed.
func (d *Heatmap) address(pairs ...string) string {
	q := d.Query.values()
	for k, list := range d.List.Query.values() {
		q[k] = list
	}
	return link.To(link.With(q, pairs...), "b", d.Benchmark, "heatmap")
}

// tasks is the page of the list below the map.
func (d *Heatmap) tasks() table.Table {
	g := d.List.Grid(d.List.named)
	for i := range g.Cols {
		g.Cols[i].Sort = slices.Contains(TaskOrders, g.Cols[i].Key)
	}
	return g.Show(table.View{Sort: cmp.Or(d.List.Query.Order, "-passed"), Page: d.List.Query.Page, Noun: words.Many(d.Of.Words.Task), Anchor: "#tasks",
		At: func(key, value string) string {
			if key == "sort" {
				key = "order"
			}
			return d.address(key, value)
		}})
}

func (d *Heatmap) meta(f views.Frame) ui.Meta {
	title, about := d.Of.Name+" heatmap", fmt.Sprintf("%s by %s and system, and every %s with its pass rate and the test of its check.",
		views.MetricOf(d.Metric).Label, d.Of.Words.Scenario, d.Of.Words.Task)
	if d.Query.Metric != "" {
		title += ", " + views.MetricOf(d.Query.Metric).Label
	}
	q := link.With(nil, "metric", d.Query.Metric)
	m := f.Meta(title, about, link.To(q, "b", d.Benchmark, "heatmap"), link.API(q, "benchmarks", d.Benchmark, "heatmap"))
	m.CSVPath, m.Scripted = f.Table(q, "b", d.Benchmark, "heatmap"), d.Of.Scripted
	return m
}

// pager leads through the rows, or the systems side by side.
func (d *Heatmap) pager(w table.Window, noun string) *ui.Pager {
	return w.Pager(noun, func(k, v string) string { return d.address(k, v) })
}

// orders are the orders of the rows.
func (d *Heatmap) orders() [][2]string {
	list := [][2]string{{"", "dataset order"}}
	if len(d.over) > 0 {
		list = append(list, [2]string{"mean", "by mean"})
	}
	if len(d.over) == 2 {
		list = append(list, [2]string{"sd", "by difference"})
	}
	return list
}

// cell is one number of the map; where names it.
func (d *Heatmap) cell(v *float64, where, href, note string) ui.HeatOf {
	m := views.MetricOf(d.Metric)
	if v == nil {
		return ui.HeatOf{Class: "none", Text: "·", Title: where + ": no value"}
	}
	c := ui.HeatOf{Text: m.Show(v), Title: where + ": " + m.Label + " " + m.Show(v) + note, Href: href}
	if !m.Percent() {
		most := 0.0
		for i := range d.rows {
			for _, x := range d.rows[i].Cells {
				if x.Value != nil {
					most = max(most, *x.Value)
				}
			}
		}
		c.Class = ui.Heat(v, 0, most)
		return c
	}
	c.Class, c.Text = ui.Heat(v, 0, 1), d.mean(v)
	if !d.few() {
		whole := 100 * *v
		c.Text = words.Fixed(&whole, 0)
	}
	return c
}

func (d *Heatmap) cellOf(r *HeatmapRow, k int) ui.HeatOf {
	x, c, href, note := &d.Systems[k], r.Cells[k], "", ""
	switch {
	case c.source != "":
		note = ", reported only"
	case c.Den != nil:
		note = " over " + words.Fixed(c.Den, 0)
	}
	if len(d.Rows)*len(d.Systems) <= cellsLinked {
		href = views.RowAddress(*x.row)
		if x.Run != nil {
			href += "#s-" + r.Scenario
		}
	}
	return d.cell(c.Value, d.nameOf(*x)+", "+r.Scenario, href, note)
}

// total is the board's number of a system or, without a run, the reported one.
func (x HeatmapSystem) total(metric string) *float64 {
	if v := x.row.Metrics[metric].Value; v != nil {
		return v
	}
	for _, p := range x.row.Published {
		if p.Metric == metric && p.Scope == "" && p.Value != nil {
			return p.Value
		}
	}
	return nil
}

// meanTotal is the mean of the board's numbers of the systems that means are over.
func (d *Heatmap) meanTotal() *float64 {
	var list []*float64
	for _, k := range d.over {
		list = append(list, d.systems[k].total(d.Metric))
	}
	mean, _ := board.MeanOver(list)
	return mean
}

// mean is a mean at the edge of the map.
func (d *Heatmap) mean(v *float64) string {
	if m := views.MetricOf(d.Metric); !m.Percent() || v == nil {
		return m.Show(v)
	}
	whole := 100 * *v
	return words.Fixed(&whole, 1)
}

// strip shows who passed the tasks of a scenario.
func (d *Heatmap) strip(scenario string) fingerprint.Row {
	row := fingerprint.Row{Unordered: true}
	var n [3]int
	for i := range d.List.Table.Rows {
		r := &d.List.Table.Rows[i]
		if r.Scenario != scenario {
			continue
		}
		c := fingerprint.Cell{Label: r.ID, Status: results.Missing, Update: r.Update, Letter: r.letter()}
		if at := r.part(); at >= 0 {
			n[at]++
			c.Status = [3]results.Status{results.Passed, results.Failed, results.Failed}[at]
			c.Some = at == 1
		}
		row.Cells = append(row.Cells, c)
	}
	row.Said = words.Scenario(d.Of, scenario) + ": " + d.List.Table.parts(n)
	return row
}
