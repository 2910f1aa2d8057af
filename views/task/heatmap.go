package task

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// HeatmapQuery is what the address of a heatmap asks for.
type HeatmapQuery struct {
	Metric string       // empty: the headline, or the first metric with numbers
	Sort   string       // order of the rows: empty (the dataset's), mean or sd
	All    bool         // on the page also systems that are not ranked
	Rows   table.Window // one page of the rows
	Block  table.Window // systems side by side
}

// Heatmap is one metric of a benchmark by scenario and system. Systems and Rows are
// those shown; means are over all.
type Heatmap struct {
	Benchmark    string          `json:"benchmark"`     // id
	Metric       string          `json:"metric"`        // of the cells
	Metrics      []string        `json:"metrics"`       // with numbers by scenario, in the board's order
	Systems      []HeatmapSystem `json:"systems"`       // one block; cells are in their order
	SystemsTotal int             `json:"systems_total"` // systems in all blocks
	Block        int             `json:"block"`         // number of the block, from 1
	Rows         []HeatmapRow    `json:"rows"`          // one page
	Means        HeatmapMeans    `json:"means"`         // what the means are over
	Total        int             `json:"total"`         // rows on all pages
	Limit        int             `json:"limit"`         // rows on one page
	Offset       int             `json:"offset"`        // rows before the page

	Of    results.Benchmark `json:"-"`
	Query HeatmapQuery      `json:"-"`
	List  *TaskList         `json:"-"` // of the benchmark's tasks, below the map; nil in the API

	bench   *views.Bench
	figures []results.Figure // reported by scenario
	systems []HeatmapSystem  // all
	rows    []HeatmapRow     // all, with the cells of all systems
	over    []int            // indexes of the systems that means are over
	others  int              // systems that Narrow left out
	without []string         // ids of the rows that Narrow left out, because no system has a number there
}

// HeatmapMeans says which systems the means are over. A mean is null unless all of them
// have the cell.
type HeatmapMeans struct {
	Basis   *results.Evidence `json:"basis"`   // recomputed, or published for the results of one source; null without a mean
	Systems int               `json:"systems"` // that a mean needs
}

// HeatmapSystem is a column.
type HeatmapSystem struct {
	Run    *string        `json:"run"`    // slug; null for a system that is only reported
	System results.System `json:"system"` // what was run
	Name   string         `json:"name"`   // of the model

	row *results.BoardRow
}

// HeatmapRow is a scenario.
type HeatmapRow struct {
	Scenario string        `json:"scenario"` // slug
	Title    string        `json:"title"`    // of the scenario
	Tasks    int           `json:"tasks"`    // of the scenario
	Mean     *float64      `json:"mean"`     // plain mean over the systems; null unless all that it needs have a value
	SD       *float64      `json:"sd"`       // standard deviation around the mean
	Cells    []HeatmapCell `json:"cells"`    // in the order of the systems
}

// HeatmapCell is one number.
type HeatmapCell struct {
	Value    *float64          `json:"value"`    // null: neither recorded nor reported
	Num      *float64          `json:"num"`      // what was counted, where the metric is a share
	Den      *float64          `json:"den"`      // what it is a share of
	Evidence *results.Evidence `json:"evidence"` // published for a reported number

	source string  // of a reported number
	sweeps float64 // that the value is a mean of
}

// pool adds the number of one run to the cell of its system: the mean over sweeps, with
// what was counted in all of them.
func (c *HeatmapCell) pool(m *results.ScopedMetric, sweeps int) {
	if c.Value == nil && c.Den == nil {
		c.Num, c.Den = m.Num, m.Den
	} else {
		c.Num, c.Den = plus(c.Num, m.Num), plus(c.Den, m.Den)
	}
	if m.Value == nil {
		return
	}
	mean, n := *m.Value, float64(sweeps)
	if c.Value != nil {
		mean = (*c.Value*c.sweeps + mean*n) / (c.sweeps + n)
	}
	c.Value, c.sweeps = &mean, c.sweeps+n
}

func plus(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	x := *a + *b
	return &x
}

