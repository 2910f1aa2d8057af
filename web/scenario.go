package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// scenarioRoutes registers the pages of this file.
func (s *Server) scenarioRoutes(page, api route) {
	page("/b/:benchmark/scenarios/:scenario", heavy, s.scenarioPage, scenarioFields().and(csvField()))
	api("/benchmarks/:benchmark/scenarios/:scenario", heavy, s.scenarioAPI, scenarioFields().and(windowFields()...))
}

// scenarioQuery is the state of the page that its URL holds.
type scenarioQuery struct {
	run, kind, status string
	all               bool
	block             report.Window // of the runs side by side
}

func (q scenarioQuery) values() url.Values {
	v := url.Values{}
	for _, p := range [][2]string{{"run", q.run}, {"kind", q.kind}, {"status", q.status}} {
		if p[1] != "" {
			v.Set(p[0], p[1])
		}
	}
	if q.all {
		v.Set("all", "1")
	}
	return link.With(v, blockParam, q.block.Value())
}

// scenarioFields are the parameters of the page and its twin.
func scenarioFields() query {
	return query{textField("run"), kindField(), wordField("status", slices.Concat([]string{""}, statusNames())...), flagField("all"), blockField()}
}

// kindField is one kind of tasks.
func kindField() field {
	return wordField("kind", "", results.KindMultiChoice, results.KindExecCheck, results.KindRubric, results.KindReward)
}

func readScenarioQuery(c echo.Context) (scenarioQuery, error) {
	a := ask(c)
	q := scenarioQuery{run: a.text("run"), kind: a.word("kind"), status: a.word("status"), all: a.flag("all"), block: readLeaf(c, blockParam, systemsAbreast)}
	if q.run != "" && !results.ValidSlug(q.run) {
		return q, bad("run=%s is not the name of a run.", q.run)
	}
	return q, nil
}

// scenarioData is everything that the page and its twins are made of.
type scenarioData struct {
	benchmark results.Benchmark
	scenarios []results.Scenario
	at        int // of scenarios
	tasks     []results.Task
	runs      report.ScoredRuns
	scores    map[string]map[string]*float64       // of all runs with a trial here, by run and task; nil without a verdict
	columns   []report.RunColumn                   // all that the page is about
	shown     []report.RunColumn                   // those of one page
	replaced  int                                  // runs that newer records replace, and that are left out
	absent    int                                  // runs without a trial here
	trials    map[[2]string][]*results.StoredTrial // of the shown ones
	metrics   []results.ScopedMetric
	figures   []results.Figure
	sources   map[string]string
}

func (d *scenarioData) scenario() results.Scenario { return d.scenarios[d.at] }

func (s *Server) loadScenario(ctx context.Context, benchmark, scenario string, q *scenarioQuery) (*scenarioData, error) {
	d := &scenarioData{sources: map[string]string{}, scores: map[string]map[string]*float64{}}
	var err error
	if d.benchmark, err = s.store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.scenarios, err = s.store.Scenarios(ctx, benchmark); err != nil {
		return nil, err
	}
	d.at = slices.IndexFunc(d.scenarios, func(x results.Scenario) bool { return x.Slug == scenario })
	if d.at < 0 {
		return nil, fmt.Errorf("scenario %s of %s: %w", scenario, benchmark, results.ErrNotFound)
	}
	if d.tasks, err = s.store.Tasks(ctx, benchmark, scenario); err != nil {
		return nil, err
	}
	if d.runs, err = s.scoredRuns(ctx, d.benchmark); err != nil {
		return nil, err
	}
	if q.run != "" && !slices.ContainsFunc(d.runs.Runs, func(r results.Run) bool { return r.Slug == q.run }) {
		return nil, bad("run=%s is not a run of %s.", q.run, d.benchmark.Name)
	}
	if err := s.loadVerdicts(ctx, d, q); err != nil {
		return nil, err
	}
	scope := "scenario:" + scenario
	if d.metrics, err = s.store.ScopedMetrics(ctx, benchmark, scope); err != nil {
		return nil, err
	}
	d.metrics = slices.DeleteFunc(d.metrics, func(m results.ScopedMetric) bool { return m.Scope != scope })
	return d, s.loadFigures(ctx, d, scope)
}

