package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// runRoutes registers the pages of this file.
func (s *Server) runRoutes(page, api route) {
	page("/runs", heavy, s.runsPage, runsFields().and(csvField()))
	page("/runs/:run", light, s.runPage, query{textField("convention"), csvField()})
	api("/runs", heavy, s.runsAPI, runsFields())
	api("/runs/:run", heavy, s.runAPI, query{textField("convention")})
}

// runData is everything that the run's page and its JSON twin are made of.
type runData struct {
	run       results.Run
	benchmark results.Benchmark
	scenarios []results.Scenario
	tasks     []results.Task
	trials    []results.StoredTrial
	metrics   []results.Metric
	warnings  []results.Warning
	doubts    report.Doubts // tasks that no answer can pass
}

func (s *Server) loadRun(ctx context.Context, slug string) (*runData, error) {
	d := &runData{}
	var err error
	if d.run, err = s.store.FindRun(ctx, slug); err != nil {
		return nil, err
	}
	if d.benchmark, err = s.store.FindBenchmark(ctx, d.run.Benchmark); err != nil {
		return nil, err
	}
	if d.scenarios, err = s.store.Scenarios(ctx, d.run.Benchmark); err != nil {
		return nil, err
	}
	if d.tasks, err = s.store.Tasks(ctx, d.run.Benchmark, ""); err != nil {
		return nil, err
	}
	if d.trials, err = s.store.RunTrials(ctx, d.run.ID, ""); err != nil {
		return nil, err
	}
	if d.metrics, err = s.store.RunMetrics(ctx, d.run.ID); err != nil {
		return nil, err
	}
	if d.warnings, err = s.store.Warnings(ctx, d.run.ID); err != nil {
		return nil, err
	}
	d.doubts, err = s.store.Doubts(ctx, d.benchmark)
	return d, err
}

// under lists the run's numbers under a convention, each key once: that of the
// convention where it has one of its own, else the one that all share.
func (d *runData) under(convention string) []results.Metric {
	var list []results.Metric
	at := map[string]int{}
	for _, m := range d.metrics {
		if m.Scope != "" || m.Convention != "" && m.Convention != convention {
			continue
		}
		i, known := at[m.Key]
		switch {
		case !known:
			at[m.Key] = len(list)
			list = append(list, m)
		case m.Convention == convention:
			list[i] = m
		}
	}
	return list
}

// metric finds a stored number of the run.
func (d *runData) metric(scope, convention, key string) *results.Metric {
	for i := range d.metrics {
		if m := &d.metrics[i]; m.Scope == scope && m.Convention == convention && m.Key == key {
			return m
		}
	}
	return nil
}

func (d *runData) value(scope, convention, key string) *float64 {
	if m := d.metric(scope, convention, key); m != nil {
		return m.Value
	}
	return nil
}

// convention is the way of aggregating that the URL asks for.
func (d *runData) convention(c echo.Context) (string, error) {
	var ids []string
	for _, v := range score.Conventions(d.benchmark.Scoring) {
		ids = append(ids, v.ID)
	}
	return oneOf(c, "convention", ids...)
}

// runPage is /runs/{run}: every number of the run with its derivation.
func (s *Server) runPage(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "run")
	if err != nil {
		return err
	}
	d, err := s.loadRun(ctx, slug)
	if err != nil {
		return err
	}
	convention, err := d.convention(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return d.csv(c)
	}
	page, err := s.buildRun(ctx, d, convention)
	if err != nil {
		return err
	}
	return html(c, views.RunPage(page))
}

// otherRuns is how many runs the page offers for a comparison.
const otherRuns = 50

