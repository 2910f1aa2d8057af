package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// page builds the heatmap.
func (d *heatData) page(static bool) views.Heatmap {
	metric := views.MetricOf(d.chosenMetric())
	p := views.Heatmap{Benchmark: d.benchmark, Metric: metric}
	word := d.benchmark.Words.Scenario
	if d.query.by == "task" {
		word = d.benchmark.Words.Task
		metric = views.MeanScore()
	}
	p.Lead = fmt.Sprintf("%s of %s on %s.", words.Capital(metric.Label), words.Plural(d.grid.cols.Total, "system", "systems"), words.Plural(d.grid.rows.Total, word, word+"s"))
	p.RowsPager, p.SystemsPager = views.PagerOf(d.grid.rows, word+"s", d.href), views.PagerOf(d.grid.cols, "systems", d.href)
	if !static {
		p.By = d.byTabs()
		p.Filter = d.filter()
	}
	if len(d.grid.Cols) == 0 || len(d.grid.Rows) == 0 {
		p.Lead = fmt.Sprintf("No %s by %s is known of any system.", metric.Label, word)
		p.Empty = fmt.Sprintf("Neither a run nor a published figure of %s tells %s by %s. Read a run in with:", d.benchmark.Name, metric.Label, word)
		return p
	}
	if d.query.by == "task" {
		p.Tasks = d.taskGrid()
		p.Notes = append(p.Notes, "A cell is the mean score of the scored attempts of one system's run, in whole percent; its title has two decimals and the number of attempts. A dot: no scored attempt. "+d.grid.meansOver())
		if text := d.incomplete(); text != "" {
			p.Notes = append(p.Notes, text)
		}
		return p
	}
	p.Map = d.heatTable(metric)
	p.Notes = d.notes()
	if d.query.source == "" && !d.query.all {
		p.Hidden = len(d.board.Rows) - d.grid.cols.Total
		if !static {
			q := d.query
			q.all = true
			p.ShowAll = link.To(q.values(), "b", d.benchmark.ID, "heatmap")
		}
	}
	return p
}

func (d *heatData) byTabs() []ui.Tab {
	if withRuns(d.board.Rows) == 0 {
		return nil
	}
	var tabs []ui.Tab
	for _, by := range []string{"scenario", "task"} {
		word := d.benchmark.Words.Scenario
		if by == "task" {
			word = d.benchmark.Words.Task
		}
		tabs = append(tabs, ui.Tab{Label: "By " + word, Href: link.To(heatQuery{by: by}.values(), "b", d.benchmark.ID, "heatmap"), Current: d.query.by == by})
	}
	return tabs
}

// filter is the form above the map.
func (d *heatData) filter() *ui.Filter {
	q := d.query
	f := &ui.Filter{Action: link.Benchmark(d.benchmark.ID, "heatmap"), Submit: "Show"}
	add := func(name, label, current string, choices ...[2]string) {
		field := ui.Field{Name: name, Label: label, Kind: ui.Select}
		for _, c := range choices {
			field.Choices = append(field.Choices, ui.Choice{Value: c[0], Label: c[1], Selected: c[0] == current})
		}
		f.Fields = append(f.Fields, field)
	}
	orders := [][2]string{{"", "as in the dataset"}, {"name", "by name"}, {"mean", "by mean, lowest first"}, {"-mean", "by mean, highest first"}}
	if q.by == "task" {
		f.Keep = append(f.Keep, ui.Pair{Name: "by", Value: "task"})
		orders = append(orders, [2]string{"sd", "by standard deviation, largest first"})
	} else {
		var metrics [][2]string
		for _, k := range d.metrics {
			m := views.MetricOf(k)
			metrics = append(metrics, [2]string{k, m.Label})
		}
		if len(metrics) > 1 {
			add("metric", "Metric", d.chosenMetric(), metrics...)
		}
		if len(d.sources) > 1 || len(d.sources) == 1 && q.source != "" {
			sources := [][2]string{{"", "runs and current figures"}}
			for _, src := range d.sources {
				sources = append(sources, [2]string{src.ID, "figures only: " + src.Title})
			}
			add("source", "Numbers", q.source, sources...)
		}
	}
	add("sort", "Rows", q.sort, orders...)
	add("columns", "Systems", q.columns, [2]string{"", "by rank"}, [2]string{"name", "by name"}, [2]string{"mean", "by mean"})
	return f
}

// heatTable is the map by scenario.
func (d *heatData) heatTable(metric views.MetricInfo) *chart.Heatmap {
	h := &chart.Heatmap{Corner: words.Capital(d.benchmark.Words.Scenario), Label: metric.Label + ", %",
		Total:   "Mean",
		Caption: fmt.Sprintf("%s by %s and system, in percent. %s", metric.Label, d.benchmark.Words.Scenario, d.grid.meansOver())}
	for _, k := range d.grid.shownCols() {
		h.Cols = append(h.Cols, d.head(d.grid.Cols[k]))
	}
	for _, i := range d.grid.shownRows() {
		r := d.grid.Rows[i]
		href := link.Scenario(d.benchmark.ID, r.ID)
		row := chart.HeatRow{Label: r.ID, Title: r.Title, Href: href}
		for _, k := range d.grid.shownCols() {
			c := d.grid.Cells[i][k]
			row.Cells = append(row.Cells, chart.HeatCell{Value: c.Value, Href: href, Note: d.cellNote(c, r), Hollow: d.grid.hollow(k)})
		}
		if len(d.grid.Cols) > 1 { // of one system the mean is the cell itself
			m := d.grid.rowMean(i)
			cell := m.cell("system", "systems")
			row.Total = &cell
		}
		h.Rows = append(h.Rows, row)
	}
	word := d.benchmark.Words.Scenario
	for _, k := range d.grid.shownCols() {
		m := d.grid.columnMean(k, word+"s")
		h.Totals = append(h.Totals, m.cell(word, word+"s"))
	}
	return h
}

