package model

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

const (
	// systemsCompared is of how many systems of a model its page lists what others
	// solved and they did not, the first of each board.
	systemsCompared = 8
	// largePopulation is the number of ranked systems above which the page does so
	// for the first of the model's systems alone.
	largePopulation = 100
)

// Model is one model in every benchmark. Its fields stand in the order of the
// alphabet, as the answer has them.
type Model struct {
	Aliases   []string         `json:"aliases"`  // other names of it in records and figures
	Figures   []ModelFigure    `json:"figures"`  // published figures with a value
	ID        string           `json:"id"`       // slug
	Limit     int              `json:"limit"`    // entries of each list on one page
	Name      string           `json:"name"`     // for people
	Offset    int              `json:"offset"`   // entries of each list before the page
	Places    []Placement      `json:"places"`   // where its systems stand on the boards
	Runs      []report.RunHead `json:"runs"`     // with records, without metrics
	Scripted  bool             `json:"scripted"` // a scripted agent, not a model
	Total     int              `json:"total"`    // entries of the longest list
	Vendor    string           `json:"vendor"`   // empty if not known
	NotSolved []NotSolved      `json:"worst"`    // tasks that its runs did not solve

	Of      results.Model     `json:"-"`
	Size    results.ModelSize `json:"-"`
	AllRuns []results.Run     `json:"-"`
	Window  report.Window     `json:"-"` // of the lists of placements, figures and runs
	Names   map[string]string `json:"-"` // of models, for the page
	Called  map[string]string `json:"-"` // names of benchmarks, for the page
	Cite    report.Citation   `json:"-"`
	// Standings are the places that stand for the model, one a board, with the
	// benchmarks that they are on.
	Standings []ModelPlace `json:"-"`
	// Head is the run whose fingerprint stands at the head of the page, the first of
	// the model on a board of rounds that follow each other; nil without one.
	Head *ModelHead `json:"-"`
	// Thumbs are the fingerprints of runs, by slug, as far as a page may have them.
	Thumbs map[string]FingerprintOn `json:"-"`
	here   map[string]bool          // benchmarks with a run or a figure of it
}

// ModelPlace is the place that stands for a model on a board.
type ModelPlace struct {
	report.Standing
	Benchmark results.Benchmark
}

// ModelHead is a run with its benchmark.
type ModelHead struct {
	Run       results.Run
	Benchmark results.Benchmark
}

// FingerprintOn is a fingerprint with its benchmark.
type FingerprintOn struct {
	report.Fingerprint
	Benchmark results.Benchmark
}

// ThumbRuns are the runs, by benchmark, whose fingerprints a page may have: the
// first, as far as their cells go.
func (d *Model) ThumbRuns() map[string][]results.Run {
	of, cells := map[string][]results.Run{}, 0
	for _, r := range d.AllRuns {
		if cells += r.Counts.Expected; cells > report.BoardCells {
			break
		}
		of[r.Benchmark] = append(of[r.Benchmark], r)
	}
	return of
}

// ModelFigure is a published figure with the verdict on it where there is one.
type ModelFigure struct {
	results.Figure
	SourceTitle string                  `json:"source_title"` // of the paper or site
	Verdict     *results.PublishedValue `json:"verdict"`      // how the records' value compares; null where nothing can be recomputed
}

// NewModel starts with what all benchmarks know of a model together.
func NewModel(m results.Model, runs []results.Run, figures []results.Figure) *Model {
	d := &Model{Of: m, ID: m.ID, Name: m.Name, Vendor: m.Vendor, Scripted: m.Scripted, Aliases: append([]string{}, m.Aliases...),
		AllRuns: runs,
		Figures: []ModelFigure{}, Places: []Placement{}, NotSolved: []NotSolved{}, here: map[string]bool{}}
	for _, r := range runs {
		d.here[r.Benchmark] = true
	}
	for _, f := range figures {
		d.here[f.Benchmark] = true
		if f.Value != nil {
			d.Size.Figures++
		}
	}
	d.Size.Model, d.Size.Benchmarks, d.Size.Runs = m.ID, len(d.here), len(runs)
	return d
}

