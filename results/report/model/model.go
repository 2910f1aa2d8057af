package model

import (
	"net/url"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

const (
	// systemsCompared is how many systems of a model its page sets against the
	// others, the first of each board; another one can be asked for.
	systemsCompared = 8
	// largePopulation is the number of ranked systems above which the page
	// compares the first of the model's systems alone.
	largePopulation = 100
	// RivalsTested is how many others one system is tested against at once.
	RivalsTested = 50
)

// ModelQuery is the state of a model's page that its address holds.
type ModelQuery struct {
	Run    string        // of the one system that is set against the others; empty: the first ones
	Rivals report.Window // of the others
	Rows   report.Window // of the lists of placements, figures and runs
}

// Values are the parts of the address that choose what is shown.
func (q ModelQuery) Values() url.Values {
	return link.With(nil, "system", q.Run, q.Rivals.Key, q.Rivals.Value(), q.Rows.Key, q.Rows.Value())
}

// compares reports whether the n-th system of the model with a run, counted from
// 0, is set against the others: of a large population the first one alone.
func (q ModelQuery) compares(run string, n, population int) bool {
	switch {
	case q.Run != "":
		return run == q.Run
	case population > largePopulation:
		return n == 0
	}
	return n < systemsCompared
}

// Model is one model in every benchmark. Its fields stand in the order of the
// alphabet, as the answer has them.
type Model struct {
	Aliases   []string          `json:"aliases"`   // other names of it in records and figures
	Figures   []ModelFigure     `json:"figures"`   // published figures with a value
	ID        string            `json:"id"`        // slug
	Limit     int               `json:"limit"`     // entries of each list on one page
	Name      string            `json:"name"`      // for people
	Offset    int               `json:"offset"`    // entries of each list before the page
	Places    []Placement       `json:"places"`    // where its systems stand on the boards
	Runs      []report.RunHead  `json:"runs"`      // with records, without metrics
	Scripted  bool              `json:"scripted"`  // a scripted agent, not a model
	Strengths []ScopeComparison `json:"strengths"` // its systems against the others, scope by scope
	Total     int               `json:"total"`     // entries of the longest list
	Vendor    string            `json:"vendor"`    // empty if not known
	NotSolved []NotSolved       `json:"worst"`     // tasks that its runs did not solve

	Of      results.Model     `json:"-"`
	Size    results.ModelSize `json:"-"`
	AllRuns []results.Run     `json:"-"`
	Query   ModelQuery        `json:"-"`
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
func NewModel(m results.Model, runs []results.Run, figures []results.Figure, q ModelQuery) *Model {
	d := &Model{Of: m, ID: m.ID, Name: m.Name, Vendor: m.Vendor, Scripted: m.Scripted, Aliases: append([]string{}, m.Aliases...),
		AllRuns: runs, Query: q,
		Figures: []ModelFigure{}, Places: []Placement{}, Strengths: []ScopeComparison{}, NotSolved: []NotSolved{}, here: map[string]bool{}}
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

// Compared are the rows of a benchmark's board that are set against the others:
// the first ones of the model, or the one that is asked for.
func (d *Model) Compared(v *report.Bench) []results.BoardRow {
	var list []results.BoardRow
	n, population := 0, len(v.Ranked())
	for _, r := range v.RowsWithRun() {
		if r.System.Model != d.ID {
			continue
		}
		if d.Query.compares(*r.Run, n, population) {
			list = append(list, r)
		}
		n++
	}
	return list
}

// AddSystem compares the system of a row with the population of its group; g has
// the outcomes of the row's run, too, judged those of the whole group.
func (d *Model) AddSystem(v *report.Bench, g *report.ScoredGroup, judged *report.JudgedGroup, r results.BoardRow) {
	for i := range d.Places {
		if p := &d.Places[i]; p.Run != nil && *p.Run == *r.Run {
			p.Pairs = pairsOfSystem(v, judged, *r.Run, &d.Query.Rivals)
		}
	}
	d.Strengths = append(d.Strengths, recordedStrengths(v, g, r))
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

// HasStrengths reports whether records let the model be compared on a benchmark.
func (d *Model) HasStrengths(benchmark string) bool {
	return slices.ContainsFunc(d.Strengths, func(s ScopeComparison) bool { return s.Benchmark == benchmark })
}

// AddTitles gives the scenarios of a benchmark their titles.
func (d *Model) AddTitles(benchmark string, scenarios []results.Scenario) {
	titles := map[string]string{}
	for _, sc := range scenarios {
		titles["scenario:"+sc.Slug] = sc.Title
	}
	for i := range d.Strengths {
		if d.Strengths[i].Benchmark != benchmark {
			continue
		}
		for k := range d.Strengths[i].Scopes {
			sc := &d.Strengths[i].Scopes[k]
			sc.Title = titles[sc.Scope]
		}
	}
}

// NotCompared counts the systems with a run that are not set against the others.
func (d *Model) NotCompared() int {
	n := 0
	for _, p := range d.Places {
		if p.Run != nil && !slices.ContainsFunc(d.Strengths, func(s ScopeComparison) bool { return s.Run != nil && *s.Run == *p.Run }) {
			n++
		}
	}
	return n
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