// NewHeatmap settles which metric the map shows; AddRuns fills it. sizes are numbers of
// tasks by scenario, recorded the metrics that runs have by scenario.
func NewHeatmap(b *views.Bench, scenarios []results.Scenario, sizes map[string]int, figures []results.Figure, recorded []string,
	q HeatmapQuery) (*Heatmap, error) {
	if q.Metric != "" && !slices.Contains(b.Board.Keys, q.Metric) {
		return nil, views.Refuse("metric=%s is not known; use one of %s.", q.Metric, strings.Join(b.Board.Keys, ", "))
	}
	d := &Heatmap{Benchmark: b.Benchmark.ID, Metrics: []string{}, Of: b.Benchmark, Query: q, bench: b}
	for _, f := range figures {
		if strings.HasPrefix(f.Scope, "scenario:") && f.Value != nil {
			d.figures, recorded = append(d.figures, f), append(recorded, f.Metric)
		}
	}
	for _, k := range b.Board.Keys {
		if slices.Contains(recorded, k) {
			d.Metrics = append(d.Metrics, k)
		}
	}
	d.Metric = b.Board.Headline
	if len(d.Metrics) > 0 && !slices.Contains(d.Metrics, d.Metric) {
		d.Metric = d.Metrics[0]
	}
	d.Metric = cmp.Or(q.Metric, d.Metric)
	for _, sc := range scenarios {
		d.rows = append(d.rows, HeatmapRow{Scenario: sc.Slug, Title: sc.Title, Tasks: sizes[sc.Slug], Cells: []HeatmapCell{}})
	}
	return d, nil
}

// AddRuns fills the map with the systems of the board that have a number. A cell is the
// system's own number or, without a run, the one that a source of the board reports.
func (d *Heatmap) AddRuns(scoped []results.ScopedMetric) {
	cells, onBoard := map[string]map[string]*HeatmapCell{}, map[string]bool{}
	cell := func(system, scope string) *HeatmapCell {
		if cells[system] == nil {
			cells[system] = map[string]*HeatmapCell{}
		}
		scenario := strings.TrimPrefix(scope, "scenario:")
		if cells[system][scenario] == nil {
			cells[system][scenario] = &HeatmapCell{}
		}
		return cells[system][scenario]
	}
	for i := range d.bench.Board.Rows {
		for _, p := range d.bench.Board.Rows[i].Published {
			onBoard[p.Source] = true
		}
	}
	published := results.Published
	for _, f := range d.figures {
		if f.Metric == d.Metric && onBoard[f.Source] {
			system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant, Provider: f.Provider}
			*cell(heatmapKey(nil, system), f.Scope) = HeatmapCell{Value: f.Value, Evidence: &published, source: f.Source}
		}
	}
	slugs, parts := map[int64]string{}, views.SweepParts(&d.bench.Board)
	for slug, r := range d.bench.Runs {
		slugs[r.ID] = slug
	}
	for i := range scoped {
		if part, ok := parts[slugs[scoped[i].Run]]; ok {
			cell(part.Standing, scoped[i].Scope).pool(&scoped[i], part.Sweeps)
		}
	}
	for i := range d.bench.Board.Rows {
		r := &d.bench.Board.Rows[i]
		of, any := cells[heatmapKey(r.Run, r.System)], false
		for _, c := range of {
			any = any || c.Value != nil
		}
		if !any {
			continue
		}
		d.systems = append(d.systems, HeatmapSystem{Run: r.Run, System: r.System, Name: r.Name, row: r})
		for k := range d.rows {
			c := of[d.rows[k].Scenario]
			d.rows[k].Cells = append(d.rows[k].Cells, *cmp.Or(c, &HeatmapCell{}))
		}
	}
	d.settle()
	if by := d.Query.Sort; by != "" {
		slices.SortStableFunc(d.rows, func(a, b HeatmapRow) int {
			if by == "sd" {
				return views.CompareValues(a.SD, b.SD, false)
			}
			return views.CompareValues(a.Mean, b.Mean, true)
		})
	}
}

// heatmapKey tells systems apart: by their run or, without one, by what they are.
func heatmapKey(run *string, s results.System) string {
	if run != nil {
		return *run
	}
	return strings.Join([]string{"", s.Model, s.Framework, s.Variant}, "\n")
}

