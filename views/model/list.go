// Package model is the list of models and the page of one.
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

// Models is the list of all models. Its fields stand in the order of the
// alphabet, as the answer has them.
type Models struct {
	Limit  int        `json:"limit"`  // models on one page
	Models []ModelRow `json:"models"` // in the order of their names
	Offset int        `json:"offset"` // models before the page
	Total  int        `json:"total"`  // models on all pages

	Benchmark  string              `json:"-"` // that the list is narrowed to; empty: all
	Benchmarks []results.Benchmark `json:"-"` // that it can be narrowed to
	View       table.View          `json:"-"` // of the table of all models
}

// ModelRow is one model of the list.
type ModelRow struct {
	results.Model
	Benchmarks int         `json:"benchmarks"` // with a run or a reported result of it
	Runs       int         `json:"runs"`       // with records
	Figures    int         `json:"figures"`    // reported results with a value
	URL        string      `json:"url"`        // of its page
	Places     []Placement `json:"places"`     // where its systems stand, benchmark after benchmark, each in the order of its board
}

// Placement is where a system of a model stands on one board.
type Placement struct {
	Benchmark     string `json:"benchmark"`      // slug
	BenchmarkName string `json:"benchmark_name"` // for people
	Convention    string `json:"convention"`     // way of aggregating of the board; empty where there is one alone
	Headline      string `json:"headline"`       // key of the metric that ranks
	Of            int    `json:"of"`             // ranked systems of its group
	Tasks         int    `json:"tasks"`          // that the board's statistics are over
	URL           string `json:"url"`            // of its run, or of its model where it has none
	results.BoardRow

	Noun  string    `json:"-"` // of a task of the benchmark
	Other int       `json:"-"` // place by its benchmark's other official metric; 0 without one, or where it fits the rank interval
	Peers []float64 `json:"-"` // headline of the other systems of its group that have one, on the page of a model
}

// Ranked reports whether the system belongs to the population: it has a complete
// run that nothing speaks against. Reported results and other runs stand at their
// value without a rank.
func (p Placement) Ranked() bool { return p.Run != nil && p.Complete && len(p.Exclusions) == 0 }

// NewModels starts the list; an empty benchmark keeps models of all.
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

// Values are the parts of the address that choose among models.
func (l *Models) Values() url.Values { return url.Values{"benchmark": {l.Benchmark}} }

// Add lists the models with what is known of them. A model without runs and
// figures is an alias that nothing speaks of, and left out. boards are the
// default ones of the benchmarks, in their order.
func (l *Models) Add(models []results.Model, sizes []results.ModelSize, boards []results.Board) {
	size := map[string]results.ModelSize{}
	for _, n := range sizes {
		size[n.Model] = n
	}
	placements := map[string][]Placement{} // by model
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

// SmallSet is of how many tasks a set has to be for its score to stand at the head of a
// page: a smoke test of one task ends at 0 or at 100.
const SmallSet = 10

// rankingShown is how many boards have a column.
const rankingShown = 4

// ranking are the benchmarks of models whose boards rank more than one system over more
// than a few tasks, those with the most first. Those of scripted agents have no column.
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

// best is the first ranked system of a model on a board that ranks several; nil without one.
func (r *ModelRow) best(benchmark string) *Placement {
	at := slices.IndexFunc(r.Places, func(p Placement) bool { return p.Benchmark == benchmark && p.Ranked() && p.Rank != nil && p.Of > 1 })
	if at < 0 {
		return nil
	}
	return &r.Places[at]
}

// Span leaves the models that an answer of the API lists.
func (l *Models) Span(limit, offset int) {
	l.Limit, l.Offset = limit, offset
	l.Models = views.Span(l.Models, limit, offset)
}

// placementsOf turns the rows of a board into placements. Ranks hold within a
// group of comparable rows, over its population alone: a row without records has
// none.
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

// meta frames the list.
func (l *Models) meta(f views.Frame) ui.Meta {
	q := l.Values()
	m := f.Meta("Models", "Every model with its ranks, runs and reported results.", link.To(q, "models"), link.API(q, "models"))
	m.CSVPath = f.Table(q, "models")
	return m
}

// page is the part of the table that the address asks for; without an order the models by
// their ranks on the boards, from the first on.
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

// SortKeys are the columns that the list can be sorted by.
var SortKeys = []string{"model", "vendor", "benchmarks", "runs", "figures"}

// Grid is the table of the list: per board the model's best rank.
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
		for _, p := range r.Places { // the first of each benchmark is its best
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

// rankCell is a rank with the score and the rank interval.
func rankCell(p *Placement) table.Cell {
	if p == nil {
		return table.Words(" ")
	}
	note := views.MetricOf(p.Headline).Show(p.Metrics[p.Headline].Value)
	if p.RankInterval != nil {
		note += ", ranks " + words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	return table.RightWords(rankText(*p)).Link(p.URL).Noted(note)
}

// rankText is "2 of 15" or why there is no rank.
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