// On reports whether a benchmark has a run or a figure of the model.
func (d *Model) On(benchmark string) bool { return d.here[benchmark] }

// AddBoard adds the placements on a benchmark's board.
func (d *Model) AddBoard(v *report.Bench) {
	if s := report.ModelStanding(v.Board, d.ID); s != nil {
		d.Standings = append(d.Standings, ModelPlace{*s, v.Benchmark})
		if d.Head == nil && s.Row.Run != nil && v.Benchmark.Scoring == results.ScoringClawArena {
			d.Head = &ModelHead{v.Runs[*s.Row.Run], v.Benchmark}
		}
	}
	for i, p := range placementsOf(v.Benchmark, v.Board) {
		if p.System.Model == d.ID {
			p.Peers = peersOf(&v.Board, i)
			d.Places = append(d.Places, p)
		}
	}
}

// peersOf are the headline values of the other rows that a row may be held
// against: ranked systems and printed figures of its group.
func peersOf(b *results.Board, own int) []float64 {
	list := []float64{}
	for i := range b.Rows {
		r := &b.Rows[i]
		if value := r.Metrics[b.Headline].Value; i != own && r.Group == b.Rows[own].Group && value != nil && !report.Unranked(r) {
			list = append(list, *value)
		}
	}
	return list
}

// Compared are the rows of a benchmark's board that are held against the others: the
// first ones of the model, of a large population the first alone.
func (d *Model) Compared(v *report.Bench) []results.BoardRow {
	var list []results.BoardRow
	most := systemsCompared
	if len(v.Ranked()) > largePopulation {
		most = 1
	}
	for _, r := range v.RowsWithRun() {
		if r.System.Model == d.ID && len(list) < most {
			list = append(list, r)
		}
	}
	return list
}

// AddSystem lists what the system of a row did not solve; g has its outcomes and those
// of the population of its group.
func (d *Model) AddSystem(v *report.Bench, g *report.ScoredGroup, r results.BoardRow) {
	d.NotSolved = append(d.NotSolved, notSolvedBy(v, r, v.GroupPopulation(r.Group), g.Means))
}

// AddFigures adds the figures of the model that a benchmark has, of all given.
func (d *Model) AddFigures(benchmark string, figures []results.Figure, sources []results.FigureSource) {
	type key struct {
		System                       results.System `json:"-"`
		Source, Table, Scope, Metric string         `json:"-"`
	}
	titles := SourceTitles(sources)
	verdicts := map[key]*results.PublishedValue{}
	for _, p := range d.Places {
		for i := range p.Published {
			pv := &p.Published[i]
			verdicts[key{System: report.AnyProvider(p.System), Source: pv.Source, Table: pv.Table, Scope: pv.Scope, Metric: pv.Metric}] = pv
		}
	}
	for _, f := range figures {
		if f.Benchmark != benchmark || f.Value == nil {
			continue
		}
		system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		d.Figures = append(d.Figures, ModelFigure{Figure: f, SourceTitle: titles[f.Source],
			Verdict: verdicts[key{System: system, Source: f.Source, Table: f.Table, Scope: f.Scope, Metric: f.Metric}]})
	}
}

// SourceTitles are the titles of the sources of figures, by id.
func SourceTitles(sources []results.FigureSource) map[string]string {
	titles := map[string]string{}
	for _, src := range sources {
		titles[src.ID] = src.Title
	}
	return titles
}

// Span leaves the entries that an answer of the API lists.
func (d *Model) Span(limit, offset int) {
	d.Limit, d.Offset, d.Total = limit, offset, max(len(d.Places), len(d.AllRuns), len(d.Figures))
	d.Runs = []report.RunHead{}
	for _, r := range report.Span(d.AllRuns, limit, offset) {
		d.Runs = append(d.Runs, report.NewRunHead(r))
	}
	d.Places, d.Figures = report.Span(d.Places, limit, offset), report.Span(d.Figures, limit, offset)
}
