// Package run renders the page of one run, including how its numbers are computed, and the list of
// runs.
package run

import (
	"maps"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/failures"
)

type StoredRun struct {
	Run          results.Run
	Benchmark    results.Benchmark
	Scenarios    []results.Scenario
	Tasks        []results.Task
	Trials       []results.StoredTrial
	Metrics      []results.Metric
	Warnings     []results.Warning
	FaultyChecks views.FaultyChecks
	Reasons      results.RunReasons
}

// Run is the content of a run's page and of its JSON response, which includes the values under
// every convention.
type Run struct {
	views.RunHead
	Conventions map[string]map[string]results.MetricValue `json:"conventions,omitempty"` // metrics by key, for each convention
	Reported    []results.Reported                        `json:"reported,omitempty"`    // values in the run's own report
	Redactions  map[string]int                            `json:"redactions,omitempty"`  // number of redactions in the records, by redaction rule
	PassRate    results.MetricValue                       `json:"pass_rate"`             // share of scored trials that passed, 0 to 1, with its Wilson interval
	Facts       map[string]string                         `json:"facts"`                 // recorded properties of the run, by their names in the records; nested objects are JSON text
	Warnings    []views.Warning                           `json:"warnings"`              // warnings about the records
	Scenarios   []RunScenario                             `json:"scenarios"`             // scenarios in dataset order
	Reasons     failures.Reasons                          `json:"reasons"`               // failure reasons by kind
	Predecessor *string                                   `json:"predecessor"`           // slug of the run of the same system that this run corrects, or of the previously ingested one if both started at the same time; null if there is none
	Successor   *string                                   `json:"successor"`             // slug of the run of the same system that corrects this run, or of the next ingested one if both started at the same time; null if there is none

	Stored      StoredRun           `json:"-"`
	Fingerprint views.Fingerprint   `json:"-"`
	Cite        views.Citation      `json:"-"`
	Model       string              `json:"-"` // display name of the model
	Keys        []string            `json:"-"` // metric keys in display order
	Derivations []Derivation        `json:"-"`
	Tools       []results.ToolCount `json:"-"`
	Records     []results.Raw       `json:"-"` // records of the run as a whole, such as its report
	Standing    *views.Standing     `json:"-"` // position on the board of the requested convention; nil if the board does not list the run
	PointingAt  []results.Run       `json:"-"` // runs that this one corrects, or that contain the same records
	// Before and After are the previous and next run of the same system with the same start time;
	// nil if there is none.
	Before *results.Run `json:"-"`
	After  *results.Run `json:"-"`
}

func NewRun(s StoredRun, convention string) *Run {
	s.Metrics = s.ownMetrics()
	r := &Run{RunHead: views.NewRunHead(s.Run), Stored: s, Conventions: map[string]map[string]results.MetricValue{},
		Reported: s.Run.Reported, Redactions: s.Run.Redactions, Warnings: views.Warnings(s.Warnings),
		Keys: score.KeysOf(score.SpecOf(s.Benchmark.Scoring, convention), s.Benchmark.Scoring, s.Tasks)}
	r.Convention = convention
	for _, c := range score.ConventionsOf(s.Benchmark) {
		r.Conventions[c.ID] = metricValues(s.Metrics, c.ID)
	}
	r.Metrics = r.Conventions[convention]
	if n := s.Run.Counts.Scored; n > 0 {
		rate, ci := float64(s.Run.Counts.Passed)/float64(n), stats.Wilson(s.Run.Counts.Passed, n, stats.Level)
		r.PassRate = results.MetricValue{Value: &rate, CI: &[2]float64{ci.Lo, ci.Hi}}
	}
	r.Facts = s.facts()
	r.Reasons.Add(s.Trials, s.Reasons)
	r.Reasons.Settle(func(kind results.ReasonKind) string {
		return link.Failures(r.Benchmark, "run", r.Run, "reason", string(kind))
	})
	r.Derivations = s.derivations(r.Convention)
	r.Fingerprint = s.Fingerprint()
	r.Scenarios = s.scenarios(r.Keys, r.Fingerprint)
	return r
}

// AddIntervals copies the intervals from the board, unless the board row averages several runs.
func (r *Run) AddIntervals(convention string, b results.Board) {
	m := r.Conventions[convention]
	for _, row := range b.Rows {
		if row.Run == nil || *row.Run != r.Run || len(views.SweepRuns(&row)) > 1 {
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

func (r *Run) AddStanding(b results.Board) {
	for _, row := range b.Rows {
		if row.Run != nil && slices.Contains(views.SweepRuns(&row), r.Run) {
			r.Standing = views.StandingOf(b, row)
		}
	}
}

// AddSuccession sets the runs before and after this one. A replacement stated in the records takes
// precedence.
func (r *Run) AddSuccession(before, after *results.Run, pointing []results.Run) {
	r.Before, r.After, r.PointingAt = before, after, pointing
	if before != nil {
		r.Predecessor = &before.Slug
	}
	if after != nil {
		r.Successor = &after.Slug
	}
	for _, o := range r.Exclusions {
		if o.Kind == results.ExclusionReplaced {
			r.Successor = &o.Run
		}
	}
	for i := range pointing {
		for _, o := range pointing[i].Exclusions {
			if o.Kind == results.ExclusionReplaced && o.Run == r.Run {
				r.Predecessor = &pointing[i].Slug
			}
		}
	}
}

// ownMetrics leaves out the number of tasks with fewer than three attempts if the benchmark does
// not plan three.
func (s *StoredRun) ownMetrics() []results.Metric {
	if s.Benchmark.Described() {
		return s.Metrics
	}
	return slices.DeleteFunc(slices.Clone(s.Metrics), func(m results.Metric) bool { return m.Key == "short_tasks" })
}

// metricsUnder returns each metric once, preferring the value under the convention to the one
// shared by all conventions.
func metricsUnder(metrics []results.Metric, convention string) []results.Metric {
	var list []results.Metric
	at := map[string]int{}
	for _, m := range metrics {
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

func metricValues(metrics []results.Metric, convention string) map[string]results.MetricValue {
	m := map[string]results.MetricValue{}
	for _, x := range metricsUnder(metrics, convention) {
		m[x.Key] = results.MetricValue{Value: x.Value, Bounds: boundsOf(x), Own: x.Own()}
	}
	return m
}

func boundsOf(m results.Metric) *[2]float64 {
	if m.Lo == nil || m.Hi == nil {
		return nil
	}
	return &[2]float64{*m.Lo, *m.Hi}
}

func (s *StoredRun) Metric(scope, convention, key string) *results.Metric {
	for i := range s.Metrics {
		if m := &s.Metrics[i]; m.Scope == scope && m.Convention == convention && m.Key == key {
			return m
		}
	}
	return nil
}

func (s *StoredRun) value(scope, convention, key string) *float64 {
	if m := s.Metric(scope, convention, key); m != nil {
		return m.Value
	}
	return nil
}

// inner lists facts that the program sets itself or that the page displays elsewhere.
var inner = []string{
	results.FactSource, results.FactSnapshot, results.FactTaskSet, results.FactLabels, results.FactStopped, results.FactRefuted, "verdicts",
}

func (s *StoredRun) facts() map[string]string {
	facts := results.SetProvenance(maps.Clone(s.Run.Facts), results.Provenance{})
	maps.DeleteFunc(facts, func(name, _ string) bool { return slices.Contains(inner, name) })
	if facts == nil {
		return map[string]string{}
	}
	return facts
}
