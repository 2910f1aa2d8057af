package web

import (
	"context"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// modelData is everything that a model's page and its JSON twin are made of.
type modelData struct {
	Model     results.Model
	Size      results.ModelSize
	Places    []place
	Strengths []strengthsOf
	Worst     []worst
	Runs      []results.Run
	Figures   []modelFigure
	query     modelQuery
}

// strengthsOf compares one system with the others on every scope of a benchmark.
type strengthsOf struct {
	Benchmark string           `json:"benchmark"`
	System    results.System   `json:"system"`
	Run       *string          `json:"run"`
	Evidence  results.Evidence `json:"evidence"`
	Source    string           `json:"source,omitempty"` // of published figures
	Metric    string           `json:"metric"`
	Family    int              `json:"family"`           // scopes that were tested
	Reason    string           `json:"reason,omitempty"` // why there is nothing to compare
	Scopes    []scopeValue     `json:"scopes"`
}

// scopeValue is one scope: the system's value, the mean of the others, how far
// the first is from the second, and whether that is more than chance.
type scopeValue struct {
	Scope      string   `json:"scope"`
	Title      string   `json:"title,omitempty"` // of a scenario
	Tasks      int      `json:"tasks"`
	Value      *float64 `json:"value"`
	Mean       *float64 `json:"mean"`    // of the others
	Systems    int      `json:"systems"` // the others
	Difference *float64 `json:"difference"`
	P          *float64 `json:"p"`
	PHolm      *float64 `json:"p_holm"`
	Holds      bool     `json:"holds"`
	URL        string   `json:"url"`
}

// worst lists what one run failed that most other systems solved.
type worst struct {
	Benchmark string      `json:"benchmark"`
	Run       string      `json:"run"`
	Word      string      `json:"-"` // for a task
	NotSolved int         `json:"not_solved"`
	Tasks     []worstTask `json:"tasks"`
}

// worstTask is a task that the run did not solve.
type worstTask struct {
	Scenario string         `json:"scenario"`
	Task     string         `json:"task"`
	Status   results.Status `json:"status"`
	Mean     *float64       `json:"mean"`
	SolvedBy int            `json:"solved_by"` // other systems
	Of       int            `json:"of"`
	URL      string         `json:"url"`
}

// modelFigure is a published figure with the verdict on it where there is one.
type modelFigure struct {
	results.Figure
	SourceTitle string                  `json:"source_title"`
	Verdict     *results.PublishedValue `json:"verdict"`
}

// worstTasks is how many tasks a run's list shows; the run's page has them all.
const worstTasks = 15

// loadModel reads what is known of a model.
func (s *Server) loadModel(ctx context.Context, id string, q modelQuery) (*modelData, error) {
	d := &modelData{query: q}
	var err error
	if d.Model, err = s.store.FindModel(ctx, id); err != nil {
		return nil, err
	}
	if d.Runs, err = s.allRuns(ctx, results.RunFilter{Model: id}); err != nil {
		return nil, err
	}
	figures, err := s.store.ModelFigures(ctx, id)
	if err != nil {
		return nil, err
	}
	var order []string
	seen := map[string]bool{}
	for _, r := range d.Runs {
		if !seen[r.Benchmark] {
			seen[r.Benchmark] = true
			order = append(order, r.Benchmark)
		}
	}
	for _, f := range figures {
		if f.Value != nil {
			d.Size.Figures++
		}
		if !seen[f.Benchmark] {
			seen[f.Benchmark] = true
			order = append(order, f.Benchmark)
		}
	}
	d.Size.Model, d.Size.Benchmarks, d.Size.Runs = id, len(order), len(d.Runs)
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range list {
		if seen[b.ID] {
			if err := s.addBenchmark(ctx, d, b.ID, figures); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// addBenchmark adds what one benchmark knows of the model.
func (s *Server) addBenchmark(ctx context.Context, d *modelData, benchmark string, figures []results.Figure) error {
	v, err := s.loadBench(ctx, benchmark)
	if err != nil {
		return err
	}
	for _, p := range placesOf(v.Benchmark, v.Board) {
		if p.System.Model == d.Model.ID {
			d.Places = append(d.Places, p)
		}
	}
	if err := s.addRecords(ctx, d, v); err != nil {
		return err
	}
	sources, err := s.store.FigureSources(ctx, benchmark)
	if err != nil {
		return err
	}
	titles := map[string]string{}
	for _, src := range sources {
		titles[src.ID] = src.Title
	}
	verdicts := map[string]*results.PublishedValue{}
	for _, p := range d.Places {
		for i := range p.Published {
			pv := &p.Published[i]
			verdicts[figureKey(p.System, pv.Source, pv.Table, pv.Scope, pv.Metric)] = pv
		}
	}
	for _, f := range figures {
		if f.Benchmark != benchmark || f.Value == nil {
			continue
		}
		system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		d.Figures = append(d.Figures, modelFigure{Figure: f, SourceTitle: titles[f.Source], Verdict: verdicts[figureKey(system, f.Source, f.Table, f.Scope, f.Metric)]})
	}
	if !hasStrengths(d.Strengths, benchmark) {
		all, err := s.store.Figures(ctx, benchmark)
		if err != nil {
			return err
		}
		d.Strengths = append(d.Strengths, publishedStrengths(v.Benchmark, d.Model.ID, all, titles)...)
	}
	return s.addTitles(ctx, d, benchmark)
}

// addTitles gives the scenarios of a benchmark their titles.
func (s *Server) addTitles(ctx context.Context, d *modelData, benchmark string) error {
	scenarios, err := s.store.Scenarios(ctx, benchmark)
	if err != nil {
		return err
	}
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
	return nil
}

func figureKey(s results.System, parts ...string) string {
	return strings.Join(append(parts, s.Framework, s.Variant), "\x00")
}

func hasStrengths(list []strengthsOf, benchmark string) bool {
	return slices.ContainsFunc(list, func(s strengthsOf) bool { return s.Benchmark == benchmark })
}

// addRecords compares the model's runs with the population of their groups: the
// first ones of the board, or the one that is asked for.
func (s *Server) addRecords(ctx context.Context, d *modelData, v *report.Bench) error {
	n, population := 0, len(v.Ranked())
	groups := map[string]*report.ScoredGroup{}
	for _, r := range v.Standing() {
		if r.System.Model != d.Model.ID {
			continue
		}
		if n++; !d.query.compared(*r.Run, n-1, population) {
			continue
		}
		g, err := s.groupWith(ctx, v, r, groups)
		if err != nil {
			return err
		}
		for i := range d.Places {
			if p := &d.Places[i]; p.Run != nil && *p.Run == *r.Run {
				p.Pairs = pairsOfSystem(v, g, *r.Run, &d.query.rivals)
			}
		}
		d.Strengths = append(d.Strengths, recordStrengths(v, g, r))
		d.Worst = append(d.Worst, worstOf(v, r, v.GroupPopulation(r.Group), g.Means))
	}
	return nil
}

// groupWith is the population of a row's group with the row's own outcomes; what
// was read for another row of the group serves this one too.
func (s *Server) groupWith(ctx context.Context, v *report.Bench, r results.BoardRow, read map[string]*report.ScoredGroup) (*report.ScoredGroup, error) {
	if g := read[r.Group]; g != nil {
		if own, _ := g.Split(*r.Run); own != nil {
			return g, nil
		}
	}
	g, err := s.loadGroup(ctx, v, r.Group, r)
	if err == nil {
		read[r.Group] = g
	}
	return g, err
}

// metricKeys is the order in which a benchmark's metrics are listed.
func metricKeys(b results.Benchmark, board results.Board) []string {
	if len(board.Keys) > 0 {
		return board.Keys
	}
	return score.SpecOf(b.Scoring, score.Conventions(b.Scoring)[0].ID).Keys
}
