package compare

import (
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// Which tasks the list under a comparison shows.
const (
	ShowDiffer  = "differ"
	ShowOnlyA   = "only_a"
	ShowOnlyB   = "only_b"
	ShowNeither = "neither"
	ShowBoth    = "both"
	ShowScore   = "score" // same verdict, other score
	ShowAll     = "all"
)

// The parts of a page beside its first, which has the verdict, the scenarios, the reasons
// and the metrics.
const (
	PartCosts  = "costs"  // time, steps, tokens
	PartRounds = "rounds" // all tasks, and groups of them
)

// SweepsAlone asks for the runs that the address names alone; else each stands for all
// sweeps of its system.
const SweepsAlone = "alone"

// CompareQuery is the state of a comparison's address.
type CompareQuery struct {
	Runs                  []string // slugs: A, B and further ones
	Benchmark             string   // only where runs are still to be chosen
	Convention            string   // empty: the default
	Alone                 bool     // the runs themselves, not all sweeps of their systems
	Part                  string   // of the page; empty: the first
	Show                  string
	Scenario, Kind, Phase string // what the list is narrowed to; empty: all
}

// Values is the query of the same view with some values changed. The order of
// A and B stays; what has its preset value is left out.
func (q CompareQuery) Values(pairs ...string) url.Values {
	v := link.With(nil, "part", q.Part, "convention", q.Convention, "scenario", q.Scenario, "kind", q.Kind, "phase", q.Phase)
	if len(q.Runs) > 2 {
		v["run"] = q.Runs
	} else {
		for i, slug := range q.Runs {
			v.Set([]string{"a", "b"}[i], slug)
		}
	}
	if q.Show != ShowDiffer {
		v.Set("show", q.Show)
	}
	if q.Alone {
		v.Set("sweeps", SweepsAlone)
	}
	return link.With(v, pairs...)
}

// Link is the address of the same view with some values changed.
func (q CompareQuery) Link(pairs ...string) string { return link.To(q.Values(pairs...), "compare") }

// Lists reports whether the list shows a pair of outcomes.
func (q CompareQuery) Lists(t *compare.Task) bool {
	if q.Scenario != "" && t.Task.Scenario != q.Scenario || q.Kind != "" && t.Task.Kind != q.Kind ||
		q.Phase != "" && compare.Phase(t.Task) != q.Phase {
		return false
	}
	r := t.Relation()
	switch {
	case !t.Common():
		return false
	case q.Show == ShowDiffer:
		return r == compare.OnlyA || r == compare.OnlyB
	case q.Show == ShowScore:
		return r != compare.OnlyA && r != compare.OnlyB && *t.A.Score != *t.B.Score
	}
	return q.Show == ShowAll || q.Show == string(r)
}

// Narrowed reports whether the list is of a part of the tasks.
func (q CompareQuery) Narrowed() bool { return q.Scenario != "" || q.Kind != "" || q.Phase != "" }

// NewComparison begins the comparison of two runs of the benchmarks; names are
// those of models, by id. Runs of one benchmark are then given their outcomes.
func NewComparison(q CompareQuery, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) (*Comparison, error) {
	if err := checkConvention(of[0], q.Convention); err != nil {
		return nil, err
	}
	c := &Comparison{Query: q, Of: of[0], Other: of[1], A: NewCompareSide(runs[0]), B: NewCompareSide(runs[1]), Result: &compare.Comparison{},
		Flips: []Flip{}}
	labels, short := runLabels(names, runs[0], runs[1]), modelLabels(names, runs[0], runs[1])
	c.A.Label, c.B.Label, c.A.Short, c.B.Short = labels[0], labels[1], short[0], short[1]
	c.fill()
	return c, nil
}

// OneBenchmark reports whether both runs are of one benchmark.
func (c *Comparison) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// AddOutcomes compares the runs by the trials of both, trials[i] those of the runs that
// side i stands for, see Together. The board says in which
// block each run is ranked and which tasks no answer can pass; runs counts those
// of the benchmark that could have been chosen; judge may be nil, see report.Judge.
func (c *Comparison) AddOutcomes(scenarios []results.Scenario, tasks []results.Task, trials [2][][]results.Trial, board results.Board,
	runs int, judge report.Judge) {
	c.Scenarios, c.Doubts, c.Choices = scenarios, report.DoubtsOf(board), runs*(runs-1)/2
	sides := [2]*CompareSide{&c.A, &c.B}
	for i := range sides {
		c.trials[i] = pooled(trials[i])
		if len(trials[i]) > 1 {
			sides[i].Runs = report.SweepsOf(&board, sides[i].Run).Runs()
			sides[i].Counts = countsOf(trials[i])
		}
	}
	for i, slug := range []string{c.A.Run, c.B.Run} {
		for _, r := range board.Rows {
			if r.Run != nil && *r.Run == slug || slices.Contains(r.OtherRuns, slug) {
				c.Group[i] = r.Group
			}
		}
	}
	c.Result = compare.Run(compare.Input{Benchmark: c.Of, Tasks: tasks, Convention: c.Query.Convention, Sweeps: trials,
		Runs: [2]map[string]results.MetricValue{report.MetricsOf(&board, c.A.Run), report.MetricsOf(&board, c.B.Run)},
		A:    &results.ScoredRun{Run: c.A.Of, Trials: c.trials[0]}, B: &results.ScoredRun{Run: c.B.Of, Trials: c.trials[1]}})
	c.Result.Board = judge.Of(c.A.Run, c.B.Run)
	c.fill()
}

// Cut fills the list of tasks with limit of them from the offset on.
func (c *Comparison) Cut(limit, offset int) {
	all := c.Listed()
	c.Total, c.Limit, c.Offset, c.Flips = len(all), limit, offset, []Flip{}
	for i := offset; i < len(all) && len(c.Flips) < limit; i++ {
		c.Flips = append(c.Flips, c.flip(all[i]))
	}
}

// CutPage is Cut for whole pages: the one that the offset is on, or the last.
func (c *Comparison) CutPage(size, offset int) {
	last := max(0, len(c.Listed())-1)
	c.Cut(size, min(offset, last)/size*size)
}

// Listed are the pairs of outcomes that the list has, in the dataset's order.
func (c *Comparison) Listed() []*compare.Task {
	var list []*compare.Task
	for i := range c.Result.Tasks {
		if t := &c.Result.Tasks[i]; c.Query.Lists(t) {
			list = append(list, t)
		}
	}
	return list
}

func (c *Comparison) flip(t *compare.Task) Flip {
	return Flip{Scenario: t.Task.Scenario, Task: t.Task.Slug, Kind: t.Task.Kind, Phase: compare.Phase(t.Task), Relation: t.Relation(),
		A: t.A.Status(), B: t.B.Status(), AScore: t.A.Score, BScore: t.B.Score, URL: c.TrialLink(t.Task),
		Doubtful: report.TextOrNil(c.Doubts.Reason(t.Task.Scenario, t.Task.Slug)), Of: t}
}

// TrialLink leads to the two trials of a task side by side.
func (c *Comparison) TrialLink(t *results.Task) string {
	return link.CompareTrial(c.A.Run, c.B.Run, t.Scenario, t.Slug)
}

// checkConvention refuses a convention that the benchmark does not have;
// empty is the default.
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
		return report.Refuse("convention=%s is not known; %s has one convention alone.", id, b.Name)
	}
	return report.Refuse("convention=%s is not known; use one of %s.", id, strings.Join(known, ", "))
}

// NewCompareSide is one run of a comparison, without a label.
func NewCompareSide(r results.Run) CompareSide {
	return CompareSide{Run: r.Slug, System: r.System, Evidence: r.Evidence, Complete: r.Complete, Ranked: r.Ranked(), Counts: r.Counts,
		Runs: []string{r.Slug}, URL: link.Run(r.Slug), Of: r}
}

// runLabels name two runs by their systems; runs of one system get the end of
// their slug as well.
func runLabels(names map[string]string, a, b results.Run) [2]string {
	l := [2]string{report.RunLabel(names, a), report.RunLabel(names, b)}
	if l[0] == l[1] {
		l[0], l[1] = l[0]+" ("+report.SlugEnd(a.Slug)+")", l[1]+" ("+report.SlugEnd(b.Slug)+")"
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
