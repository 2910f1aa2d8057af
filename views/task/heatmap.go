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

// HeatmapQuery holds the query parameters of a heatmap.
type HeatmapQuery struct {
	Metric string       // key of the metric; empty for the headline, or for the first metric with values if the headline has none
	Sort   string       // order of the rows: "" (dataset order), "mean" or "sd"
	All    bool         // true to include unranked systems
	Rows   table.Window // paging of the rows
	Block  table.Window // paging of the systems, which are the columns
}

// Heatmap shows one metric of a benchmark by scenario and system. Systems and Rows contain only the
// requested page. Means are computed over all systems.
type Heatmap struct {
	Benchmark    string          `json:"benchmark"`     // id of the benchmark
	Metric       string          `json:"metric"`        // key of the metric in the cells
	Metrics      []string        `json:"metrics"`       // keys of the metrics with values by scenario, in the leaderboard's order
	Systems      []HeatmapSystem `json:"systems"`       // systems on this page of columns, in the order of the cells
	SystemsTotal int             `json:"systems_total"` // number of systems on all pages
	Block        int             `json:"block"`         // number of the page of systems, from 1
	Rows         []HeatmapRow    `json:"rows"`          // rows on this page
	Means        HeatmapMeans    `json:"means"`         // description of the averaged systems
	Total        int             `json:"total"`         // number of rows on all pages
	Limit        int             `json:"limit"`         // maximum number of rows on a page
	Offset       int             `json:"offset"`        // number of rows before the page

	Of    results.Benchmark `json:"-"`
	Query HeatmapQuery      `json:"-"`
	List  *TaskList         `json:"-"` // benchmark's tasks, shown below the map; nil in the API

	bench   *views.Bench
	figures []results.Figure // reported results by scenario
	systems []HeatmapSystem  // all systems
	rows    []HeatmapRow     // all rows, with the cells of all systems
	over    []int            // indexes of the systems that the means cover
	others  int              // number of systems that Narrow removed
	without []string         // ids of the rows that Narrow removed because they have no value
}

// HeatmapMeans describes which systems the means cover. A mean is null unless all of them have a
// value.
type HeatmapMeans struct {
	Basis   *results.Evidence `json:"basis"`   // evidence level of the values: recomputed, or published for reported results of one source; null if there are no means
	Systems int               `json:"systems"` // number of systems that each mean covers
}

// HeatmapSystem is a column of the heatmap.
type HeatmapSystem struct {
	Run    *string        `json:"run"` // slug of the run; null for a system with only reported results
	System results.System `json:"system"`
	Name   string         `json:"name"` // name of the model

	row *results.BoardRow
}

// HeatmapRow is the row of a scenario in the heatmap.
type HeatmapRow struct {
	Scenario string        `json:"scenario"` // slug of the scenario
	Title    string        `json:"title"`    // title of the scenario
	Tasks    int           `json:"tasks"`    // number of tasks in the scenario
	Mean     *float64      `json:"mean"`     // unweighted mean over the systems that Means describes; null unless all of them have a value
	SD       *float64      `json:"sd"`       // standard deviation over the same systems; null without a mean or for a single system
	Cells    []HeatmapCell `json:"cells"`    // cells in the order of the systems
}

// HeatmapCell is one value of the heatmap.
type HeatmapCell struct {
	Value    *float64          `json:"value"`    // value of the metric; null if neither recorded nor reported
	Num      *float64          `json:"num"`      // numerator if the metric is a share; otherwise null
	Den      *float64          `json:"den"`      // denominator if the metric is a share; otherwise null
	Evidence *results.Evidence `json:"evidence"` // "published" for a reported result; otherwise null

	source string  // source of a reported result; empty for a recorded value
	sweeps float64 // number of runs averaged in the value
}

// pool adds the value of another run to the cell of its system. The value becomes the mean over the
// runs, and numerators and denominators are summed.
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

// NewHeatmap returns an empty heatmap with its metric selected. AddRuns fills it. sizes maps
// scenarios to numbers of tasks. recorded contains the metrics for which runs have values by
// scenario.
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

// AddRuns adds the leaderboard's systems that have at least one value. Without a run, a cell has
// the result reported by a source of the leaderboard.
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

// heatmapKey returns a unique key for a system: the slug of its run, or without a run its model,
// framework and variant.
func heatmapKey(run *string, s results.System) string {
	if run != nil {
		return *run
	}
	return strings.Join([]string{"", s.Model, s.Framework, s.Variant}, "\n")
}

// settle selects the systems to average and computes the means. These are the ranked systems or, if
// the map contains none, systems with results from a single source. It never averages reported with
// recomputed values, or results from several sources.
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
	case len(d.over) > 0: // a ranked system that is not in the map has no values, so the means stay null
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

// HalfFilled reports whether some run has values in at least half of its cells. If no run does, it
// reports whether at least half of all cells are filled, counting only rows with any value.
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

// Narrow removes the systems that the means do not cover, unless the query requests all. If the
// means do not cover recorded values, it also removes rows without values.
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
	d.settle() // update the indexes of the averaged systems
}

func chosen[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = list[k]
	}
	return out
}

// Show selects the page of rows and the page of systems that the query requests.
func (d *Heatmap) Show() {
	lo, hi := d.Query.Rows.Cut(len(d.rows))
	d.Span(hi-lo, lo)
}

// ShowAll selects all rows and systems.
func (d *Heatmap) ShowAll() {
	d.Query.Block.Number, d.Query.Block.Size = 1, max(1, len(d.systems))
	d.Span(len(d.rows), 0)
}

// Span selects a range of rows and the requested page of systems.
func (d *Heatmap) Span(limit, offset int) {
	left, right := d.Query.Block.Cut(len(d.systems))
	d.Limit, d.Offset, d.Total = limit, offset, len(d.rows)
	d.SystemsTotal, d.Block = len(d.systems), d.Query.Block.Number
	d.Systems, d.Rows = append([]HeatmapSystem{}, d.systems[left:right]...), views.Span(d.rows, limit, offset)
	for i := range d.Rows {
		d.Rows[i].Cells = d.Rows[i].Cells[left:right]
	}
}

// values returns the query parameters without page numbers.
func (q HeatmapQuery) values() url.Values {
	all := ""
	if q.All {
		all = "all"
	}
	return link.With(nil, "metric", q.Metric, "sort", q.Sort, "systems", all)
}
