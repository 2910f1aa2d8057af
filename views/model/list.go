// Package model implements the list of models and the page of a model.
package model

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Models is one page of the list of models. Its fields are in alphabetical order, as in the
// response.
type Models struct {
	Limit  int        `json:"limit"`  // maximum number of models per page
	Models []ModelRow `json:"models"` // models by name
	Offset int        `json:"offset"` // number of models before the page
	Total  int        `json:"total"`  // number of models on all pages

	Benchmark  string              `json:"-"` // id of the benchmark to filter by; empty for all
	Benchmarks []results.Benchmark `json:"-"` // benchmarks available as filters
	View       table.View          `json:"-"` // sort order and page of the table
}

// ModelRow is one model in the list.
type ModelRow struct {
	results.Model
	Benchmarks int         `json:"benchmarks"` // number of benchmarks that have a run or a reported result of the model
	Runs       int         `json:"runs"`       // number of runs with records
	Figures    int         `json:"figures"`    // number of reported results with a value
	URL        string      `json:"url"`        // URL of the model's page
	Places     []Placement `json:"places"`     // positions of the model's systems on all boards, in board order
}

// Placement is the position of a system on one board.
type Placement struct {
	Benchmark     string `json:"benchmark"`      // slug of the benchmark
	BenchmarkName string `json:"benchmark_name"` // display name of the benchmark
	Convention    string `json:"convention"`     // aggregation convention of the board; empty if there is only one
	Headline      string `json:"headline"`       // key of the ranking metric
	Of            int    `json:"of"`             // number of ranked systems in the same group
	Tasks         int    `json:"tasks"`          // number of tasks in the board's statistics
	URL           string `json:"url"`            // URL of the run, or of the model if there is no run
	results.BoardRow

	Noun  string    `json:"-"` // the benchmark's word for a task
	Other int       `json:"-"` // rank by the metric "points"; 0 if the benchmark does not have it or the rank is within the rank interval
	Peers []float64 `json:"-"` // headline values of the other systems in the group; only on the page of a model
}

// Ranked reports whether the system has a complete run without exclusions. Other runs and reported
// results have a value but no rank.
func (p Placement) Ranked() bool { return p.Run != nil && p.Complete && len(p.Exclusions) == 0 }

// NewModels returns an empty list. It is restricted to one benchmark unless benchmark is "".
func NewModels(benchmarks []results.Benchmark, benchmark string) (*Models, error) {
	known := benchmark == ""
	for _, b := range benchmarks {
		known = known || b.ID == benchmark
	}
	if !known {
		return nil, views.Refuse("benchmark=%s is not in this database.", benchmark)
	}
	return &Models{Benchmark: benchmark, Benchmarks: benchmarks}, nil
}

// Values returns the query parameters that filter the list.
func (l *Models) Values() url.Values { return url.Values{"benchmark": {l.Benchmark}} }

// Add fills the list. It omits models that have neither runs nor reported results, because they are
// unused aliases. boards are the default boards in the order of the benchmarks.
func (l *Models) Add(models []results.Model, sizes []results.ModelSize, boards []results.Board) {
	size := map[string]results.ModelSize{}
	for _, n := range sizes {
		size[n.Model] = n
	}
	placements := map[string][]Placement{}
	for i, b := range l.Benchmarks {
		for _, p := range placementsOf(b, boards[i]) {
			placements[p.System.Model] = append(placements[p.System.Model], p)
		}
	}
	l.Models = []ModelRow{}
	for _, m := range models {
		n := size[m.ID]
		row := ModelRow{Model: m, Benchmarks: n.Benchmarks, Runs: n.Runs, Figures: n.Figures, URL: link.Model(m.ID),
			Places: append([]Placement{}, placements[m.ID]...)}
		here := l.Benchmark == ""
		for _, p := range row.Places {
			here = here || p.Benchmark == l.Benchmark
		}
		if here && n.Benchmarks > 0 {
			l.Models = append(l.Models, row)
		}
	}
	l.Total = len(l.Models)
}

// SmallSet is the minimum number of tasks for a score to be shown at the top of a page. A smoke
// test with one task can only score 0 or 100.
const SmallSet = 10

// rankingShown is the maximum number of benchmarks that have a column in the list.
const rankingShown = 4

// ranking returns the benchmarks that have a column, those with the most ranked systems first. It
// omits benchmarks with fewer than two ranked systems or SmallSet tasks, and benchmarks of scripted
// agents.
func (l *Models) ranking() []results.Benchmark {
	most := map[string]int{}
	for i := range l.Models {
		for _, p := range l.Models[i].Places {
			if p.Ranked() && p.Of > 1 && p.Tasks >= SmallSet {
				most[p.Benchmark] = max(most[p.Benchmark], p.Of)
			}
		}
	}
	list := slices.DeleteFunc(slices.Clone(l.Benchmarks), func(b results.Benchmark) bool {
		return most[b.ID] < 2 || b.Scripted || l.Benchmark != "" && b.ID != l.Benchmark
	})
	slices.SortStableFunc(list, func(a, b results.Benchmark) int { return cmp.Compare(most[b.ID], most[a.ID]) })
	return list[:min(len(list), rankingShown)]
}