// buildRun makes the page struct.
func (s *Server) buildRun(ctx context.Context, d *runData, convention string) (views.Run, error) {
	names, err := s.modelNames(ctx)
	if err != nil {
		return views.Run{}, err
	}
	r := d.run
	p := views.Run{Run: r, Benchmark: d.benchmark, ModelName: names[r.System.Model], Convention: convention, Names: names, Warnings: d.warnings, Keys: score.SpecOf(d.benchmark.Scoring, convention).Keys}
	p.Pass = wilsonRate(r.Counts.Passed, r.Counts.Scored)
	p.Labels = map[string]string{}
	for _, k := range p.Keys {
		p.Labels[k] = metric.Of(k).Label
	}
	title := p.ModelName + " on " + d.benchmark.Name
	if r.System.Framework != "" {
		title = p.ModelName + " with " + r.System.Framework + " on " + d.benchmark.Name
	}
	path := link.Run(r.Slug)
	p.Meta = s.frame.Meta(title+" ("+r.Slug[max(0, len(r.Slug)-8):]+")", fmt.Sprintf("%d of %d expected %ss passed; every number with its derivation.", r.Counts.Passed, r.Counts.Expected, d.benchmark.Words.Task),
		path, "/api/v1"+path, views.Crumbs(d.benchmark, "Run")...)
	p.Meta.CSVPath = path + "?format=csv"
	p.Meta.MethodPath = link.Benchmark(r.Benchmark, "method")
	p.Meta.Scripted = r.Scripted
	for i, v := range score.Conventions(d.benchmark.Scoring) {
		id := v.ID
		if i == 0 {
			id = "" // the default needs no words
		}
		tab := ui.Tab{Label: v.Title, Href: link.To(url.Values{"convention": {id}}, "runs", r.Slug), Current: v.ID == convention}
		if v.ID == convention {
			p.Explain = v.Explain
		}
		p.Conventions = append(p.Conventions, tab)
	}
	p.Streaks = d.benchmark.Scoring == results.ScoringClawArena
	p.Derivations = derivations(d, convention)
	p.Scenarios = runScenarios(d, p.Keys)
	p.Days = runDays(d)
	p.Failing, p.NotPassed = failing(d)
	p.Totals = totals(d.trials)
	p.Reported = reportedLines(d)
	if err := s.runTools(ctx, d, &p); err != nil {
		return p, err
	}
	if p.Records, err = s.store.Raws(ctx, r.ID, 0); err != nil {
		return p, err
	}
	if p.PointingAt, err = s.store.RunsPointingAt(ctx, r.Slug); err != nil {
		return p, err
	}
	if err := s.runChanges(ctx, r.Slug, &p); err != nil {
		return p, err
	}
	if p.Before, p.After, err = s.succession(ctx, &r); err != nil {
		return p, err
	}
	others, total, err := s.store.Runs(ctx, results.RunFilter{Benchmark: r.Benchmark, Limit: otherRuns})
	if err != nil {
		return p, err
	}
	for _, o := range others {
		if o.Slug != r.Slug {
			p.OtherRuns = append(p.OtherRuns, o)
		}
	}
	if total > len(others) {
		p.OtherTotal = total - 1
	}
	return p, nil
}

func (s *Server) runTools(ctx context.Context, d *runData, p *views.Run) error {
	counts, err := s.store.RunTools(ctx, d.run.ID)
	if err != nil {
		return err
	}
	p.Tools = report.ToolUses(counts)
	for _, t := range p.Tools {
		p.ToolCalls += t.Calls
		p.FailedCalls += t.Failed
	}
	return nil
}

// csv is one row per trial of the run.
func (d *runData) csv(c echo.Context) error {
	header := []string{"run", "scenario", "task", "attempt", "kind", "status", "score", "selected", "gold", "steps", "tool_calls", "failed_calls", "duration_ms", "tokens_input", "tokens_output", "cost_usd"}
	var rows [][]string
	for i := range d.trials {
		t := &d.trials[i]
		rows = append(rows, []string{d.run.Slug, t.Scenario, t.Task, fmt.Sprint(t.Attempt), t.Kind, string(t.Status), num(t.Score),
			strings.Join(t.Selected, ""), strings.Join(t.Gold, ""), fmt.Sprint(t.StepsTotal), fmt.Sprint(t.ToolCalls), fmt.Sprint(t.FailedCalls),
			whole(t.DurationMS), whole(t.Usage.Input), whole(t.Usage.Output), num(t.Usage.CostUSD)})
	}
	return table(c, d.run.Slug, header, rows)
}

