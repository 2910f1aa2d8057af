package task

import (
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
)

// HeatmapQuery is what the address of a heatmap asks for.
type HeatmapQuery struct {
	Metric  string // empty: the headline, or the first that has numbers
	By      string // scenario or task
	Sort    string // of the rows: empty (the dataset's order), name, mean, -mean, sd
	Columns string // order of the systems: empty (rank), name, mean
	Source  string // a source of figures instead of the runs
	All     bool   // also systems without any number
	Every   bool   // of a page: also systems that are in no mean
	Rows    views.Window
	Block   views.Window // of the systems side by side
}

// Values is the query as an address has it, without its windows.
func (q HeatmapQuery) Values() url.Values {
	by, all := q.By, ""
	if by == "scenario" {
		by = ""
	}
	if q.All {
		all = "all"
	}
	return link.With(url.Values{}, "metric", q.Metric, "by", by, "sort", q.Sort, "columns", q.Columns, "source", q.Source, "systems", all)
}

// Heatmap is the numbers of a benchmark by scenario or task and system. Of all
// of them Systems and Rows are those shown; means are over all.
type Heatmap struct {
	Benchmark    string          `json:"benchmark"`     // id
	By           string          `json:"by"`            // what the rows are: scenario or task
	Metric       string          `json:"metric"`        // of the cells; task_score by task
	Metrics      []string        `json:"metrics"`       // that have numbers here, in the board's order
	Source       *string         `json:"source"`        // whose figures alone are shown; null: runs and current figures
	Systems      []HeatmapSystem `json:"systems"`       // one block of them; cells are in their order
	SystemsTotal int             `json:"systems_total"` // systems on all blocks
	Block        int             `json:"block"`         // number of the block, from 1
	Rows         []HeatmapRow    `json:"rows"`          // one page of them
	Means        HeatmapMeans    `json:"means"`         // what the means are over
	Total        int             `json:"total"`         // rows on all pages
	Limit        int             `json:"limit"`         // rows on one page
	Offset       int             `json:"offset"`        // rows before the page

	Of      results.Benchmark      `json:"-"`
	Board   results.Board          `json:"-"`
	Query   HeatmapQuery           `json:"-"`
	Sources []results.FigureSource `json:"-"` // that have figures by scenario
	Others  int                    `json:"-"` // systems with numbers that Narrow has left out
	List    *TaskList              `json:"-"` // of the benchmark's tasks, below the map; nil in the API

	bench   *views.Bench
	titles  map[string]string // of scenarios
	figures []results.Figure  // by scenario
	systems []HeatmapSystem   // all
	rows    []HeatmapRow      // all, with the cells of all systems
	// over are the places of the systems that means are over, of Means.Systems
	// that would have to be there; see population.
	over []int
	in   map[int]bool // the same as a set
	// without are the rows that Narrow has left out, because no system has a number there.
	without []string
}

// HeatmapMeans says over which systems the means are. A mean is null unless
// all of them have the cell.
type HeatmapMeans struct {
	Basis   *results.Evidence `json:"basis"`   // recomputed, or published for the figures of one source; null without a mean
	Systems int               `json:"systems"` // that a mean needs
}

// HeatmapSystem is a column. Its mean is over the rows.
type HeatmapSystem struct {
	Run    *string        `json:"run"`    // null for a system that is known by figures alone
	System results.System `json:"system"` // what was run
	Name   string         `json:"name"`   // of the model
	HeatmapMean
}

// HeatmapRow is a scenario or a task. Its mean is over the systems.
type HeatmapRow struct {
	Scenario string  `json:"scenario"` // slug
	Task     *string `json:"task"`     // null by scenario
	Title    string  `json:"title"`    // of the scenario or task
	Tasks    int     `json:"tasks"`    // of the scenario
	HeatmapMean
	SD    *float64      `json:"sd"`    // standard deviation around the mean
	Cells []HeatmapCell `json:"cells"` // in the order of the systems

	ID    string `json:"-"` // of the scenario or task
	Group string `json:"-"` // title of a task's scenario
}