// best returns the first ranked system of the model on a board, or nil if there is none or the
// board ranks only one system.
func (r *ModelRow) best(benchmark string) *Placement {
	at := slices.IndexFunc(r.Places, func(p Placement) bool { return p.Benchmark == benchmark && p.Ranked() && p.Rank != nil && p.Of > 1 })
	if at < 0 {
		return nil
	}
	return &r.Places[at]
}

// Span restricts the list to one page of an API response.
func (l *Models) Span(limit, offset int) {
	l.Limit, l.Offset = limit, offset
	l.Models = views.Span(l.Models, limit, offset)
}

// placementsOf converts the rows of a board to placements. Only ranked systems keep their rank.
func placementsOf(b results.Benchmark, all results.Board) []Placement {
	ranked := map[string]int{}
	for _, r := range board.Population(all) {
		ranked[r.Group]++
	}
	var list []Placement
	for _, r := range all.Rows {
		p := Placement{Benchmark: b.ID, BenchmarkName: b.Name, Convention: all.Convention, Headline: all.Headline,
			Of: ranked[r.Group], Tasks: all.Statistics.Tasks, URL: views.RowAddress(r), BoardRow: r, Noun: b.Words.Task, Other: views.OtherRank(&all, &r)}
		if !p.Ranked() {
			p.Rank, p.RankInterval = nil, nil
		}
		list = append(list, p)
	}
	return list
}

func (l *Models) meta(f views.Frame) ui.Meta {
	q := l.Values()
	m := f.Meta("Models", "Every model with its ranks, runs and reported results.", link.To(q, "models"), link.API(q, "models"))
	m.CSVPath = f.Table(q, "models")
	return m
}

// page returns the requested page of the table in the requested order. Without an order, the models
// stay in the order of the list.
func (l *Models) page(f views.Frame) table.Table {
	v := l.View
	v.Noun, v.At = "models", func(key, value string) string {
		return link.To(link.With(l.Values(), "sort", v.Sort, key, value), "models")
	}
	g := l.Grid()
	for i := range g.Cols {
		g.Cols[i].Sort = !f.Static && slices.Contains(SortKeys, g.Cols[i].Key)
	}
	return g.Show(v)
}

// SortKeys lists the keys of the columns by which the list can be sorted.
var SortKeys = []string{"model", "vendor", "benchmarks", "runs", "figures"}

// Grid returns the table of the list, with the best rank of each model on each board.
func (l *Models) Grid() table.Table {
	boards := l.ranking()
	g := table.Table{Caption: words.Counted(len(l.Models), "model") + " with a run or a reported result; ranks are those of a model’s best system",
		Cols: []table.Col{{Key: "model", Label: "Model"}}}
	for _, b := range boards {
		g.Cols = append(g.Cols, table.Col{Key: b.ID, Label: ui.Plain(b.Name), Num: true, Href: link.Benchmark(b.ID)})
	}
	g.Cols = append(g.Cols, table.Col{Key: "vendor", Label: "Vendor", Class: "hide-s"}, table.Col{Key: "benchmarks", Label: "Benchmarks", Num: true, Class: "hide-s"},
		table.Col{Key: "runs", Label: "Runs", Num: true}, table.Col{Key: "figures", Label: "Reported results", Num: true, Class: "hide-s"},
		table.Col{Key: "places", Data: true})
	models := slices.Clone(l.Models)
	slices.SortStableFunc(models, func(a, b ModelRow) int {
		for _, board := range boards {
			x, y := a.best(board.ID), b.best(board.ID)
			switch {
			case x != nil && y != nil && *x.Rank != *y.Rank:
				return cmp.Compare(*x.Rank, *y.Rank)
			case (x == nil) != (y == nil):
				return map[bool]int{true: 1, false: -1}[x == nil]
			}
		}
		return 0
	})
	for i := range models {
		r := &models[i]
		name := table.Words(r.Name).Link(r.URL)
		if r.Scripted {
			name = name.Noted("scripted agent")
		}
		cells := []table.Cell{name}
		for _, b := range boards {
			cells = append(cells, rankCell(r.best(b.ID)))
		}
		var places []string
		last := ""
		for _, p := range r.Places { // placements are in board order, so the first one on each benchmark is the best
			if p.Benchmark != last {
				places = append(places, p.BenchmarkName+" "+rankText(p))
			}
			last = p.Benchmark
		}
		g.Rows = append(g.Rows, table.Row{Cells: append(cells, table.Words(r.Vendor), table.Whole(r.Benchmarks), table.Whole(r.Runs),
			table.Whole(r.Figures), table.Words(strings.Join(places, "; ")))})
	}
	return g
}

// rankCell returns a cell with the rank of a placement, its score and its rank interval.
func rankCell(p *Placement) table.Cell {
	if p == nil {
		return table.Words("")
	}
	note := views.MetricOf(p.Headline).Show(p.Metrics[p.Headline].Value)
	if p.RankInterval != nil {
		note += map[bool]string{true: ", rank ", false: ", ranks "}[p.RankInterval[0] == p.RankInterval[1]] + words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	return table.RightWords(rankText(*p)).Link(p.URL).Noted(note)
}

// rankText formats the rank as "2 of 15", or returns the reason why there is no rank.
func rankText(p Placement) string {
	switch {
	case p.Run == nil:
		return "reported"
	case !p.Complete:
		return "incomplete"
	case p.Rank == nil:
		return "not ranked"
	}
	return fmt.Sprintf("%d of %d", *p.Rank, p.Of)
}
