// Package compare renders the comparison of two runs, the aligned traces of two trials, and the
// selection of runs.
package compare

import (
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// SweepsAlone is the query value that compares only the given runs. By default, all runs of their
// systems are compared.
const SweepsAlone = "alone"

// Query holds the URL parameters of a comparison.
type Query struct {
	Runs       []string // slugs of A and B
	Benchmark  string   // benchmark id; only used until both runs are chosen
	Convention string   // id of the aggregation convention; empty for the default
	Alone      bool     // true to compare only the given runs, not all runs of their systems
	Page       table.Window
}

// Link returns the URL of the same view with some parameters changed.
func (q Query) Link(pairs ...string) string {
	v := url.Values{}
	for i, slug := range q.Runs[:min(2, len(q.Runs))] {
		v.Set([]string{"a", "b"}[i], slug)
	}
	if q.Alone {
		v.Set("sweeps", SweepsAlone)
	}
	return link.To(link.With(link.With(v, "convention", q.Convention), pairs...), "compare")
}

// Comparison compares two runs of one benchmark on the tasks that both have scored. Differences are
// A minus B.
type Comparison struct {
	Benchmark  string                   `json:"benchmark"`  // id of A's benchmark
	Convention string                   `json:"convention"` // convention of the scores
	A          Side                     `json:"a"`          // first run
	B          Side                     `json:"b"`          // second run
	Comparable bool                     `json:"comparable"` // true if no warning rules out attributing the difference to the two systems
	Warnings   []Warning                `json:"warnings"`   // caveats, most important first
	Paired     Paired                   `json:"paired"`     // common tasks by who passed them
	Headline   string                   `json:"headline"`   // key of the metric that determines the verdict
	Metrics    map[string]CompareMetric `json:"metrics"`    // metrics by key, recomputed on the common tasks
	ByKind     map[string]CompareGroup  `json:"by_kind"`    // common tasks by kind
	Verdict    string                   `json:"verdict"`    // conclusion from the tests in one or two sentences
	Outcome    compare.Verdict          `json:"outcome"`    // conclusion as a keyword; "no_claim" if a run is incomplete or has integrity flags
	Reasons    *Reasons                 `json:"reasons"`    // tasks that only one run passed, by kind of failure; null if the failures were not analysed
	Flips      []Flip                   `json:"flips"`      // one page of the tasks that only one run passed
	Total      int                      `json:"total"`      // number of tasks that only one run passed
	Limit      int                      `json:"limit"`      // maximum number of flips on one page
	Offset     int                      `json:"offset"`     // number of tasks before the first one of flips

	Query        Query               `json:"-"`
	Of           results.Benchmark   `json:"-"` // benchmark of A
	Other        results.Benchmark   `json:"-"` // benchmark of B
	FaultyChecks views.FaultyChecks  `json:"-"`
	Result       *compare.Comparison `json:"-"`
	group        [2]string           // board groups of comparable systems that A and B belong to
	lead         Lead
}

// Side is one of the compared runs.
type Side struct {
	Run      string           `json:"run"`      // run slug
	System   results.System   `json:"system"`   // tested system
	Evidence results.Evidence `json:"evidence"` // evidence level of its score
	Complete bool             `json:"complete"` // true if every expected task has a score
	Counts   results.Counts   `json:"counts"`   // number of trials by outcome, over all compared runs of the system
	Runs     []string         `json:"runs"`     // slugs of the compared runs of its system, oldest first; only the run itself if the query requests that
	URL      string           `json:"url"`      // URL of the run's page

	Of    results.Run `json:"-"`
	Label string      `json:"-"` // full name of the system
	Short string      `json:"-"` // short name that distinguishes A and B: the model, or harness and variant
	model string      // model of both runs if it is the same; Short then does not contain it
}

// Paired counts the common tasks by who passed them.
type Paired struct {
	Both        int      `json:"both"`          // number of tasks that both runs passed
	OnlyA       int      `json:"only_a"`        // number of tasks that only A passed
	OnlyB       int      `json:"only_b"`        // number of tasks that only B passed
	Neither     int      `json:"neither"`       // number of tasks that neither passed
	N           int      `json:"n"`             // number of tasks that both have scored; tasks with several attempts may be in none of the counts above
	McNemarP    *float64 `json:"mcnemar_p"`     // p-value of the exact McNemar test; null for tasks with several attempts
	McNemarMidP *float64 `json:"mcnemar_mid_p"` // mid-p value of the McNemar test
	Diff        *float64 `json:"diff"`          // difference in pass rates, or in mean scores for tasks with several attempts
	SE          *float64 `json:"se"`            // standard error of diff
}

// CompareMetric is one metric of both runs.
type CompareMetric struct {
	A             *float64    `json:"a"`               // value of A; null if A has none
	B             *float64    `json:"b"`               // value of B; null if B has none
	Diff          *float64    `json:"diff"`            // A minus B
	CI            *[2]float64 `json:"ci"`              // 95 % interval of the difference, by the same test as p; null if there are too few units
	P             *float64    `json:"p"`               // p-value of the permutation test
	N             int         `json:"n"`               // number of tasks behind the metric
	LowerIsBetter bool        `json:"lower_is_better"` // true if lower is better
}

// CompareGroup is the comparison on a subset of the common tasks.
type CompareGroup struct {
	N       int      `json:"n"`       // number of tasks that both have scored
	Both    int      `json:"both"`    // number of tasks that both runs passed
	OnlyA   int      `json:"only_a"`  // number of tasks that only A passed
	OnlyB   int      `json:"only_b"`  // number of tasks that only B passed
	Neither int      `json:"neither"` // number of tasks that neither passed
	A       *float64 `json:"a"`       // pass rate of A, or its mean score for fractional scores
	B       *float64 `json:"b"`       // pass rate or mean score of B
	Diff    *float64 `json:"diff"`    // A minus B
	views.AdjustedTest
}

// Flip is a task that only one run passed.
type Flip struct {
	Scenario string         `json:"scenario"` // scenario slug
	Task     string         `json:"task"`     // task slug
	A        results.Status `json:"a"`        // status of A's first attempt
	B        results.Status `json:"b"`        // status of B's first attempt
	URL      string         `json:"url"`      // URL of the comparison of the two trials
}

// New returns a comparison of two runs. names maps model ids to names. If both runs belong to one
// benchmark, call AddOutcomes next.
func New(q Query, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) (*Comparison, error) {
	if err := checkConvention(of[0], q.Convention); err != nil {
		return nil, err
	}
	c := &Comparison{Query: q, Of: of[0], Other: of[1], A: newSide(runs[0]), B: newSide(runs[1]), Result: &compare.Comparison{}}
	nameSides(names, &c.A, &c.B)
	c.fill([2][]results.Trial{})
	return c, nil
}

// OneBenchmark reports whether both runs belong to the same benchmark.
func (c *Comparison) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// Outcomes holds the data of a comparison.
type Outcomes struct {
	Tasks  []results.Task
	Trials [2][][]results.Trial // trials of all compared runs of each side, see Together
	Board  results.Board        // board from which the groups of the runs and the faulty checks are taken
	Judge  views.Judge          // test results of the board; may be nil
}

// AddOutcomes compares the trials of both sides.
func (c *Comparison) AddOutcomes(in Outcomes) {
	c.FaultyChecks = views.FaultyChecksOf(in.Board)
	var trials [2][]results.Trial
	for i, side := range []*Side{&c.A, &c.B} {
		trials[i] = pooled(in.Trials[i])
		if len(in.Trials[i]) > 1 {
			side.Runs, side.Counts = views.SweepsOf(&in.Board, side.Run).Runs(), results.Counts{}
			for k := range trials[i] {
				side.Counts.Add(trials[i][k].Status, trials[i][k].Score != nil)
			}
		}
		for _, r := range in.Board.Rows {
			if r.Run != nil && *r.Run == side.Run || slices.Contains(r.OtherRuns, side.Run) {
				c.group[i] = r.Group
			}
		}
	}
	c.Result = compare.Run(compare.Input{Benchmark: c.Of, Tasks: in.Tasks, Convention: c.Query.Convention, Sweeps: in.Trials,
		Runs: [2]map[string]results.MetricValue{views.MetricsOf(&in.Board, c.A.Run), views.MetricsOf(&in.Board, c.B.Run)},
		A:    &results.ScoredRun{Run: c.A.Of, Trials: trials[0]}, B: &results.ScoredRun{Run: c.B.Of, Trials: trials[1]}})
	c.Result.Board = in.Judge.Of(c.A.Run, c.B.Run)
	c.fill(trials)
}

// fill sets the fields of the API response from the result.
func (c *Comparison) fill(trials [2][]results.Trial) {
	r := c.Result
	c.Benchmark, c.Convention = c.Of.ID, c.Query.Convention
	if c.Convention == "" {
		c.Convention = score.ConventionsOf(c.Of)[0].ID
	}
	c.warn(trials)
	c.Headline, c.Metrics, c.ByKind = r.Headline, map[string]CompareMetric{}, map[string]CompareGroup{}
	for _, m := range r.Metrics {
		c.Metrics[m.Key] = CompareMetric{A: m.A, B: m.B, Diff: m.Diff, CI: ends(m.CI), P: m.P, N: m.N, LowerIsBetter: m.Lower}
	}
	if f := r.Family("kind"); f != nil {
		for _, g := range f.Groups {
			t := g.Table
			c.ByKind[g.ID] = CompareGroup{N: g.N(), Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, A: g.A, B: g.B,
				Diff: g.Diff, AdjustedTest: views.AdjustedTest{CI: ends(g.CI), P: g.P, PHolm: g.Holm}}
		}
	}
	if t := r.Table; r.Common > 0 {
		c.Paired = Paired{Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, N: r.Common,
			McNemarP: stats.Finite(r.McNemar), McNemarMidP: stats.Finite(r.MidP), Diff: r.Pass.Diff, SE: r.Pass.SE}
	}
	c.Outcome = r.Verdict()
	c.conclude()
}

// differ returns the tasks that only one run passed, in dataset order.
func (c *Comparison) differ() []*compare.Task {
	var list []*compare.Task
	for i := range c.Result.Tasks {
		if r := c.Result.Tasks[i].Relation(); r == compare.OnlyA || r == compare.OnlyB {
			list = append(list, &c.Result.Tasks[i])
		}
	}
	return list
}

// Cut sets Flips to one page of the tasks that only one run passed.
func (c *Comparison) Cut(limit, offset int) {
	all := c.differ()
	c.Total, c.Limit, c.Offset, c.Flips = len(all), limit, offset, []Flip{}
	for _, t := range views.Span(all, limit, offset) {
		c.Flips = append(c.Flips, Flip{Scenario: t.Task.Scenario, Task: t.Task.Slug, A: t.A.Status(), B: t.B.Status(),
			URL: c.trialLink(t.Task)})
	}
}

func (c *Comparison) trialLink(t *results.Task) string {
	return link.CompareTrial(c.A.Run, c.B.Run, t.Scenario, t.Slug)
}

// Table returns one row per expected task, for the CSV.
func (c *Comparison) Table() table.Table {
	var g table.Table
	for _, key := range []string{"scenario", "task", "kind", "phase", "relation", "a_status", "a_score", "a_selected", "b_status", "b_score",
		"b_selected", "doubtful"} {
		g.Cols = append(g.Cols, table.Col{Key: key})
	}
	for i := range c.Result.Tasks {
		t := &c.Result.Tasks[i]
		row := []table.Cell{table.Words(t.Task.Scenario), table.Words(t.Task.Slug), table.Words(t.Task.Kind), table.Words(phase(t.Task)),
			table.Words(string(t.Relation()))}
		for _, o := range []*compare.Outcome{&t.A, &t.B} {
			chosen := ""
			if len(o.Trials) > 0 {
				if chosen = strings.Join(o.Trials[0].Selected, " "); chosen == "" && o.Trials[0].Selected != nil {
					chosen = "none" // an answer without any chosen option
				}
			}
			row = append(row, table.Words(string(o.Status())), table.Number(o.Score, 4), table.Words(chosen))
		}
		g.Rows = append(g.Rows, table.Row{Cells: append(row, table.Words(c.FaultyChecks.Reason(t.Task.Scenario, t.Task.Slug)))})
	}
	return g
}

// checkConvention returns an error for a convention that the benchmark does not have. The empty id
// is the default.
func checkConvention(b results.Benchmark, id string) error {
	var known []string
	for _, c := range score.ConventionsOf(b) {
		if c.ID != "" { // the default convention may have no id
			known = append(known, c.ID)
		}
	}
	if id == "" || slices.Contains(known, id) {
		return nil
	}
	if len(known) == 0 {
		return views.Refuse("convention=%s is not known; %s has only one convention.", id, b.Name)
	}
	return views.Refuse("convention=%s is not known; use one of %s.", id, strings.Join(known, ", "))
}

func newSide(r results.Run) Side {
	return Side{Run: r.Slug, System: r.System, Evidence: r.Evidence, Complete: r.Complete, Counts: r.Counts,
		Runs: []string{r.Slug}, URL: link.Run(r.Slug), Of: r}
}

// nameSides sets the labels of both sides. Short contains only what distinguishes the sides: the
// models, or harness and variant if both use the same model. Two runs of one system also get the
// end of their slugs.
func nameSides(names map[string]string, a, b *Side) {
	label := func(x, y results.Run) (string, string) {
		l, m := words.Plain(views.RunLabel(names, x)), words.Plain(views.RunLabel(names, y))
		if l == m {
			return l + " (" + views.SlugEnd(a.Run) + ")", m + " (" + views.SlugEnd(b.Run) + ")"
		}
		return l, m
	}
	x, y := a.Of, b.Of
	a.Label, b.Label = label(x, y)
	p, q := &x.System, &y.System
	if *p == *q {
		a.Short, b.Short = a.Label, b.Label
		return
	}
	if p.Framework == q.Framework {
		p.Framework, q.Framework = "", ""
	}
	if p.Variant == q.Variant {
		p.Variant, q.Variant = "", ""
	}
	p.Provider, q.Provider = "", ""
	a.Short, b.Short = label(x, y)
	model := words.Plain(views.RunLabel(names, results.Run{System: results.System{Model: p.Model}}))
	own, of := strings.CutPrefix(a.Short, model+" · ")
	other, both := strings.CutPrefix(b.Short, model+" · ")
	if p.Model == q.Model && of && both {
		a.Short, b.Short, a.model, b.model = own, other, model, model
	}
}

func between(a, b *Side) string {
	text := a.Short + " and " + b.Short
	if a.model != "" {
		text = a.model + ": " + text
	}
	return text
}

// Together returns for each of the two runs the slugs of the runs to compare: all runs of its
// system on the board. It returns only the run itself if the query requests that, if the run is not
// part of a mean on the board, or if both runs belong to the same system.
func Together(q Query, b *results.Board, runs [2]results.Run) [2][]string {
	var list [2][]string
	for i, r := range runs {
		list[i] = []string{r.Slug}
		s := views.SweepsOf(b, r.Slug)
		other := func(o results.Run) bool { return o.Slug != r.Slug && slices.Contains(s.Runs(), o.Slug) }
		if s != nil && !q.Alone && !slices.ContainsFunc(runs[:], other) {
			list[i] = s.Runs()
		}
	}
	return list
}

// pooled merges the trials of several runs and renumbers them as attempts of a single run.
func pooled(runs [][]results.Trial) []results.Trial {
	if len(runs) == 1 {
		return runs[0]
	}
	count := map[results.TaskName]int{}
	var list []results.Trial
	for _, trials := range runs {
		for _, t := range trials {
			count[t.TaskName()]++
			t.Attempt = count[t.TaskName()]
			list = append(list, t)
		}
	}
	return list
}

// ends converts an interval to an array; nil stays nil.
func ends(ci *stats.Interval) *[2]float64 {
	if ci == nil {
		return nil
	}
	return &[2]float64{ci.Lo, ci.Hi}
}

// phase returns whether a task is before the scenario's first update, at an update or later.
func phase(t *results.Task) string {
	switch {
	case len(t.Updates) > 0:
		return "update"
	case t.Day == 0:
		return "before"
	}
	return "after"
}
