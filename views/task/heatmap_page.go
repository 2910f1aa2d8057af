package task

import (
	"cmp"
	"fmt"
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

// fewSystems is up to how many systems a table has a wide column for each.
const fewSystems = 4

// cellsLinked is up to how many cells of a map are links.
const cellsLinked = 48

// Narrow leaves the systems that means are over, unless the query asks for every one. Of
// reported results it leaves the rows that have any.
func (d *Heatmap) Narrow() {
	if d.Means.Basis == nil || *d.Means.Basis == results.Published {
		d.rows = slices.DeleteFunc(slices.Clone(d.rows), func(r HeatmapRow) bool {
			none := !slices.ContainsFunc(r.Cells, func(c HeatmapCell) bool { return c.Value != nil })
			if none {
				d.without = append(d.without, r.ID)
			}
			return none
		})
	}
	if d.Query.Every || len(d.over) == 0 || len(d.over) == len(d.systems) {
		return
	}
	d.Others = len(d.systems) - len(d.over)
	for i := range d.rows {
		d.rows[i].Cells = permuted(d.rows[i].Cells, d.over)
	}
	d.systems = permuted(d.systems, d.over)
	d.population() // it names systems by their place
}

func (d *Heatmap) few() bool { return len(d.Systems) <= fewSystems }

// strips reports whether the rows have a strip of their tasks.
func (d *Heatmap) strips() bool {
	return d.few() && d.List != nil && d.List.Runs > 0 && slices.ContainsFunc(d.Systems, func(x HeatmapSystem) bool { return x.Run != nil })
}

func (d *Heatmap) metricHead() string {
	if u := views.MetricOf(d.Metric).Unit; u != "" {
		return "Metric, " + string(u)
	}
	return "Metric"
}

// address is that of the page with some of its state changed.
func (d *Heatmap) address(pairs ...string) string {
	q := d.Query.Values()
	q.Del("by")
	if d.Query.Every {
		q.Set("systems", "all")
	}
	if d.List != nil {
		for k, list := range d.List.Query.pageValues() {
			q[k] = list
		}
	}
	return link.To(link.With(q, pairs...), "b", d.Benchmark, "heatmap")
}

func (d *Heatmap) meta(f views.Frame) ui.Meta {
	title := d.Of.Name + " heatmap"
	if d.Query.Metric != "" {
		title += ", " + views.MetricOf(d.Query.Metric).Label
	}
	about := fmt.Sprintf("%s by %s and system, and every %s with its pass rate and the test of its check.", views.MetricOf(d.Metric).Label,
		d.Of.Words.Scenario, d.Of.Words.Task)
	q := link.With(nil, "metric", d.Query.Metric, "source", d.Query.Source)
	m := f.Meta(title, about, link.To(q, "b", d.Benchmark, "heatmap"), link.API(q, "benchmarks", d.Benchmark, "heatmap"))
	m.CSVPath = link.To(link.With(q, "format", "csv"), "b", d.Benchmark, "heatmap")
	m.Scripted = d.Of.Scripted
	return m
}

func (d *Heatmap) rowsPager() *ui.Pager {
	return views.PagerOf(d.Query.Rows, words.Many(d.Of.Words.Scenario), func(k, v string) string { return d.address(k, v) })
}

func (d *Heatmap) systemsPager() *ui.Pager {
	return views.PagerOf(d.Query.Block, "systems", func(k, v string) string { return d.address(k, v) })
}

// lacking is how many systems of the board have no number here.
func (d *Heatmap) lacking() int {
	return max(0, len(d.Board.Rows)-len(d.systems)-d.Others)
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

func (x HeatmapSystem) href() string {
	if x.Run != nil {
		return link.Run(*x.Run)
	}
	return link.Model(x.System.Model)
}

// cell is one number of the map; where names it.
func (d *Heatmap) cell(v *float64, where, href, note string) ui.HeatOf {
	m := views.MetricOf(d.Metric)
	if v == nil {
		return ui.HeatOf{Class: "none", Text: "·", Title: where + ": no value"}
	}
	most := 1.0
	if !m.Percent() {
		most = d.most()
	}
	c := ui.HeatOf{Class: ui.Heat(v, 0, most), Text: m.Show(v), Title: where + ": " + m.Label + " " + m.Show(v) + note, Href: href}
	if m.Percent() {
		whole, digits := 100**v, 1
		if !d.few() {
			digits = 0
		}
		c.Text = words.Fixed(&whole, digits)
	}
	return c
}

// tasks are those of all rows.
func (d *Heatmap) tasks() (n int) {
	for i := range d.rows {
		n += d.rows[i].Tasks
	}
	return n
}

// most is the largest value.
func (d *Heatmap) most() float64 {
	most := 0.0
	for i := range d.rows {
		for _, c := range d.rows[i].Cells {
			if c.Value != nil {
				most = max(most, *c.Value)
			}
		}
	}
	return most
}

func (d *Heatmap) cellOf(r *HeatmapRow, k int) ui.HeatOf {
	x, c, href, note := &d.Systems[k], r.Cells[k], "", ""
	switch {
	case c.Source != "":
		note = ", reported only"
	case c.Den != nil:
		note = " over " + words.Fixed(c.Den, 0)
	}
	if len(d.Rows)*len(d.Systems) <= cellsLinked {
		href = x.href()
		if x.Run != nil {
			href = link.Run(*x.Run) + "#s-" + r.ID
		}
	}
	return d.cell(c.Value, d.nameOf(*x)+", "+r.ID, href, note)
}

// total is the board's number of a system.
func (d *Heatmap) total(x HeatmapSystem) ui.HeatOf {
	return d.cell(d.boardValue(x), d.nameOf(x), x.href(), "")
}

// boardValue is the board's number of a system or, of one without a run, the reported one.
func (d *Heatmap) boardValue(x HeatmapSystem) *float64 {
	for i := range d.Board.Rows {
		r := &d.Board.Rows[i]
		if (HeatmapSystem{Run: r.Run, System: r.System}).Key() != x.Key() {
			continue
		}
		if v := r.Metrics[d.Metric].Value; v != nil {
			return v
		}
		for _, p := range r.Published {
			if p.Metric == d.Metric && p.Scope == "" && p.Value != nil {
				return p.Value
			}
		}
	}
	return nil
}

// meanTotal is the mean of the board's numbers of the systems that means are over.
func (d *Heatmap) meanTotal() *float64 {
	var list []*float64
	for _, k := range d.over {
		list = append(list, d.boardValue(d.systems[k]))
	}
	mean, _ := board.MeanOver(list)
	return mean
}

// mean is the mean of a row at the edge of the map, as text.
func (d *Heatmap) mean(v *float64) string {
	if m := views.MetricOf(d.Metric); !m.Percent() || v == nil {
		return m.Show(v)
	}
	whole := 100 * *v
	return words.Fixed(&whole, 1)
}

// strip is who passed the tasks of a scenario.
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

// sentence says who leads where, and what a sign test makes of it.
func (d *Heatmap) sentence() views.Sentence {
	var s views.Sentence
	switch {
	case d.Empty():
		s.Add("No system has a score by " + d.Of.Words.Scenario + ".")
	case len(d.over) == 0 || len(d.rows) < 2 || !d.whole():
		s.Add(fmt.Sprintf("%s of %s on %s of %s.", views.MetricOf(d.Metric).Label, words.Counted(len(d.systems), "system"),
			words.Count(len(d.rows)), words.Counted(len(d.rows)+len(d.without), d.Of.Words.Scenario)))
	case len(d.over) == 1:
		d.sayOne(&s)
	case len(d.over) == 2:
		d.sayTwo(&s)
	default:
		d.sayMany(&s)
	}
	return s
}

// whole reports whether most cells of the systems that means are over have a number.
func (d *Heatmap) whole() bool {
	n := 0
	for i := range d.rows {
		for _, k := range d.over {
			if d.rows[i].Cells[k].Value != nil {
				n++
			}
		}
	}
	return 4*n >= 3*len(d.rows)*len(d.over)
}

func (d *Heatmap) rowName(i int) string { return words.Scenario(d.Of, d.rows[i].ID) }

func (d *Heatmap) sayOne(s *views.Sentence) {
	k, low, high := d.over[0], -1, -1
	for i := range d.rows {
		v := d.rows[i].Cells[k].Value
		if v == nil {
			continue
		}
		if low < 0 || *v < *d.rows[low].Cells[k].Value {
			low = i
		}
		if high < 0 || *v > *d.rows[high].Cells[k].Value {
			high = i
		}
	}
	if low < 0 {
		return
	}
	with := func(i int) string { return d.rowName(i) + " (" + d.mean(d.rows[i].Cells[k].Value) + ")" }
	s.Add(fmt.Sprintf("%s has its lowest %s on %s and its highest on %s.", d.nameOf(d.systems[k]), views.MetricOf(d.Metric).Label, with(low),
		with(high)))
}

// against counts the rows on which one system is above another, and below it.
func (d *Heatmap) against(a, b int) (more, less, same int) {
	for i := range d.rows {
		switch x, y := d.rows[i].Cells[a].Value, d.rows[i].Cells[b].Value; {
		case x == nil || y == nil:
		case *x > *y:
			more++
		case *x < *y:
			less++
		default:
			same++
		}
	}
	return more, less, same
}

// verdictWords end a sentence with what a sign test says.
func verdictWords(s *views.Sentence, more, less int) {
	p, end := stats.McNemarExact(stats.TwoByTwo{OnlyA: more, OnlyB: less}), "no significant difference"
	if p < board.Alpha {
		end = "a significant difference"
	}
	s.Strong(end)
	s.Add(" (sign test, " + pWords(p) + ").")
}

func pWords(p float64) string {
	if text := words.PValue(&p); !strings.HasPrefix(text, "<") {
		return "p = " + text
	}
	return "p < 0.0001"
}

func (d *Heatmap) sayTwo(s *views.Sentence) {
	a, b := d.over[0], d.over[1]
	more, less, same := d.against(a, b)
	if less > more {
		a, b, more, less = b, a, less, more
	}
	noun := d.Of.Words.Scenario
	s.Add(fmt.Sprintf("%s has the higher %s on %d of %s, %s on %d", d.nameOf(d.systems[a]), views.MetricOf(d.Metric).Label, more,
		words.Counted(len(d.rows), noun), d.nameOf(d.systems[b]), less))
	if same == 1 {
		s.Add(", one is tied")
	} else if same > 1 {
		s.Add(fmt.Sprintf(", %d are tied", same))
	}
	s.Add(": ")
	verdictWords(s, more, less)
}

// sayMany names the systems that lead on most rows, and the row that most find hard.
func (d *Heatmap) sayMany(s *views.Sentence) {
	type lead struct{ k, n int }
	var leads []lead
	for _, k := range d.over {
		n := 0
		for i := range d.rows {
			v := d.rows[i].Cells[k].Value
			if v != nil && !slices.ContainsFunc(d.over, func(o int) bool { x := d.rows[i].Cells[o].Value; return x != nil && *x > *v }) {
				n++
			}
		}
		if n > 0 {
			leads = append(leads, lead{k, n})
		}
	}
	slices.SortStableFunc(leads, func(a, b lead) int { return b.n - a.n })
	var parts []string
	for i, l := range leads[:min(3, len(leads))] {
		part := fmt.Sprintf("%s on %d", d.nameOf(d.systems[l.k]), l.n)
		if i == 0 {
			part = fmt.Sprintf("%s has the highest %s on %d of %s", d.nameOf(d.systems[l.k]), views.MetricOf(d.Metric).Label, l.n,
				words.Counted(len(d.rows), d.Of.Words.Scenario))
		}
		parts = append(parts, part)
	}
	s.Add(strings.Join(parts, ", "))
	if hard, below, p := d.hardest(); hard >= 0 {
		s.Add("; ")
		s.Strong(fmt.Sprintf("%s is hard: %d of %d systems score below their own mean there", d.rowName(hard), below, len(d.over)))
		s.Add(" (sign test, " + pWords(p) + ", Holm).")
		return
	}
	s.Add("; on no " + d.Of.Words.Scenario + " do significantly many systems score below their own mean (sign tests, Holm).")
}

// hardest is the row on which most systems lie below their own mean, if a sign test
// adjusted over all rows bears that; else -1.
func (d *Heatmap) hardest() (row, below int, p float64) {
	lows, p0 := make([]int, len(d.rows)), make([]float64, len(d.rows))
	for i := range d.rows {
		above := 0
		for _, k := range d.over {
			switch mean, v := d.columnMean(k).Mean, d.rows[i].Cells[k].Value; {
			case mean == nil || v == nil:
			case *v < *mean:
				lows[i]++
			case *v > *mean:
				above++
			}
		}
		if p0[i] = stats.McNemarExact(stats.TwoByTwo{OnlyA: lows[i], OnlyB: above}); above > lows[i] {
			p0[i] = 1
		}
	}
	row = -1
	for i, holm := range stats.Holm(p0) {
		if holm < board.Alpha && (row < 0 || lows[i] > lows[row]) {
			row, p = i, holm
		}
	}
	if row < 0 {
		return -1, 0, 0
	}
	return row, lows[row], p
}

// nameOf names a system; with its harness where systems ran in several.
func (d *Heatmap) nameOf(x HeatmapSystem) string {
	if !d.SeveralFrameworks() {
		x.System.Framework = ""
	}
	return ui.Plain(words.System(cmp.Or(x.Name, x.System.Model), x.System))
}

// HeatmapTable has the fractions from 0 to 1 of what is shown, empty where
// nothing is known.
func HeatmapTable(d *Heatmap) table.Table {
	var g table.Table
	for _, key := range []string{"scenario", "task", "title", "mean", "mean_n", "mean_of", "sd"} {
		g.Cols = append(g.Cols, table.Col{Key: key})
	}
	for _, x := range d.Systems {
		g.Cols = append(g.Cols, table.Col{Key: words.System(x.System.Model, x.System)})
	}
	for _, r := range d.Rows {
		task := ""
		if r.Task != nil {
			task = *r.Task
		}
		row := table.Row{Cells: []table.Cell{table.Words(r.Scenario), table.Words(task), table.Words(r.Title), table.Percent(r.Mean),
			table.Whole(r.MeanN), table.Whole(r.MeanOf), table.Percent(r.SD)}}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, table.Percent(c.Value))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
