package task

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// AddFigures keeps the published figures by scenario, and settles which metric is
// shown. recorded are the metrics that runs have by scenario.
func (d *Heatmap) AddFigures(figures []results.Figure, sources []results.FigureSource, recorded []string) error {
	used := map[string]bool{}
	for _, f := range figures {
		if strings.HasPrefix(f.Scope, "scenario:") && f.Value != nil {
			d.figures = append(d.figures, f)
			used[f.Source] = true
		}
	}
	d.Sources = slices.DeleteFunc(slices.Clone(sources), func(src results.FigureSource) bool { return !used[src.ID] })
	if d.Source != nil && !slices.ContainsFunc(d.Sources, func(src results.FigureSource) bool { return src.ID == *d.Source }) {
		return views.Refuse("source=%s has no figures by %s.", *d.Source, d.Of.Words.Scenario)
	}
	d.Metrics = d.withNumbers(recorded)
	d.Metric = d.chosenMetric()
	return nil
}

// withNumbers are the metrics of the board that any run or figure by scenario has.
func (d *Heatmap) withNumbers(recorded []string) []string {
	has := map[string]bool{}
	for _, f := range d.figures {
		if d.Source == nil || f.Source == *d.Source {
			has[f.Metric] = true
		}
	}
	if d.Source == nil {
		for _, k := range recorded {
			has[k] = true
		}
	}
	list := []string{}
	for _, k := range d.Board.Keys {
		if has[k] {
			list = append(list, k)
		}
	}
	return list
}

// chosenMetric is the asked metric or, without one, the headline if it has
// numbers, else the first that has.
func (d *Heatmap) chosenMetric() string {
	switch {
	case d.Query.Metric != "":
		return d.Query.Metric
	case len(d.Metrics) == 0 || slices.Contains(d.Metrics, d.Board.Headline):
		return d.Board.Headline
	}
	return d.Metrics[0]
}

// heatmapKey tells systems apart: by their run or, without one, by what they are.
type heatmapKey struct {
	Run    string         `json:"-"`
	System results.System `json:"-"` // without its provider
}

func (x HeatmapSystem) Key() heatmapKey {
	if x.Run != nil {
		return heatmapKey{Run: *x.Run}
	}
	return heatmapKey{System: views.AnyProvider(x.System)}
}

func figureSystem(f results.Figure) results.System {
	return results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant, Provider: f.Provider}
}

// AddRuns fills the map by scenario. A cell is the run's own number or, for a
// system without a run, the figure that the board's source prints.
func (d *Heatmap) AddRuns(scoped []results.ScopedMetric) {
	published := results.Published
	values := map[heatmapKey]map[string]HeatmapCell{} // by scenario
	put := func(key heatmapKey, scope string, c HeatmapCell) {
		if values[key] == nil {
			values[key] = map[string]HeatmapCell{}
		}
		values[key][strings.TrimPrefix(scope, "scenario:")] = c
	}
	systems, onBoard := d.listSystems()
	for _, f := range d.figures {
		if f.Metric == d.Metric && (d.Source != nil && f.Source == *d.Source || d.Source == nil && onBoard[f.Source]) {
			put(HeatmapSystem{System: figureSystem(f)}.Key(), f.Scope, HeatmapCell{Value: f.Value, Evidence: &published, Source: f.Source})
		}
	}
	if d.Source == nil {
		slugs := map[int64]string{}
		for slug, r := range d.bench.Runs {
			slugs[r.ID] = slug
		}
		pool := newCellPool(&d.Board)
		for _, m := range scoped {
			if m.Value != nil || m.Den != nil {
				run, c := pool.add(slugs[m.Run], m.Scope, HeatmapCell{Value: m.Value, Num: m.Num, Den: m.Den})
				put(heatmapKey{Run: run}, m.Scope, c)
			}
		}
	}
	for _, x := range systems {
		cells := values[x.Key()]
		if !anyValue(cells) && !d.Query.All {
			continue
		}
		d.systems = append(d.systems, x)
		for i := range d.rows {
			d.rows[i].Cells = append(d.rows[i].Cells, cells[d.rows[i].ID])
		}
	}
	d.Order()
}

// anyValue reports whether a system has any number: a column without one says nothing.
func anyValue(cells map[string]HeatmapCell) bool {
	for _, c := range cells {
		if c.Value != nil {
			return true
		}
	}
	return false
}

