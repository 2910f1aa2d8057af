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

// rankedShown is how many models the table of ranks has; the list has all.
const rankedShown = 30

// SmallSet is of how many tasks a set has to be for its score to stand at the head of a
// page: a smoke test of one task ends at 0 or at 100.
const SmallSet = 10

// Ranking are the benchmarks of models whose boards rank more than one system over
// more than a few tasks, those with the most first.
func (l *Models) Ranking() []results.Benchmark {
	most := map[string]int{}
	for i := range l.Models {
		for _, p := range l.Models[i].Places {
			if p.Ranked() && p.Of > 1 && p.Tasks >= SmallSet {
				most[p.Benchmark] = max(most[p.Benchmark], p.Of)
			}
		}
	}
	var list []results.Benchmark
	for _, b := range l.Benchmarks {
		if most[b.ID] > 1 && (l.Benchmark == "" || b.ID == l.Benchmark) {
			list = append(list, b)
		}
	}
	if models := slices.DeleteFunc(slices.Clone(list), func(b results.Benchmark) bool { return b.Scripted }); len(models) > 0 {
		list = models // those of scripted agents stand in the list of all alone
	}
	slices.SortStableFunc(list, func(a, b results.Benchmark) int { return cmp.Compare(most[b.ID], most[a.ID]) })
	return list[:min(len(list), rankingShown)]
}

// rankingShown is how many boards the table of ranks has side by side.
const rankingShown = 4

// RankedModel is a model with its best ranked place on each board of a ranking; nil
// where it has none.
type RankedModel struct {
	*ModelRow
	Best []*Placement
}

// Ranked are the models that have a rank on one of the boards, in the order of their
// ranks on the first, then on the next.
func (l *Models) Ranked(boards []results.Benchmark) []RankedModel {
	var list []RankedModel
	for i := range l.Models {
		m := RankedModel{ModelRow: &l.Models[i]}
		found := false
		for _, b := range boards {
			at := slices.IndexFunc(m.Places, func(p Placement) bool { return p.Benchmark == b.ID && p.Ranked() && p.Rank != nil && p.Of > 1 })
			if at < 0 {
				m.Best = append(m.Best, nil)
				continue
			}
			m.Best, found = append(m.Best, &m.Places[at]), true
		}
		if found {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b RankedModel) int {
		for i := range boards {
			switch x, y := a.Best[i], b.Best[i]; {
			case x != nil && y != nil && *x.Rank != *y.Rank:
				return cmp.Compare(*x.Rank, *y.Rank)
			case (x == nil) != (y == nil):
				if x != nil {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	return list[:min(len(list), rankedShown)]
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

// ranks is the table of ranked models by board: the rank of the best system of each.
func (l *Models) ranks() table.Table {
	boards := l.Ranking()
	g := table.Table{Caption: "Rank of each model’s best system, by board", Cols: []table.Col{{Key: "model", Label: "Model"}}}
	for _, b := range boards {
		g.Cols = append(g.Cols, table.Col{Key: b.ID, Label: ui.Plain(b.Name), Num: true, Href: link.Benchmark(b.ID)})
	}
	for _, r := range l.Ranked(boards) {
		row := table.Row{Cells: []table.Cell{table.Words(r.Name).Link(r.URL)}}
		for _, p := range r.Best {
			cell := table.RightWords("")
			if p != nil {
				note := views.MetricOf(p.Headline).Show(p.Metrics[p.Headline].Value)
				if p.RankInterval != nil {
					note += ", ranks " + words.Ranks(p.RankInterval[0], p.RankInterval[1])
				}
				cell = table.RightWords(rankText(*p)).Link(p.URL).Noted(note)
			}
			row.Cells = append(row.Cells, cell)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// page is the part of the table that the address asks for.
func (l *Models) page(f views.Frame) table.Table {
	v := l.View
	if v.Noun, v.Anchor = "models", "#all"; !f.Static {
		v.At = func(key, value string) string {
			return link.To(link.With(l.Values(), "sort", v.Sort, key, value), "models")
		}
	} else {
		v.Page.Size = 0
	}
	return l.Grid().Show(v)
}

// SortKeys are the columns that the list can be sorted by.
var SortKeys = []string{"model", "vendor", "benchmarks", "runs", "figures"}

// Grid is the table of the list: per benchmark the model's best row.
func (l *Models) Grid() table.Table {
	g := table.Table{Caption: words.Counted(len(l.Models), "model") + " with a run or a reported result",
		Cols: []table.Col{{Key: "model", Label: "Model", Sort: true}, {Key: "vendor", Label: "Vendor", Sort: true},
			{Key: "benchmarks", Label: "Benchmarks", Num: true, Sort: true}, {Key: "runs", Label: "Runs", Num: true, Sort: true},
			{Key: "figures", Label: "Reported results", Num: true, Sort: true}, {Key: "places", Label: "Rank"}}}
	for _, r := range l.Models {
		name := table.Words(r.Name).Link(r.URL)
		if r.Scripted {
			name = name.Noted("scripted agent")
		}
		var places []string
		last := ""
		for _, p := range r.Places { // the first of each benchmark is its best
			if p.Benchmark != last {
				places = append(places, p.BenchmarkName+" "+rankText(p))
			}
			last = p.Benchmark
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{name, table.Words(r.Vendor), table.Whole(r.Benchmarks),
			table.Whole(r.Runs), table.Whole(r.Figures), table.Words(strings.Join(places, "; "))}})
	}
	return g
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