// loadVerdicts reads the scores of all runs, which sums are over, and the trials
// of those that the page shows.
func (s *Server) loadVerdicts(ctx context.Context, d *scenarioData, q *scenarioQuery) error {
	err := s.store.TaskScores(ctx, d.benchmark.ID, d.scenario().Slug, func(x *results.TaskScore) {
		if d.scores[x.Run] == nil {
			d.scores[x.Run] = map[string]*float64{}
		}
		d.scores[x.Run][x.Task] = x.Score
	})
	if err != nil {
		return err
	}
	d.columns = d.runs.Columns(func(r results.Run) bool { return d.keeps(q, r) })
	d.shown = report.Rows(&q.block, d.columns)
	ids := make([]int64, len(d.shown))
	for i, c := range d.shown {
		ids[i] = c.Run.ID
	}
	trials, err := s.store.ScenarioTrials(ctx, d.benchmark.ID, d.scenario().Slug, ids)
	d.trials = report.TrialsByTask(trials)
	return err
}

// keeps reports whether a run is one that the page is about, and counts those
// that it leaves out.
func (d *scenarioData) keeps(q *scenarioQuery, r results.Run) bool {
	switch {
	case q.run != "":
		return r.Slug == q.run
	case q.all:
		return true
	case report.Superseded(r):
		d.replaced++
		return false
	case d.scores[r.Slug] == nil:
		d.absent++
		return false
	}
	return true
}

func (s *Server) loadFigures(ctx context.Context, d *scenarioData, scope string) error {
	figures, err := s.store.Figures(ctx, d.benchmark.ID)
	if err != nil {
		return err
	}
	for _, f := range figures {
		if f.Scope == scope && f.Value != nil {
			d.figures = append(d.figures, f)
		}
	}
	if len(d.figures) == 0 {
		return nil
	}
	sources, err := s.store.FigureSources(ctx, d.benchmark.ID)
	for _, src := range sources {
		d.sources[src.ID] = src.Title
	}
	return err
}

// scenarioPage is /b/{benchmark}/scenarios/{scenario}.
func (s *Server) scenarioPage(c echo.Context) error {
	slugs, err := params(c, "benchmark", "scenario")
	if err != nil {
		return err
	}
	q, err := readScenarioQuery(c)
	if err != nil {
		return err
	}
	csv := wantsCSV(c)
	if csv {
		q.block.Size = 1 << 30 // a table to work with has all
	}
	d, err := s.loadScenario(c.Request().Context(), slugs[0], slugs[1], &q)
	if err != nil {
		return err
	}
	if csv {
		return longTable(c, d.benchmark.ID+"-"+d.scenario().Slug, scenarioHeader(), d.csv(q))
	}
	p := buildScenario(d, q)
	p.Meta = s.scenarioMeta(d, p, q)
	return html(c, views.ScenarioPage(p))
}

func (s *Server) scenarioMeta(d *scenarioData, p views.Scenario, q scenarioQuery) ui.Meta {
	b, sc := d.benchmark, d.scenario()
	path := link.Scenario(b.ID, sc.Slug)
	m := s.frame.Meta(sc.Slug+" of "+b.Name, "Every verdict of every run on the "+words.Plural(len(d.tasks), b.Words.Task, b.Words.Task+"s")+" of "+sc.Slug+".",
		path, link.API(nil, "benchmarks", b.ID, "scenarios", sc.Slug), views.Crumbs(b, sc.Slug)...)
	m.CSVPath = link.To(link.With(q.values(), "format", "csv", blockParam, ""), "b", b.ID, "scenarios", sc.Slug)
	m.MethodPath = link.Benchmark(b.ID, "method")
	m.Wide = len(p.Columns) > 24
	for _, r := range p.Runs {
		m.Scripted = m.Scripted || r.Run.Scripted
	}
	return m
}
