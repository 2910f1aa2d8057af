// Package compare is the comparison of two runs, the two aligned traces of a task, and the
// choice of runs.
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

// SweepsAlone asks for the runs that the address names alone; else each stands for all
// runs of its system.
const SweepsAlone = "alone"

// Query is the state of a comparison's address.
type Query struct {
	Runs       []string // slugs of A and B
	Benchmark  string   // only where runs are still to be chosen
	Convention string   // empty: the default
	Alone      bool     // the runs themselves, not all runs of their systems
	Page       table.Window
}

// Link is the address of the same view with some values changed.
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

// Comparison is two runs of one benchmark on the tasks that both have scored.
// Differences are A minus B.
type Comparison struct {
	Benchmark  string                   `json:"benchmark"`  // id of A's
	Convention string                   `json:"convention"` // of the scores
	A          Side                     `json:"a"`          // the first run
	B          Side                     `json:"b"`          // the second run
	Comparable bool                     `json:"comparable"` // nothing stands against reading the difference as one between the two systems
	Warnings   []Warning                `json:"warnings"`   // reasons to be careful, the gravest first
	Paired     Paired                   `json:"paired"`     // the common tasks by who passed them
	Headline   string                   `json:"headline"`   // key of the metric that decides the verdict
	Metrics    map[string]CompareMetric `json:"metrics"`    // by key, recomputed on the common tasks
	ByKind     map[string]CompareGroup  `json:"by_kind"`    // the common tasks of each kind
	Verdict    string                   `json:"verdict"`    // what the tests allow one to say, in one or two sentences
	Outcome    compare.Verdict          `json:"outcome"`    // the same as a word; no_claim if a run is incomplete or has integrity flags
	Reasons    *Reasons                 `json:"reasons"`    // the tasks that one run alone passed, by kind of failure; null where they were not looked at
	Flips      []Flip                   `json:"flips"`      // one page of the tasks that one run alone passed
	Total      int                      `json:"total"`      // of such tasks
	Limit      int                      `json:"limit"`      // most tasks that flips has
	Offset     int                      `json:"offset"`     // tasks before the first of flips

	Query        Query               `json:"-"`
	Of           results.Benchmark   `json:"-"` // of A
	Other        results.Benchmark   `json:"-"` // of B
	FaultyChecks views.FaultyChecks  `json:"-"`
	Result       *compare.Comparison `json:"-"`
	group        [2]string           // blocks of the board within which rows are ranked
	lead         Lead
}

// Side is one of the runs of a comparison.
type Side struct {
	Run      string           `json:"run"`      // slug
	System   results.System   `json:"system"`   // what was run
	Evidence results.Evidence `json:"evidence"` // what its score rests on
	Complete bool             `json:"complete"` // every expected task has a score
	Counts   results.Counts   `json:"counts"`   // of its tasks by outcome, of all runs of the system
	Runs     []string         `json:"runs"`     // slugs of the runs of its system that are compared, oldest first; the run alone where that is asked for
	URL      string           `json:"url"`      // of its page

	Of    results.Run `json:"-"`
	Label string      `json:"-"` // system in full
	Short string      `json:"-"` // what tells the two runs apart: the model, or harness and variant
	model string      // that both runs share, where Short does not name it
}

// Paired counts the common tasks by who passed them.
type Paired struct {
	Both        int      `json:"both"`          // tasks that both runs passed
	OnlyA       int      `json:"only_a"`        // tasks that A alone passed
	OnlyB       int      `json:"only_b"`        // tasks that B alone passed
	Neither     int      `json:"neither"`       // tasks that neither passed
	N           int      `json:"n"`             // tasks that both have scored; those tried several times may be in no count
	McNemarP    *float64 `json:"mcnemar_p"`     // of the exact test; null where tasks were tried several times
	McNemarMidP *float64 `json:"mcnemar_mid_p"` // its mid-p
	Diff        *float64 `json:"diff"`          // of pass rates; of mean scores where tasks were tried several times
	SE          *float64 `json:"se"`            // of that difference
}

// CompareMetric is one number of both runs.
type CompareMetric struct {
	A             *float64    `json:"a"`               // value of A; null if it has none
	B             *float64    `json:"b"`               // value of B
	Diff          *float64    `json:"diff"`            // A minus B
	CI            *[2]float64 `json:"ci"`              // of the difference, 95 %: what the test of p does not reject; null where so few units reject nothing
	P             *float64    `json:"p"`               // of the exchange test
	N             int         `json:"n"`               // tasks that it rests on
	LowerIsBetter bool        `json:"lower_is_better"` // less is better
}

// CompareGroup is the comparison within a part of the common tasks.
type CompareGroup struct {
	N       int      `json:"n"`       // tasks that both have scored
	Both    int      `json:"both"`    // tasks that both runs passed
	OnlyA   int      `json:"only_a"`  // tasks that A alone passed
	OnlyB   int      `json:"only_b"`  // tasks that B alone passed
	Neither int      `json:"neither"` // tasks that neither passed
	A       *float64 `json:"a"`       // pass rate of A, or its mean score where scores are fractions
	B       *float64 `json:"b"`       // the same of B
	Diff    *float64 `json:"diff"`    // A minus B
	views.AdjustedTest
}