func (d *heatData) head(c heatColumn) chart.HeatHead {
	name := c.Name
	if name == "" {
		name = c.System.Model
	}
	h := chart.HeatHead{Label: name, Title: name, Href: link.Model(c.System.Model)}
	if c.System.Variant != "" {
		h.Label += " (" + c.System.Variant + ")"
	}
	if c.System.Framework != "" && d.severalFrameworks() {
		h.Label += " · " + c.System.Framework
	}
	h.Title = h.Label
	if c.Run != nil {
		h.Href = link.Run(*c.Run)
	}
	return h
}

// severalFrameworks reports whether the systems of all pages ran in more than one.
func (d *heatData) severalFrameworks() bool {
	return slices.ContainsFunc(d.grid.Cols, func(c heatColumn) bool { return c.System.Framework != d.grid.Cols[0].System.Framework })
}

// cellNote is what stands in a cell's title beside the value.
func (d *heatData) cellNote(c heatCell, r heatRow) string {
	word := d.benchmark.Words.Task
	switch {
	case c.Source != "":
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

// notes say what the numbers of this view are.
func (d *heatData) notes() []string {
	word := d.benchmark.Words.Scenario
	notes := []string{"A dot: neither recorded nor published. The last row is the plain mean over " + word + "s, so it is not the board's number where that weighs " +
		d.benchmark.Words.Task + "s or multiplies means; every cell's title has the exact value."}
	printed, recorded := 0, 0
	for i := range d.grid.Cells {
		for _, c := range d.grid.Cells[i] {
			switch {
			case c.Source != "":
				printed++
			case c.Value != nil:
				recorded++
			}
		}
	}
	if printed > 0 {
		notes = append(notes, fmt.Sprintf("%s recomputed from records, %s printed by a source and taken as they are.", words.Plural(recorded, "cell", "cells"), words.Plural(printed, "cell is", "cells are")))
	}
	if text := d.incomplete(); text != "" {
		notes = append(notes, text)
	}
	for _, src := range d.sources {
		if src.ID == d.query.source && src.Note != "" {
			notes = append(notes, src.Title+": "+src.Note)
		}
	}
	return notes
}

// incomplete names the systems shown whose runs lack tasks: their means are
// over fewer cells.
func (d *heatData) incomplete() string {
	shown := map[string]bool{}
	for _, k := range d.grid.shownCols() {
		if c := d.grid.Cols[k]; c.Run != nil {
			shown[*c.Run] = true
		}
	}
	var parts []string
	for i := range d.board.Rows {
		if r := &d.board.Rows[i]; r.Run != nil && shown[*r.Run] && !r.Complete && r.Counts != nil {
			parts = append(parts, fmt.Sprintf("%s (%d of %d)", boardName(r), r.Counts.Scored, r.Counts.Expected))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Incomplete runs, with scored of expected " + d.benchmark.Words.Task + "s: " + strings.Join(parts, ", ") + "."
}

// taskGrid is the map by task.
func (d *heatData) taskGrid() *views.TaskGrid {
	g := &views.TaskGrid{Caption: fmt.Sprintf("Mean score of %s on %s, in percent", words.Plural(d.grid.cols.Total, "system", "systems"), words.Plural(d.grid.rows.Total, d.benchmark.Words.Task, d.benchmark.Words.Task+"s"))}
	for _, k := range d.grid.shownCols() {
		g.Cols = append(g.Cols, d.head(d.grid.Cols[k]))
	}
	for _, i := range d.grid.shownRows() {
		r := d.grid.Rows[i]
		m := d.grid.rowMean(i)
		row := views.TaskGridRow{Label: r.ID, Title: r.Title, Href: link.Task(d.benchmark.ID, r.Scenario, r.ID), Mean: m.Value, SD: m.SD, N: m.N, Note: m.note("system", "systems")}
		if d.query.sort == "" {
			row.Group = r.Group
		} else {
			row.Title = r.Group
		}
		for _, k := range d.grid.shownCols() {
			c := d.grid.Cells[i][k]
			of := heatTaskCell(c)
			if c.Value != nil && d.grid.hollow(k) {
				of.Class += " hollow"
			}
			row.Cells = append(row.Cells, of)
		}
		g.Rows = append(g.Rows, row)
	}
	for _, k := range d.grid.shownCols() {
		m := d.grid.columnMean(k, d.benchmark.Words.Task+"s")
		of := heatTaskCell(heatCell{Value: m.Value})
		if m.Value == nil {
			of.Title = m.note("", "")
		}
		g.Totals = append(g.Totals, of)
	}
	return g
}

// heatTaskCell is short, because a page has thousands: its row and column are said
// by their heads.
func heatTaskCell(c heatCell) ui.HeatOf {
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
