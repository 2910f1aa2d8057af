package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views/link"
)

// runJSON is a run as the API shows it.
type runJSON struct {
	Run        string                         `json:"run"`
	Benchmark  string                         `json:"benchmark"`
	System     results.System                 `json:"system"`
	Evidence   results.Evidence               `json:"evidence"`
	Complete   bool                           `json:"complete"`
	Ranked     bool                           `json:"ranked"`
	Scripted   bool                           `json:"scripted"`
	Counts     results.Counts                 `json:"counts"`
	Metrics    map[string]results.MetricValue `json:"metrics"`
	Source     sourceJSON                     `json:"source"`
	StartedAt  *int64                         `json:"started_at"` // Unix milliseconds
	Objections []results.Objection            `json:"objections"`
	URL        string                         `json:"url"`

	Convention  string                                    `json:"convention"`
	Conventions map[string]map[string]results.MetricValue `json:"conventions,omitempty"`
	Warnings    []warningJSON                             `json:"warnings,omitempty"`
	Scenarios   []runScenarioJSON                         `json:"scenarios,omitempty"`
	Reported    []results.Reported                        `json:"reported,omitempty"`
	Redactions  map[string]int                            `json:"redactions,omitempty"`
}

type sourceJSON struct {
	Format     string `json:"format"`
	Digest     string `json:"digest"`
	Label      string `json:"label"`
	IngestedAt int64  `json:"ingested_at"` // Unix milliseconds
}

type runScenarioJSON struct {
	ID      string              `json:"id"`
	Tasks   int                 `json:"tasks"`
	Scored  int                 `json:"scored"`
	Passed  int                 `json:"passed"`
	S       *int                `json:"s,omitempty"`
	K       *int                `json:"k,omitempty"`
	SF      *int                `json:"sf,omitempty"`
	KF      *int                `json:"kf,omitempty"`
	Metrics map[string]*float64 `json:"metrics"`
	// Bounds stand in the place of metrics that a missing task could still change.
	Bounds map[string][2]float64 `json:"bounds,omitempty"`
}

// runHead is the part that the list and the single run share.
func runHead(r results.Run) runJSON {
	return runJSON{
		Run: r.Slug, Benchmark: r.Benchmark, System: r.System, Evidence: r.Evidence, Complete: r.Complete, Ranked: r.Ranked(), Scripted: r.Scripted, Counts: r.Counts,
		Objections: append([]results.Objection{}, r.Objections...),
		Metrics:    map[string]results.MetricValue{}, StartedAt: r.StartedAt, URL: link.Run(r.Slug),
		Source: sourceJSON{Format: r.Format, Digest: r.Digest, Label: r.Label, IngestedAt: r.IngestedAt},
	}
}

// runsAPI is GET /api/v1/runs.
func (s *Server) runsAPI(c echo.Context) error {
	ctx := c.Request().Context()
	f, err := s.runFilter(c)
	if err != nil {
		return err
	}
	runs, total, err := s.store.Runs(ctx, f)
	if err != nil {
		return err
	}
	list := []runJSON{}
	for _, r := range runs {
		row := runHead(r)
		metrics, err := s.store.RunMetrics(ctx, r.ID)
		if err != nil {
			return err
		}
		b, err := s.store.FindBenchmark(ctx, r.Benchmark)
		if err != nil {
			return err
		}
		d := &runData{run: r, benchmark: b, metrics: metrics}
		row.Convention = score.Conventions(b.Scoring)[0].ID
		row.Metrics = d.overall(row.Convention)
		list = append(list, row)
	}
	return object(c, map[string]any{"runs": list, "total": total, "limit": f.Limit, "offset": f.Offset})
}

// overall are the run's metrics under one convention, without intervals.
func (d *runData) overall(convention string) map[string]results.MetricValue {
	m := map[string]results.MetricValue{}
	for _, x := range d.under(convention) {
		m[x.Key] = results.MetricValue{Value: x.Value, Bounds: boundsOf(x)}
	}
	return m
}

// boundsOf are the bounds of a metric that has them in the place of a value.
func boundsOf(m results.Metric) *[2]float64 {
	if m.Lo == nil || m.Hi == nil {
		return nil
	}
	return &[2]float64{*m.Lo, *m.Hi}
}

// runAPI is GET /api/v1/runs/{run}. It has the numbers of every convention;
// metrics and scenarios are those of the one that is asked for.
func (s *Server) runAPI(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "run")
	if err != nil {
		return err
	}
	d, err := s.loadRun(ctx, slug)
	if err != nil {
		return err
	}
	out := runHead(d.run)
	out.Warnings, out.Reported, out.Redactions = warningsJSON(d.warnings), d.run.Reported, d.run.Redactions
	out.Conventions = map[string]map[string]results.MetricValue{}
	if out.Convention, err = d.convention(c); err != nil {
		return err
	}
	for _, v := range score.Conventions(d.benchmark.Scoring) {
		out.Conventions[v.ID] = d.overall(v.ID)
		s.addIntervals(c, d, v.ID, out.Conventions[v.ID])
	}
	out.Metrics = out.Conventions[out.Convention]
	keys := score.SpecOf(d.benchmark.Scoring, out.Convention).Keys
	for _, sc := range runScenarios(d, keys) {
		row := runScenarioJSON{ID: sc.Scenario.Slug, Tasks: sc.Expected, Scored: sc.Scored, Passed: sc.Passed, Metrics: map[string]*float64{}}
		for i, k := range keys {
			row.Metrics[k] = sc.Values[i].Value
			if b := sc.Values[i].Bounds; b != nil {
				if row.Bounds == nil {
					row.Bounds = map[string][2]float64{}
				}
				row.Bounds[k] = *b
			}
		}
		if d.benchmark.Scoring == results.ScoringClawArena {
			row.S, row.K, row.SF, row.KF = &sc.S, &sc.K, &sc.SF, &sc.KF
		}
		out.Scenarios = append(out.Scenarios, row)
	}
	pass := wilsonRate(d.run.Counts.Passed, d.run.Counts.Scored)
	rate := results.MetricValue{Value: pass.Value}
	if pass.Value != nil {
		rate.CI = &[2]float64{*pass.Lo, *pass.Hi}
	}
	full := runFull{runJSON: out, PassRate: rate, Warnings: out.Warnings, Scenarios: out.Scenarios}
	if full.Predecessor, full.Successor, err = s.neighbours(ctx, &d.run); err != nil {
		return err
	}
	return object(c, full)
}

// runFull keeps the lists of a single run in the answer even if they are empty.
type runFull struct {
	runJSON
	PassRate  results.MetricValue `json:"pass_rate"` // of counts.scored, with its Wilson interval
	Warnings  []warningJSON       `json:"warnings"`
	Scenarios []runScenarioJSON   `json:"scenarios"`
	// Predecessor and Successor are slugs of runs of the system that this one
	// stands in the place of, or makes way for.
	Predecessor *string `json:"predecessor"`
	Successor   *string `json:"successor"`
}

// addIntervals takes the intervals from the board, where the run has a row.
func (s *Server) addIntervals(c echo.Context, d *runData, convention string, m map[string]results.MetricValue) {
	b, err := s.store.FindBoard(c.Request().Context(), d.run.Benchmark, convention, "")
	if err != nil {
		return // the run's numbers stand without its interval
	}
	for _, row := range b.Rows {
		if row.Run == nil || *row.Run != d.run.Slug {
			continue
		}
		for k, v := range row.Metrics {
			if x, ok := m[k]; ok {
				x.CI = v.CI
				m[k] = x
			}
		}
	}
}
