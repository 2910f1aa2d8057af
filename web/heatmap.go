package web

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// heatQuery is what the URL of a heatmap asks for.
type heatQuery struct {
	metric  string // empty: the headline, or the first that has numbers
	by      string // scenario or task
	sort    string // of the rows: empty (the dataset's order), name, mean, -mean, sd
	columns string // order of the systems: empty (rank), name, mean
	source  string // a source of figures instead of the runs
	all     bool   // also systems without any number
	rows    report.Window
	block   report.Window // of the systems side by side
}

// heatFields are the parameters of a heatmap.
func heatFields() query {
	return query{textField("metric"), wordField("by", "scenario", "task"), wordField("sort", "", "name", "mean", "-mean", "sd").also("order"),
		wordField("columns", "", "name", "mean").also("rank"), textField("source"), wordField("systems", "", "all"), blockField()}
}

func parseHeatQuery(c echo.Context) heatQuery {
	a := ask(c)
	return heatQuery{metric: a.text("metric"), by: a.word("by"), sort: a.word("sort"), columns: a.word("columns"), source: a.text("source"), all: a.word("systems") == "all",
		rows: report.Window{Key: pageParam, Size: rowsOnPage}, block: readLeaf(c, blockParam, systemsAbreast)}
}

// values is the query as a URL has it.
func (q heatQuery) values() url.Values {
	by, all := q.by, ""
	if by == "scenario" {
		by = ""
	}
	if q.all {
		all = "all"
	}
	return link.With(url.Values{}, "metric", q.metric, "by", by, "sort", q.sort, "columns", q.columns, "source", q.source, "systems", all)
}

// heatData is what the heatmap's page, JSON and CSV are made of.
type heatData struct {
	benchmark results.Benchmark
	query     heatQuery
	board     results.Board
	names     map[string]string
	scenarios []results.Scenario
	sizes     map[string]int
	metrics   []string // that have numbers, in the board's order
	sources   []results.FigureSource
	grid      heatGrid
}

// heatRow is a scenario or a task.
type heatRow struct {
	Scenario string
	ID       string // slug of the scenario or task
	Title    string
	Group    string
	Tasks    int
}

// heatColumn is a system.
type heatColumn struct {
	Run    *string // nil for a system that is known by figures alone
	System results.System
	Name   string
}

// heatCell is one number.
type heatCell struct {
	Value    *float64
	Num, Den *float64
	Source   string // of a published figure; empty for a number from records
}

// heatGrid is the numbers by row and column.
type heatGrid struct {
	Rows  []heatRow
	Cols  []heatColumn
	Cells [][]heatCell // [row][column]
	// over are the columns that means are over, of the number of systems that
	// would have to be there, and basis what their cells rest on; see population.
	over  []int
	in    map[int]bool // the same as a set
	of    int
	basis results.Evidence
	// What of the grid is shown; means are over all of it.
	rows, cols report.Window
}

// loadHeat reads the benchmark of the URL with the numbers of its heatmap.
func (s *Server) loadHeat(c echo.Context) (*heatData, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	d := &heatData{}
	if d.benchmark, err = s.store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	d.query = parseHeatQuery(c)
	if d.board, err = s.defaultBoard(ctx, d.benchmark); err != nil {
		return nil, err
	}
	if d.query.metric != "" && !slices.Contains(d.board.Keys, d.query.metric) {
		return nil, bad("metric=%s is not known; use one of %s.", d.query.metric, orList(d.board.Keys))
	}
	if d.scenarios, err = s.store.Scenarios(ctx, id); err != nil {
		return nil, err
	}
	if d.sizes, err = s.store.ScenarioSizes(ctx, id); err != nil {
		return nil, err
	}
	if d.names, err = s.modelNames(ctx); err != nil {
		return nil, err
	}
	if d.query.by == "task" {
		return d, s.loadTaskGrid(ctx, d)
	}
	return d, s.loadScenarioGrid(ctx, d)
}