// Flip is a task that one run alone passed.
type Flip struct {
	Scenario string         `json:"scenario"` // slug
	Task     string         `json:"task"`     // slug
	A        results.Status `json:"a"`        // status of A's first attempt
	B        results.Status `json:"b"`        // status of B's first attempt
	URL      string         `json:"url"`      // of the two trials side by side
}

// New begins the comparison of two runs of the benchmarks; names are those of models, by
// id. Runs of one benchmark are then given their outcomes.
func New(q Query, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) (*Comparison, error) {
	if err := checkConvention(of[0], q.Convention); err != nil {
		return nil, err
	}
	c := &Comparison{Query: q, Of: of[0], Other: of[1], A: newSide(runs[0]), B: newSide(runs[1]), Result: &compare.Comparison{}}
	nameSides(names, &c.A, &c.B)
	c.fill([2][]results.Trial{})
	return c, nil
}

// OneBenchmark reports whether both runs are of one benchmark.
func (c *Comparison) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// Outcomes are what a comparison is made from.
type Outcomes struct {
	Tasks  []results.Task
	Trials [2][][]results.Trial // of the runs that each side stands for, see Together
	Board  results.Board        // says in which block each run is ranked and which checks are faulty
	Judge  views.Judge          // may be nil
}

// AddOutcomes compares the runs by the trials of both.
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

// fill says what the result comes to.
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

// differ are the tasks that one run alone passed, in the dataset's order.
func (c *Comparison) differ() []*compare.Task {
	var list []*compare.Task
	for i := range c.Result.Tasks {
		if r := c.Result.Tasks[i].Relation(); r == compare.OnlyA || r == compare.OnlyB {
			list = append(list, &c.Result.Tasks[i])
		}
	}
	return list
}

// Cut fills the list of tasks with limit of them from the offset on.
func (c *Comparison) Cut(limit, offset int) {
	all := c.differ()
	c.Total, c.Limit, c.Offset, c.Flips = len(all), limit, offset, []Flip{}
	for _, t := range views.Span(all, limit, offset) {
		c.Flips = append(c.Flips, Flip{Scenario: t.Task.Scenario, Task: t.Task.Slug, A: t.A.Status(), B: t.B.Status(),
			URL: c.trialLink(t.Task)})
	}
}

// trialLink leads to the two trials of a task side by side.
func (c *Comparison) trialLink(t *results.Task) string {
	return link.CompareTrial(c.A.Run, c.B.Run, t.Scenario, t.Slug)
}

// Table has one row per expected task, for CSV.
func (c *Comparison) Table() table.Table {
	var g table.Table
	for _, key := range []string{"scenario", "task", "kind", "phase", "relation", "a_status", "a_score", "a_selected", "b_status", "b_score",
		"b_selected", "doubtful"} {
		g.Cols = append(g.Cols, table.Col{Key: key})
	}
	for i := range c.Result.Tasks {
		t := &c.Result.Tasks[i]
		row := []table.Cell{table.Words(t.Task.Scenario), table.Words(t.Task.Slug), table.Words(t.Task.Kind), table.Words(compare.Phase(t.Task)),
			table.Words(string(t.Relation()))}
		for _, o := range []*compare.Outcome{&t.A, &t.B} {
			chosen := ""
			if len(o.Trials) > 0 {
				if chosen = strings.Join(o.Trials[0].Selected, " "); chosen == "" && o.Trials[0].Selected != nil {
					chosen = "none" // the answer is the empty set
				}
			}
			row = append(row, table.Words(string(o.Status())), table.Number(o.Score, 4), table.Words(chosen))
		}
		g.Rows = append(g.Rows, table.Row{Cells: append(row, table.Words(c.FaultyChecks.Reason(t.Task.Scenario, t.Task.Slug)))})
	}
	return g
}

// checkConvention refuses a convention that the benchmark does not have; empty is the default.
func checkConvention(b results.Benchmark, id string) error {
	var known []string
	for _, c := range score.ConventionsOf(b) {
		if c.ID != "" { // the default may have no name
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

// nameSides names two runs by their systems and, in short, by what tells them apart: the
// models, or harness and variant of one model. Runs of one system get the end of their
// slug as well.
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

// between names both runs.
func between(a, b *Side) string {
	text := a.Short + " and " + b.Short
	if a.model != "" {
		text = a.model + ": " + text
	}
	return text
}

// Together lists for each chosen run the slugs of the runs that are compared in its
// place: those of its system on the board, or the run alone where the query asks so,
// where the board has it in no mean, and where another chosen run is of its system.
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

// pooled are the trials of several runs as attempts of one.
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

// ends are the two ends of an interval; nil without one.
func ends(ci *stats.Interval) *[2]float64 {
	if ci == nil {
		return nil
	}
	return &[2]float64{ci.Lo, ci.Hi}
}