// settle chooses the systems that means are over, and computes them: the board's ranked
// systems or, where the map has none, those whose results one source reports. Reported
// and recomputed numbers never meet in a mean, nor do two sources.
func (d *Heatmap) settle() {
	ranked, sources := map[string]bool{}, map[string]bool{}
	for _, r := range board.Population(d.bench.Board) {
		ranked[*r.Run] = true
	}
	var reported []int
	d.over, d.Means = nil, HeatmapMeans{}
	for k, x := range d.systems {
		if x.Run != nil && ranked[*x.Run] {
			d.over = append(d.over, k)
		}
		for i := range d.rows {
			if s := d.rows[i].Cells[k].source; s != "" {
				sources[s], reported = true, append(reported, k)
			}
		}
	}
	recomputed, published := results.Recomputed, results.Published
	switch {
	case len(d.over) > 0: // a ranked system without a column has no cell either
		d.Means = HeatmapMeans{Basis: &recomputed, Systems: len(ranked)}
	case len(sources) == 1:
		d.over = slices.Compact(reported)
		d.Means = HeatmapMeans{Basis: &published, Systems: len(d.over)}
	}
	for i := range d.rows {
		r := &d.rows[i]
		values := make([]*float64, d.Means.Systems)
		for n, k := range d.over {
			values[n] = r.Cells[k].Value
		}
		r.SD = nil
		if r.Mean, _ = board.MeanOver(values); r.Mean != nil && len(values) > 1 {
			list := make([]float64, len(values))
			for n, v := range values {
				list[n] = *v
			}
			sd := stats.Deviation(list)
			r.SD = &sd
		}
	}
}

// HalfFilled reports whether half of the cells have a number: of some run or, of reported
// results, of the rows that have any.
func (d *Heatmap) HalfFilled() bool {
	rows, filled := map[int]bool{}, 0
	for k := range d.systems {
		n := 0
		for i := range d.rows {
			if d.rows[i].Cells[k].Value != nil {
				rows[i] = true
				n++
			}
		}
		if d.systems[k].Run != nil && 2*n >= len(d.rows) {
			return true
		}
		filled += n
	}
	return filled > 0 && 2*filled >= len(rows)*len(d.systems)
}

// Narrow leaves the systems that means are over, unless the query asks for all. Of
// reported results it leaves the rows that have any.
func (d *Heatmap) Narrow() {
	if d.Means.Basis == nil || *d.Means.Basis == results.Published {
		d.rows = slices.DeleteFunc(d.rows, func(r HeatmapRow) bool {
			none := !slices.ContainsFunc(r.Cells, func(c HeatmapCell) bool { return c.Value != nil })
			if none {
				d.without = append(d.without, r.Scenario)
			}
			return none
		})
	}
	if d.Query.All || len(d.over) == 0 || len(d.over) == len(d.systems) {
		return
	}
	d.others = len(d.systems) - len(d.over)
	for i := range d.rows {
		d.rows[i].Cells = chosen(d.rows[i].Cells, d.over)
	}
	d.systems = chosen(d.systems, d.over)
	d.settle() // it holds indexes of systems
}

func chosen[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = list[k]
	}
	return out
}

// Show leaves one page of rows and one block of systems, as the query asks.
func (d *Heatmap) Show() {
	lo, hi := d.Query.Rows.Cut(len(d.rows))
	d.Span(hi-lo, lo)
}

// ShowAll leaves every row and system.
func (d *Heatmap) ShowAll() {
	d.Query.Block.Number, d.Query.Block.Size = 1, max(1, len(d.systems))
	d.Span(len(d.rows), 0)
}

// Span leaves a window of the rows and one block of systems.
func (d *Heatmap) Span(limit, offset int) {
	left, right := d.Query.Block.Cut(len(d.systems))
	d.Limit, d.Offset, d.Total = limit, offset, len(d.rows)
	d.SystemsTotal, d.Block = len(d.systems), d.Query.Block.Number
	d.Systems, d.Rows = append([]HeatmapSystem{}, d.systems[left:right]...), views.Span(d.rows, limit, offset)
	for i := range d.Rows {
		d.Rows[i].Cells = d.Rows[i].Cells[left:right]
	}
}

// values are the query as an address has it, without its windows.
func (q HeatmapQuery) values() url.Values {
	all := ""
	if q.All {
		all = "all"
	}
	return link.With(nil, "metric", q.Metric, "sort", q.Sort, "systems", all)
}