// loadScenarioGrid fills the grid from the runs of the board and from figures
// by scenario.
func (s *Server) loadScenarioGrid(ctx context.Context, d *heatData) error {
	keys, err := s.store.ScenarioKeys(ctx, d.benchmark.ID)
	if err != nil {
		return err
	}
	figures, err := s.store.Figures(ctx, d.benchmark.ID)
	if err != nil {
		return err
	}
	if d.sources, err = s.store.FigureSources(ctx, d.benchmark.ID); err != nil {
		return err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: d.benchmark.ID})
	if err != nil {
		return err
	}
	figures, d.sources = heatFigures(figures, d.sources)
	if d.query.source != "" && !slices.ContainsFunc(d.sources, func(x results.FigureSource) bool { return x.ID == d.query.source }) {
		return bad("source=%s has no figures by %s.", d.query.source, d.benchmark.Words.Scenario)
	}
	d.metrics = metricsWithNumbers(d.board, keys, figures, d.query.source)
	scoped, err := s.store.ScenarioMetric(ctx, d.benchmark.ID, d.chosenMetric())
	if err != nil {
		return err
	}
	d.fillScenarios(runs, scoped, figures)
	return nil
}

// heatFigures keeps the figures by scenario that have a value, and their sources.
func heatFigures(figures []results.Figure, sources []results.FigureSource) ([]results.Figure, []results.FigureSource) {
	var kept []results.Figure
	used := map[string]bool{}
	for _, f := range figures {
		if strings.HasPrefix(f.Scope, "scenario:") && f.Value != nil {
			kept = append(kept, f)
			used[f.Source] = true
		}
	}
	return kept, slices.DeleteFunc(slices.Clone(sources), func(src results.FigureSource) bool { return !used[src.ID] })
}

// loadTaskGrid fills the grid from the runs of the board, task by task.
func (s *Server) loadTaskGrid(ctx context.Context, d *heatData) error {
	tasks, err := s.store.Tasks(ctx, d.benchmark.ID, "")
	if err != nil {
		return err
	}
	put := d.putScores(tasks)
	if err := s.store.TaskScores(ctx, d.benchmark.ID, "", put); err != nil {
		return err
	}
	d.order()
	return nil
}

// heatmapPage is GET /b/{benchmark}/heatmap.
func (s *Server) heatmapPage(c echo.Context) error {
	csv := wantsCSV(c)
	d, err := s.loadHeat(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := d.csv()
		return table(c, d.benchmark.ID+"-heatmap", header, rows)
	}
	d.query.rows = readLeaf(c, pageParam, rowsOnPage)
	d.turn()
	p := d.page(s.frame.Static)
	path := link.Benchmark(d.benchmark.ID)
	q := d.query.values()
	p.Meta = s.frame.Meta(d.title(), p.Lead, link.To(link.With(url.Values{}, "metric", d.query.metric, "by", q.Get("by"), "source", d.query.source), "b", d.benchmark.ID, "heatmap"),
		link.API(q, "benchmarks", d.benchmark.ID, "heatmap"), views.Crumbs(d.benchmark, "Heatmap")...)
	p.Meta.CSVPath = link.To(link.With(q, "format", "csv"), "b", d.benchmark.ID, "heatmap")
	p.Meta.MethodPath = path + "/method"
	p.Meta.Scripted = d.benchmark.Scripted
	p.Meta.Wide = true
	return html(c, views.HeatmapPage(p))
}

// title tells the views of the heatmap apart.
func (d *heatData) title() string {
	t := d.benchmark.Name + " heatmap"
	if d.query.by == "task" {
		t += " by " + d.benchmark.Words.Task
	}
	if d.query.metric != "" {
		t += ", " + views.MetricOf(d.query.metric).Label
	}
	if d.query.source != "" {
		t += ", " + d.query.source
	}
	return t
}