// HeatmapCell is one number.
type HeatmapCell struct {
	Value    *float64          `json:"value"`    // null: neither recorded nor published
	Num      *float64          `json:"num"`      // what was counted, where the metric is a share
	Den      *float64          `json:"den"`      // what it is a share of; scored attempts by task
	Evidence *results.Evidence `json:"evidence"` // published for a printed figure

	Source string `json:"-"` // of a published figure; empty for a number from records
}

// Empty reports whether no number is known of any system.
func (d *Heatmap) Empty() bool { return len(d.systems) == 0 || len(d.rows) == 0 }

// NewHeatmap begins the heatmap of a benchmark. The numbers come by AddScores, or
// by AddFigures and AddRuns. sizes are numbers of tasks by scenario.
func NewHeatmap(b *views.Bench, scenarios []results.Scenario, sizes map[string]int, q HeatmapQuery) (*Heatmap, error) {
	if q.Metric != "" && !slices.Contains(b.Board.Keys, q.Metric) {
		return nil, views.Refuse("metric=%s is not known; use one of %s.", q.Metric, strings.Join(b.Board.Keys, ", "))
	}
	d := &Heatmap{Benchmark: b.Benchmark.ID, By: q.By, Of: b.Benchmark, Board: b.Board, Query: q, bench: b, titles: map[string]string{}}
	if q.Source != "" {
		d.Source = &q.Source
	}
	for _, sc := range scenarios {
		d.titles[sc.Slug] = sc.Title
		if sc.Title == "" {
			d.titles[sc.Slug] = sc.Slug
		}
		if q.By != "task" {
			d.rows = append(d.rows, HeatmapRow{Scenario: sc.Slug, ID: sc.Slug, Title: sc.Title, Tasks: sizes[sc.Slug], Cells: []HeatmapCell{}})
		}
	}
	return d, nil
}

// Noun is what a row is in the benchmark's words.
func (d *Heatmap) Noun() string {
	if d.By == "task" {
		return d.Of.Words.Task
	}
	return d.Of.Words.Scenario
}

// Show leaves one page of rows and one block of systems, as the query asks.
func (d *Heatmap) Show() {
	lo, hi := d.Query.Rows.Cut(len(d.rows))
	d.show(lo, hi)
}

// Span leaves the rows that an answer of the API lists.
func (d *Heatmap) Span(limit, offset int) {
	d.Limit, d.Offset = limit, offset
	lo := min(offset, len(d.rows))
	d.show(lo, min(lo+limit, len(d.rows)))
}

// ShowAll leaves every row and system.
func (d *Heatmap) ShowAll() {
	d.Query.Block.Number, d.Query.Block.Size = 1, max(1, len(d.systems))
	d.show(0, len(d.rows))
}

func (d *Heatmap) show(lo, hi int) {
	left, right := d.Query.Block.Cut(len(d.systems))
	d.Total, d.SystemsTotal, d.Block = len(d.rows), len(d.systems), d.Query.Block.Number
	d.Systems, d.Rows = append([]HeatmapSystem{}, d.systems[left:right]...), append([]HeatmapRow{}, d.rows[lo:hi]...)
	for k := range d.Systems {
		d.Systems[k].HeatmapMean = d.columnMean(left + k)
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		r.HeatmapMean, r.SD = d.rowMean(lo + i)
		r.Cells = r.Cells[left:right]
	}
}

// SeveralFrameworks reports whether the systems of all blocks ran in more than one.
func (d *Heatmap) SeveralFrameworks() bool {
	return slices.ContainsFunc(d.systems, func(x HeatmapSystem) bool { return x.System.Framework != d.systems[0].System.Framework })
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
		if d.systems[k].Run != nil && n > 0 && 2*n >= len(d.rows) {
			return true
		}
		filled += n
	}
	return filled > 0 && 2*filled >= len(rows)*len(d.systems)
}
