package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// compareRoutes registers the pages of two runs, of many, and of two trials.
func (s *Server) compareRoutes(page, api route) {
	page("/compare", heavy, s.comparePage, compareFields().and(textField("benchmark"), offsetField(), csvField()))
	page("/compare/:scenario/:task", heavy, s.compareTrialPage, pairFields().and(alignedFields()...))
	api("/compare", heavy, s.compareAPI, compareFields().and(windowFields()...))
	api("/compare/:scenario/:task", heavy, s.compareTrialAPI, pairFields().and(windowFields()...))
}

// compareQuery is the state of a comparison's URL.
type compareQuery struct {
	runs                  []string // slugs: A, B and further ones
	benchmark             string   // only where runs are still to be chosen
	convention            string
	show                  string
	scenario, kind, phase string
	offset                int
}

// Which rounds the list under a comparison shows.
const (
	showDiffer  = "differ"
	showOnlyA   = "only_a"
	showOnlyB   = "only_b"
	showNeither = "neither"
	showBoth    = "both"
	showScore   = "score" // same verdict, other score
	showAll     = "all"
)

// compareFields are the parameters of a comparison.
func compareFields() query {
	return query{textField("a"), textField("b"), listField("run"), textField("convention"), textField("scenario"), textField("kind"), textField("phase"),
		wordField("show", showDiffer, showOnlyA, showOnlyB, showNeither, showBoth, showScore, showAll)}
}

func parseCompare(c echo.Context) (compareQuery, error) {
	var q compareQuery
	a := ask(c)
	for _, slug := range slices.Concat([]string{a.text("a"), a.text("b")}, a.list("run")) {
		if slug == "" || slices.Contains(q.runs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return q, bad("%q is not the id of a run.", slug)
		}
		q.runs = append(q.runs, slug)
	}
	if len(q.runs) > matrixRuns {
		return q, bad("%d runs are too many for one page; choose at most %d.", len(q.runs), matrixRuns)
	}
	for _, f := range []struct {
		name string
		to   *string
	}{{"scenario", &q.scenario}, {"kind", &q.kind}, {"phase", &q.phase}} {
		*f.to = a.text(f.name)
		if *f.to != "" && !results.ValidSlug(*f.to) {
			return q, bad("%s=%s is not known.", f.name, *f.to)
		}
	}
	q.convention, q.show = a.text("convention"), a.word("show")
	return q, nil
}

// values is the query of the same view with some values changed. The order of
// a and b stays; what has its preset value is left out.
func (q compareQuery) values(pairs ...string) url.Values {
	v := url.Values{}
	if len(q.runs) > 2 {
		v["run"] = q.runs
	} else {
		for i, slug := range q.runs {
			v.Set([]string{"a", "b"}[i], slug)
		}
	}
	for name, value := range map[string]string{"convention": q.convention, "scenario": q.scenario, "kind": q.kind, "phase": q.phase} {
		if value != "" {
			v.Set(name, value)
		}
	}
	if q.show != showDiffer {
		v.Set("show", q.show)
	}
	return link.With(v, pairs...)
}

func (q compareQuery) link(pairs ...string) string { return link.To(q.values(pairs...), "compare") }

// comparePage is /compare: a form, two runs, or a matrix of more.
func (s *Server) comparePage(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	q.offset, q.benchmark = ask(c).number("offset"), ask(c).text("benchmark")
	if q.benchmark != "" && !results.ValidSlug(q.benchmark) {
		return bad("benchmark=%s is not known.", q.benchmark)
	}
	csv := wantsCSV(c)
	if len(ask(c).list("run")) > 0 && len(q.runs) == 2 {
		return c.Redirect(http.StatusFound, q.link())
	}
	switch {
	case len(q.runs) < 2:
		return s.comparePick(c, q)
	case len(q.runs) > 2:
		return s.compareMatrix(c, q, csv)
	}
	d, err := s.loadComparison(c.Request().Context(), &q)
	if err != nil {
		return err
	}
	if csv {
		return d.csv(c)
	}
	return html(c, views.ComparePage(s.buildComparison(d)))
}

// comparison is everything that the page, its JSON twin and its table show.
type comparison struct {
	compareQuery
	benchmark results.Benchmark // of A
	other     results.Benchmark // of B
	scenarios []results.Scenario
	tasks     []results.Task
	a, b      results.ScoredRun
	label     [2]string // systems in full
	names     [2]string // models alone where that tells the runs apart
	group     [2]string // blocks of the board within which rows are ranked
	pairs     int       // of runs that could have been chosen
	doubtful  report.Doubts
	*compare.Comparison
}