// num and whole write an optional number for CSV; absent stays empty.
func num(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func whole(x *int64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprint(*x)
}

// runsPage is /runs: all runs, the newest first.
func (s *Server) runsPage(c echo.Context) error {
	ctx := c.Request().Context()
	f, err := s.runFilter(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return s.runsCSV(c, f)
	}
	runs, total, err := s.store.Runs(ctx, f)
	if err != nil {
		return err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	q := url.Values{}
	q.Set("benchmark", f.Benchmark)
	q.Set("model", f.Model)
	p := views.Runs{Runs: runs, Total: total, Names: names}
	p.Meta = s.frame.Meta("Runs", "All runs with records, the newest first.", link.To(q, "runs"), link.API(q, "runs"), ui.Crumb{Label: "Runs"})
	if !s.frame.Static {
		p.Meta.CSVPath = link.To(link.With(q, "format", "csv"), "runs")
	}
	at := func(offset int) string { return link.To(link.With(q, "offset", fmt.Sprint(offset)), "runs") }
	p.Pager = ui.Pager{From: min(f.Offset+1, total), To: f.Offset + len(runs), Total: total, Noun: "runs"}
	if f.Offset > 0 {
		p.Pager.First, p.Pager.Prev = link.To(q, "runs"), at(max(0, f.Offset-f.Limit))
	}
	if next := f.Offset + f.Limit; next < total {
		p.Pager.Next, p.Pager.Last = at(next), at((total-1)/f.Limit*f.Limit)
	}
	return html(c, views.RunsPage(p))
}

// runsFields are the parameters of the lists of runs.
func runsFields() query {
	return query{textField("benchmark"), textField("model")}.and(windowFields()...)
}

// runFilter reads what the lists of runs are narrowed by; a model may be
// called by any of its names.
func (s *Server) runFilter(c echo.Context) (results.RunFilter, error) {
	f := results.RunFilter{Benchmark: ask(c).text("benchmark")}
	f.Limit, f.Offset = listWindow(c)
	var err error
	f.Model, err = s.canonical(c.Request().Context(), ask(c).text("model"))
	return f, err
}

// runsCSV is one row for each run that fits the filter, on all pages.
func (s *Server) runsCSV(c echo.Context, f results.RunFilter) error {
	header := []string{"run", "benchmark", "model", "framework", "variant", "provider", "evidence", "complete", "scripted",
		"expected", "scored", "passed", "failed", "no_answer", "timeout", "error", "not_judged", "missing", "started_at", "format", "digest", "label"}
	var rows [][]string
	f.Limit, f.Offset = 1000, 0
	for {
		runs, total, err := s.store.Runs(c.Request().Context(), f)
		if err != nil {
			return err
		}
		for i := range runs {
			rows = append(rows, runRow(&runs[i]))
		}
		if f.Offset += len(runs); len(runs) == 0 || f.Offset >= total {
			return table(c, "runs", header, rows)
		}
	}
}

func runRow(r *results.Run) []string {
	return slices.Concat([]string{r.Slug, r.Benchmark, r.System.Model, r.System.Framework, r.System.Variant, r.System.Provider, string(r.Evidence),
		fmt.Sprint(r.Complete), fmt.Sprint(r.Scripted)}, csvCounts(&r.Counts), []string{whole(r.StartedAt), r.Format, r.Digest, r.Label})
}

// runRecord is /runs/{run}/records/{id}: a raw record of the run itself, such
// as its report, after redaction.
func (s *Server) runRecord(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "run")
	if err != nil {
		return err
	}
	run, err := s.store.FindRun(ctx, slug)
	if err != nil {
		return err
	}
	list, err := s.store.Raws(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	for _, r := range list {
		if fmt.Sprint(r.ID) == c.Param("id") {
			return s.sendRaw(c, r)
		}
	}
	return fmt.Errorf("record %s of %s: %w", c.Param("id"), slug, results.ErrNotFound)
}
