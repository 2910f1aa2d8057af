package task

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// fewSystems is the maximum number of systems for which a table has one wide column per system.
const fewSystems = 4

// cellsLinked is the maximum number of cells for which every cell is a link.
const cellsLinked = 48

func (d *Heatmap) few() bool { return len(d.Systems) <= fewSystems }

// strips reports whether each row of the heatmap has a strip with the scenario's tasks.
func (d *Heatmap) strips() bool {
	return d.few() && d.List.Runs > 0 && slices.ContainsFunc(d.Systems, func(x HeatmapSystem) bool { return x.Run != nil })
}

// address returns the URL of the page with some parameters changed. pairs alternates between keys
// and values.
func (d *Heatmap) address(pairs ...string) string {
	q := d.Query.values()
	for k, list := range d.List.Query.values() {
		q[k] = list
	}
	return link.To(link.With(q, pairs...), "b", d.Benchmark, "heatmap")
}

// tasks returns the requested page of the list of tasks below the map.
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

func (d *Heatmap) pager(w table.Window, noun string) *ui.Pager {
	return w.Pager(noun, func(k, v string) string { return d.address(k, v) })
}

// orders returns the available orders of the rows, each as query value and label.
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

// cell renders one value of the map. where describes its row and column.
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

// total returns a system's value on the leaderboard, or its reported result if it has no such
// value.
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

// meanTotal returns the mean of the leaderboard values of the averaged systems.
func (d *Heatmap) meanTotal() *float64 {
	var list []*float64
	for _, k := range d.over {
		list = append(list, d.systems[k].total(d.Metric))
	}
	mean, _ := board.MeanOver(list)
	return mean
}

func (d *Heatmap) mean(v *float64) string {
	if m := views.MetricOf(d.Metric); !m.Percent() || v == nil {
		return m.Show(v)
	}
	whole := 100 * *v
	return words.Fixed(&whole, 1)
}

// strip returns a strip with one cell per task of a scenario. It shows whether all, some or no
// systems passed the task.
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

// nameOf returns the name of a system. It includes the harness if the systems have different
// harnesses.
func (d *Heatmap) nameOf(x HeatmapSystem) string {
	name := words.System(cmp.Or(x.Name, x.System.Model), x.System)
	if slices.ContainsFunc(d.systems, func(o HeatmapSystem) bool { return o.System.Framework != x.System.Framework }) {
		return name
	}
	return views.WithoutFramework(name, x.System.Framework)
}

// sentence returns a summary of which system has the highest value in the most scenarios. For two
// systems, it includes a sign test.
func (d *Heatmap) sentence() views.Sentence {
	var s views.Sentence
	noun, label := d.Of.Words.Scenario, views.MetricOf(d.Metric).Label
	leader, n, shared, filled := d.leader()
	switch {
	case len(d.systems) == 0 || len(d.rows) == 0:
		s.Add("No system has a score by " + noun + ".")
	case len(d.over) == 0 || len(d.rows) < 2 || len(d.over) > 2 && n == 0 || 4*filled < 3*len(d.rows)*len(d.over):
		s.Add(fmt.Sprintf("%s of %s on %s of %s.", label, words.Counted(len(d.systems), "system"),
			words.Count(len(d.rows)), words.Counted(len(d.rows)+len(d.without), noun)))
	case len(d.over) == 1:
		k := d.over[0]
		rows := slices.DeleteFunc(slices.Clone(d.rows), func(r HeatmapRow) bool { return r.Cells[k].Value == nil })
		by := func(a, b HeatmapRow) int { return cmp.Compare(*a.Cells[k].Value, *b.Cells[k].Value) }
		at := func(r HeatmapRow) string {
			return words.Scenario(d.Of, r.Scenario) + " (" + d.mean(r.Cells[k].Value) + ")"
		}
		s.Add(fmt.Sprintf("%s has its lowest %s on %s and its highest on %s.", d.nameOf(d.systems[k]), label,
			at(slices.MinFunc(rows, by)), at(slices.MaxFunc(rows, by))))
	case len(d.over) == 2:
		d.sayTwo(&s)
	default:
		s.Add(fmt.Sprintf("%s has the highest %s on %d of %s", d.nameOf(d.systems[leader]), label, n, words.Counted(len(d.rows), noun)))
		if shared > 0 {
			s.Add(fmt.Sprintf(" and shares it on %d more", shared))
		}
		s.Add(".")
	}
	return s
}

// sayTwo adds the number of scenarios in which each of two systems has the higher value.
func (d *Heatmap) sayTwo(s *views.Sentence) {
	var n [3]int // number of scenarios in which the first system is higher, the two are tied, and the second is higher
	for i := range d.rows {
		if x, y := d.rows[i].Cells[d.over[0]].Value, d.rows[i].Cells[d.over[1]].Value; x != nil && y != nil {
			n[1+cmp.Compare(*y, *x)]++
		}
	}
	a, b := d.nameOf(d.systems[d.over[0]]), d.nameOf(d.systems[d.over[1]])
	if n[2] > n[0] {
		a, b, n[0], n[2] = b, a, n[2], n[0]
	}
	s.Add(fmt.Sprintf("%s has the higher %s on %d of %s, %s on %d", a, views.MetricOf(d.Metric).Label, n[0],
		words.Counted(len(d.rows), d.Of.Words.Scenario), b, n[2]))
	if n[1] > 0 {
		s.Add(fmt.Sprintf(", %d tied", n[1]))
	}
	s.Add(": ")
	verdictWords(s, n[0], n[2])
}

// leader returns the index of the system that alone has the highest value in the most rows, the
// number of these rows, and in how many rows it shares that value. filled is the number of cells with
// a value over all compared systems.
func (d *Heatmap) leader() (leader, most, shared, filled int) {
	most = -1
	for _, k := range d.over {
		n, tied := 0, 0
		for i := range d.rows {
			v := d.rows[i].Cells[k].Value
			if v == nil {
				continue
			}
			filled++
			reached := func(least float64) bool {
				return slices.ContainsFunc(d.over, func(o int) bool { x := d.rows[i].Cells[o].Value; return o != k && x != nil && *x >= least })
			}
			switch {
			case !reached(*v):
				n++
			case !reached(math.Nextafter(*v, math.Inf(1))):
				tied++
			}
		}
		if n > most || n == most && tied > shared {
			leader, most, shared = k, n, tied
		}
	}
	return leader, most, shared, filled
}

// verdictWords adds the result of a sign test to the end of a sentence.
func verdictWords(s *views.Sentence, more, less int) {
	p, end := stats.McNemarExact(stats.TwoByTwo{OnlyA: more, OnlyB: less}), "no significant difference"
	if p < board.Alpha {
		end = "a significant difference"
	}
	s.Strong(end)
	text := words.PValue(&p)
	if !strings.HasPrefix(text, "<") {
		text = "= " + text
	}
	s.Add(" (sign test, p " + text + ").")
}

// HeatmapTable returns the heatmap as a table for download. Values are fractions from 0 to 1.
func HeatmapTable(d *Heatmap) table.Table {
	g := table.Table{Cols: []table.Col{{Key: "scenario"}, {Key: "title"}, {Key: "mean"}, {Key: "sd"}}}
	for _, x := range d.Systems {
		g.Cols = append(g.Cols, table.Col{Key: words.System(x.System.Model, x.System)})
	}
	for _, r := range d.Rows {
		row := table.Row{Cells: []table.Cell{table.Words(r.Scenario), table.Words(r.Title), table.Percent(r.Mean), table.Percent(r.SD)}}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, table.Percent(c.Value))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
