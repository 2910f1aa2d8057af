package web

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// fillScenarios makes the grid by scenario. A cell is the run's own number or,
// for a system without a run, the figure that the board's source prints.
func (d *heatData) fillScenarios(runs []results.Run, scoped []results.ScopedMetric, figures []results.Figure) {
	metric := d.chosenMetric()
	for _, sc := range d.scenarios {
		d.grid.Rows = append(d.grid.Rows, heatRow{Scenario: sc.Slug, ID: sc.Slug, Title: sc.Title, Tasks: d.sizes[sc.Slug]})
	}
	values := map[string]map[string]heatCell{} // system key -> scenario -> cell
	put := func(key, scope string, c heatCell) {
		if values[key] == nil {
			values[key] = map[string]heatCell{}
		}
		values[key][strings.TrimPrefix(scope, "scenario:")] = c
	}
	cols, boardSource := d.columnsOf(figures)
	for _, f := range figures {
		if f.Metric == metric && (f.Source == d.query.source || d.query.source == "" && boardSource[f.Source]) {
			put(heatFigureKey(&f), f.Scope, heatCell{Value: f.Value, Source: f.Source})
		}
	}
	if d.query.source == "" {
		keys := map[int64]string{}
		for _, r := range runs {
			keys[r.ID] = r.Slug
		}
		for _, m := range scoped {
			if m.Value != nil || m.Den != nil {
				put(keys[m.Run], m.Scope, heatCell{Value: m.Value, Num: m.Num, Den: m.Den})
			}
		}
	}
	d.addColumns(cols, values)
}

// columnsOf lists the systems: those of the board or, for a single source, the
// ones that it prints. The second result holds the sources of the board.
func (d *heatData) columnsOf(figures []results.Figure) ([]heatColumn, map[string]bool) {
	boardSource := map[string]bool{}
	var cols []heatColumn
	for i := range d.board.Rows {
		r := &d.board.Rows[i]
		for _, p := range r.Published {
			boardSource[p.Source] = true
		}
		cols = append(cols, heatColumn{Run: r.Run, System: r.System, Name: r.Name})
	}
	if d.query.source == "" {
		return cols, boardSource
	}
	cols = nil
	seen := map[string]bool{}
	for _, f := range figures {
		if k := heatFigureKey(&f); f.Source == d.query.source && !seen[k] {
			seen[k] = true
			cols = append(cols, heatColumn{System: results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant, Provider: f.Provider}, Name: d.names[f.Model]})
		}
	}
	return cols, boardSource
}

func heatFigureKey(f *results.Figure) string {
	return f.Model + "\x00" + f.Framework + "\x00" + f.Variant
}

// addColumns puts the systems into the grid that have a number, or all.
func (d *heatData) addColumns(cols []heatColumn, values map[string]map[string]heatCell) {
	d.grid.Cells = make([][]heatCell, len(d.grid.Rows))
	for _, col := range cols {
		cells := values[col.System.Model+"\x00"+col.System.Framework+"\x00"+col.System.Variant]
		if col.Run != nil {
			cells = values[*col.Run]
		}
		if len(cells) == 0 && !d.query.all {
			continue
		}
		d.grid.Cols = append(d.grid.Cols, col)
		for i, row := range d.grid.Rows {
			c := cells[row.ID]
			d.grid.Cells[i] = append(d.grid.Cells[i], c)
		}
	}
	d.order()
}

// metricsWithNumbers are the metrics of the board that any run or figure by
// scenario has.
func metricsWithNumbers(b results.Board, keys []string, figures []results.Figure, source string) []string {
	has := map[string]bool{}
	for _, f := range figures {
		if source == "" || f.Source == source {
			has[f.Metric] = true
		}
	}
	if source == "" {
		for _, k := range keys {
			has[k] = true
		}
	}
	var list []string
	for _, k := range b.Keys {
		if has[k] {
			list = append(list, k)
		}
	}
	return list
}

// chosenMetric is the asked metric or, without one, the headline if it has
// numbers, else the first that has.
func (d *heatData) chosenMetric() string {
	switch {
	case d.query.metric != "":
		return d.query.metric
	case len(d.metrics) == 0 || slices.Contains(d.metrics, d.board.Headline):
		return d.board.Headline
	}
	return d.metrics[0]
}

// putScores makes the grid by task for the runs of the board, and gives what puts
// a score into its cell.
func (d *heatData) putScores(tasks []results.Task) (put func(*results.TaskScore)) {
	titles := map[string]string{}
	for _, sc := range d.scenarios {
		titles[sc.Slug] = heatScenarioTitle(sc)
	}
	for i := range tasks {
		t := &tasks[i]
		d.grid.Rows = append(d.grid.Rows, heatRow{Scenario: t.Scenario, ID: t.Slug, Title: t.Title, Group: titles[t.Scenario], Tasks: 1})
	}
	cols := map[string]int{}
	for i := range d.board.Rows {
		r := &d.board.Rows[i]
		if r.Run != nil {
			cols[*r.Run] = len(d.grid.Cols)
			d.grid.Cols = append(d.grid.Cols, heatColumn{Run: r.Run, System: r.System, Name: r.Name})
		}
	}
	d.grid.Cells = make([][]heatCell, len(tasks))
	for i := range d.grid.Cells {
		d.grid.Cells[i] = make([]heatCell, len(d.grid.Cols))
	}
	finder, run, col := newTaskFinder(tasks), "", -1
	attempts := map[int]*float64{} // one number for all cells that have it
	return func(x *results.TaskScore) {
		if x.Run != run {
			run, col = x.Run, -1
			if k, ok := cols[run]; ok {
				col = k
			}
		}
		i, known := finder.find(run, x.Scenario, x.Task)
		if col < 0 || !known {
			return
		}
		if attempts[x.Attempts] == nil {
			n := float64(x.Attempts)
			attempts[x.Attempts] = &n
		}
		d.grid.Cells[i][col] = heatCell{Value: x.Score, Den: attempts[x.Attempts]}
	}
}

func heatScenarioTitle(sc results.Scenario) string {
	if sc.Title == "" {
		return sc.Slug
	}
	return sc.Title
}