// listSystems are the systems of the board or, for a single source, the ones
// that it prints. The second result holds the sources of the board.
func (d *Heatmap) listSystems() (systems []HeatmapSystem, onBoard map[string]bool) {
	onBoard = map[string]bool{}
	for _, r := range d.Board.Rows {
		for _, p := range r.Published {
			onBoard[p.Source] = true
		}
		systems = append(systems, HeatmapSystem{Run: r.Run, System: r.System, Name: r.Name})
	}
	if d.Source == nil {
		return systems, onBoard
	}
	systems = nil
	seen := map[heatmapKey]bool{}
	for _, f := range d.figures {
		x := HeatmapSystem{System: figureSystem(f), Name: d.bench.Names[f.Model]}
		if f.Source == *d.Source && !seen[x.Key()] {
			seen[x.Key()] = true
			systems = append(systems, x)
		}
	}
	return systems, onBoard
}

// AddTasks begins the map by task for the runs of the board, and gives what puts
// a score into its cell. Order it when all are in.
func (d *Heatmap) AddTasks(tasks []results.Task) (put func(*results.TaskScore)) {
	d.Metric, d.Metrics = "task_score", []string{"task_score"}
	places := map[string]int{}
	for _, r := range d.Board.Rows {
		if r.Run != nil {
			places[*r.Run] = len(d.systems)
			d.systems = append(d.systems, HeatmapSystem{Run: r.Run, System: r.System, Name: r.Name})
		}
	}
	for i := range tasks {
		t := &tasks[i]
		d.rows = append(d.rows, HeatmapRow{Scenario: t.Scenario, Task: &t.Slug, ID: t.Slug, Title: t.Title, Group: d.titles[t.Scenario],
			Tasks: 1, Cells: make([]HeatmapCell, len(d.systems))})
	}
	finder, run, at, parts := NewTaskFinder(tasks), "", -1, views.SweepParts(&d.Board)
	attempts := map[int]*float64{} // one number for all cells that have it
	return func(x *results.TaskScore) {
		if x.Run != run {
			run, at = x.Run, -1
			if k, ok := places[parts[run].Standing]; ok {
				at = k
			}
		}
		i, known := finder.Find(run, x.Scenario, x.Task)
		if at < 0 || !known {
			return
		}
		if attempts[x.Attempts] == nil {
			n := float64(x.Attempts)
			attempts[x.Attempts] = &n
		}
		d.rows[i].Cells[at] = pooledCell(d.rows[i].Cells[at], HeatmapCell{Value: x.Score, Den: attempts[x.Attempts]})
	}
}

// cellPool makes the cells of systems with several sweeps out of those of their runs.
type cellPool struct {
	parts map[string]views.SweepPart
	cells map[[2]string]*sweepCell // by standing run and scope
}

// sweepCell is what runs of a system make of one cell.
type sweepCell struct {
	sum    float64
	sweeps int
	num    *float64
	den    *float64
}

func newCellPool(b *results.Board) *cellPool {
	return &cellPool{parts: views.SweepParts(b), cells: map[[2]string]*sweepCell{}}
}

// add takes the cell of a run and gives that of its system as far as it is known: the
// mean over the sweeps, with what was counted in all of them.
func (p *cellPool) add(run, scope string, c HeatmapCell) (standing string, of HeatmapCell) {
	part, ok := p.parts[run]
	if !ok {
		return run, c
	}
	x := p.cells[[2]string{part.Standing, scope}]
	if x == nil {
		x = &sweepCell{}
		p.cells[[2]string{part.Standing, scope}] = x
		if c.Value != nil {
			x.sum, x.sweeps = *c.Value*float64(part.Sweeps), part.Sweeps
		}
		x.num, x.den = c.Num, c.Den
		return part.Standing, c
	}
	if c.Value != nil {
		x.sum, x.sweeps = x.sum+*c.Value*float64(part.Sweeps), x.sweeps+part.Sweeps
	}
	x.num, x.den = plus(x.num, c.Num), plus(x.den, c.Den)
	if of = (HeatmapCell{Num: x.num, Den: x.den, Evidence: c.Evidence}); x.sweeps > 0 {
		mean := x.sum / float64(x.sweeps)
		of.Value = &mean
	}
	return part.Standing, of
}

// pooledCell is the mean over the attempts of both, at one task.
func pooledCell(a, b HeatmapCell) HeatmapCell {
	switch {
	case b.Value == nil || b.Den == nil:
		return a
	case a.Value == nil || a.Den == nil:
		return b
	}
	n := *a.Den + *b.Den
	mean := (*a.Value**a.Den + *b.Value**b.Den) / n
	return HeatmapCell{Value: &mean, Den: &n}
}

func plus(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	x := *a + *b
	return &x
}