// loadComparison reads two runs and compares them if they are of one benchmark.
func (s *Server) loadComparison(ctx context.Context, q *compareQuery) (*comparison, error) {
	d := &comparison{Comparison: &compare.Comparison{}}
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	for i, run := range []*results.ScoredRun{&d.a, &d.b} {
		if run.Run, err = s.store.FindRun(ctx, q.runs[i]); err != nil {
			return nil, err
		}
	}
	d.label, d.names = runLabels(names, d.a.Run, d.b.Run), modelLabels(names, d.a.Run, d.b.Run)
	if d.benchmark, err = s.store.FindBenchmark(ctx, d.a.Benchmark); err != nil {
		return nil, err
	}
	if d.other, err = s.store.FindBenchmark(ctx, d.b.Benchmark); err != nil {
		return nil, err
	}
	if q.convention, err = compareConvention(d.benchmark.Scoring, q.convention); err != nil {
		return nil, err
	}
	d.compareQuery = *q
	if d.benchmark.ID != d.other.ID {
		return d, nil
	}
	return d, s.loadOutcomes(ctx, d)
}

// loadOutcomes reads the dataset and the outcomes of both runs.
func (s *Server) loadOutcomes(ctx context.Context, d *comparison) error {
	var err error
	if d.scenarios, err = s.store.Scenarios(ctx, d.benchmark.ID); err != nil {
		return err
	}
	if d.tasks, err = s.store.Tasks(ctx, d.benchmark.ID, ""); err != nil {
		return err
	}
	for _, run := range []*results.ScoredRun{&d.a, &d.b} {
		if run.Trials, err = s.store.Outcomes(ctx, run.ID); err != nil {
			return err
		}
	}
	if err := s.fromBoard(ctx, d); err != nil {
		return err
	}
	_, total, err := s.store.Runs(ctx, results.RunFilter{Benchmark: d.benchmark.ID, Limit: 1})
	if err != nil {
		return err
	}
	d.pairs = total * (total - 1) / 2
	d.Comparison = compare.Run(compare.Input{Benchmark: d.benchmark, Tasks: d.tasks, A: &d.a, B: &d.b, Convention: d.convention})
	return nil
}

// fromBoard finds the block of the board in which each run is ranked, and the
// tasks that no answer can pass.
func (s *Server) fromBoard(ctx context.Context, d *comparison) error {
	b, err := s.defaultBoard(ctx, d.benchmark)
	if err != nil {
		return err
	}
	d.doubtful = report.DoubtsOf(b)
	for i, run := range []results.Run{d.a.Run, d.b.Run} {
		for _, r := range b.Rows {
			if r.Run != nil && *r.Run == run.Slug || slices.Contains(r.OtherRuns, run.Slug) {
				d.group[i] = r.Group
			}
		}
	}
	return nil
}

// compareConvention checks the name of a convention; empty is the default.
func compareConvention(scoring results.Scoring, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	var known []string
	for _, c := range score.Conventions(scoring) {
		if c.ID == id {
			return id, nil
		}
		known = append(known, c.ID)
	}
	return "", bad("convention=%s is not known; use one of %s.", id, orList(known))
}

// runLabels names two runs by their systems; runs of one system get the end of
// their slug as well.
func runLabels(names map[string]string, a, b results.Run) [2]string {
	label := func(r results.Run) string {
		name := names[r.System.Model]
		if name == "" {
			name = r.System.Model
		}
		return words.System(name, r.System)
	}
	l := [2]string{label(a), label(b)}
	if l[0] == l[1] {
		l[0], l[1] = l[0]+" ("+slugEnd(a.Slug)+")", l[1]+" ("+slugEnd(b.Slug)+")"
	}
	return l
}

// modelLabels are the models alone where that tells the runs apart.
func modelLabels(names map[string]string, a, b results.Run) [2]string {
	x, y := a.System, b.System
	if x.Model != y.Model && x.Framework == y.Framework && x.Variant == y.Variant {
		a.System, b.System = results.System{Model: x.Model}, results.System{Model: y.Model}
	}
	return runLabels(names, a, b)
}

// slugEnd is the digest at the end of a run's slug.
func slugEnd(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }

// csv is one row per expected task.
func (d *comparison) csv(c echo.Context) error {
	if d.benchmark.ID != d.other.ID {
		return bad("the runs are of two benchmarks, so no table sets them side by side.")
	}
	header := []string{"scenario", "task", "kind", "phase", "relation", "a_status", "a_score", "a_selected", "b_status", "b_score", "b_selected", "doubtful"}
	var rows [][]string
	for i := range d.Tasks {
		t := &d.Tasks[i]
		row := []string{t.Task.Scenario, t.Task.Slug, t.Task.Kind, compare.Phase(t.Task), string(t.Relation())}
		for _, o := range []*compare.Outcome{&t.A, &t.B} {
			row = append(row, string(o.Status()), num(o.Score), chosenBy(o))
		}
		rows = append(rows, append(row, d.doubtful.Reason(t.Task.Scenario, t.Task.Slug)))
	}
	return table(c, fmt.Sprintf("compare-%s-%s", slugEnd(d.a.Slug), slugEnd(d.b.Slug)), header, rows)
}

// chosenBy lists the options that the first attempt chose.
func chosenBy(o *compare.Outcome) string {
	if len(o.Trials) == 0 {
		return ""
	}
	if s := o.Trials[0].Selected; s != nil && len(s) == 0 {
		return "none" // an answer was given, and it is the empty set
	}
	return strings.Join(o.Trials[0].Selected, " ")
}
