package model

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/strengths"
)

// unsolvedShown is how many tasks a run's list shows; the run's page has them all.
const unsolvedShown = 15

// ScopeComparison compares one system with the others on every scope of a benchmark.
type ScopeComparison struct {
	Benchmark string           `json:"benchmark"`        // slug
	System    results.System   `json:"system"`           // that is compared
	Run       *string          `json:"run"`              // its run; null for published figures
	Evidence  results.Evidence `json:"evidence"`         // what the values rest on
	Source    string           `json:"source,omitempty"` // title of the source of published figures
	Metric    string           `json:"metric"`           // key of the metric of the values
	Family    int              `json:"family"`           // scopes that were tested; 0 for printed figures
	Reason    string           `json:"reason,omitempty"` // why there is nothing to compare
	Scopes    []ScopeValue     `json:"scopes"`           // empty where nothing is compared
}

// ScopeValue is one scope: the system's value, the mean of the others, how far
// the first is from the second, and whether that is more than chance.
type ScopeValue struct {
	Scope string `json:"scope"`           // kind and name: "scenario:hr"
	Title string `json:"title,omitempty"` // of a scenario
	// tasks of the scope that all of these systems have a verdict on; 0 if the source does not say
	Tasks int      `json:"tasks"`
	Value *float64 `json:"value"` // mean score of the system on these tasks, 0 to 1
	// mean over the other systems of the population, on the same tasks; null unless all of them have a value
	Mean       *float64 `json:"mean"`
	Systems    int      `json:"systems"`    // other systems in the mean
	Difference *float64 `json:"difference"` // value minus mean
	// two-sided p of the sign-flip of the tasks' differences from the mean of the others; null for printed figures and without others
	P     *float64 `json:"p"`
	PHolm *float64 `json:"p_holm"` // p adjusted by Holm's method for the scopes of the list
	Holds bool     `json:"holds"`  // the adjusted p lies below 0.05
	URL   string   `json:"url"`    // where the scope's tasks are shown
}

// NotSolved lists what one run failed that most other systems solved.
type NotSolved struct {
	Benchmark string         `json:"benchmark"`  // slug
	Run       string         `json:"run"`        // its slug
	Word      string         `json:"-"`          // for a task
	Titles    results.Titles `json:"-"`          // of the benchmark's scenarios and tasks
	NotSolved int            `json:"not_solved"` // tasks of the run that are not solved
	Tasks     []UnsolvedTask `json:"tasks"`      // the first of them
}

// UnsolvedTask is a task that the run did not solve.
type UnsolvedTask struct {
	Scenario string         `json:"scenario"`  // slug
	Task     string         `json:"task"`      // slug
	Status   results.Status `json:"status"`    // how it ended
	Mean     *float64       `json:"mean"`      // score over the attempts; null if none was scored
	SolvedBy int            `json:"solved_by"` // other systems that passed it
	Of       int            `json:"of"`        // other systems with a verdict on it
	URL      string         `json:"url"`       // of the trial
}

// recordedStrengths compares a system with the others of its population on every
// scope, by the scores of the tasks. A system outside the population is not
// compared: its mean would be over other tasks, or of records that are in doubt.
func recordedStrengths(v *report.Bench, g *report.ScoredGroup, row results.BoardRow) ScopeComparison {
	b := v.Benchmark
	out := ScopeComparison{Benchmark: b.ID, System: row.System, Run: row.Run, Evidence: row.Evidence, Metric: score.MeanKey(b.Scoring),
		Scopes: []ScopeValue{}}
	own, others := g.Split(*row.Run)
	if own == nil {
		out.Reason = "its run is not ranked"
		if !row.Complete {
			out.Reason = "its run is incomplete"
		}
		return out
	}
	in := strengths.Input{Tasks: g.Tasks, Own: own.Tasks, Clustered: score.SpecOf(b.Scoring, v.Board.Convention).Unit == strengths.Scenario}
	for _, o := range others {
		in.Others = append(in.Others, o.Tasks)
	}
	for _, sc := range strengths.Scopes(in) {
		if sc.P != nil {
			out.Family++
		}
		out.Scopes = append(out.Scopes, ScopeValue{Scope: sc.Scope, Tasks: sc.Tasks, Value: sc.Value, Mean: sc.Mean, Systems: sc.Others,
			Difference: sc.Difference,
			P:          sc.P, PHolm: sc.Holm, Holds: sc.Holds(), URL: scopeHref(b.ID, *row.Run, sc.Scope)})
	}
	return out
}

// scopeHref leads to the scope's tasks in the run where the page has them.
func scopeHref(benchmark, run, scope string) string {
	if strengths.Kind(scope) == strengths.Scenario {
		return link.Run(run) + "#s-" + strengths.Name(scope)
	}
	return link.Benchmark(benchmark, "heatmap")
}

// AddPublished sets printed figures beside the mean of the other systems of
// their group, where all of them have one. Printed means cannot be tested,
// so nothing is said to be a strength.
func (d *Model) AddPublished(b results.Benchmark, figures []results.Figure, sources []results.FigureSource) {
	titles, model := SourceTitles(sources), d.ID
	type block struct {
		Group, Framework, Variant string `json:"-"`
	}
	var order []block
	at := map[block]bool{}
	systems := map[string][]printedSystem{} // by group
	for _, f := range figures {
		if f.Metric != b.Headline || f.Value == nil || strengths.ScopeOrder(f.Scope) < 0 {
			continue
		}
		systems[f.Group] = addPrinted(systems[f.Group], f)
		if k := (block{Group: f.Group, Framework: f.Framework, Variant: f.Variant}); f.Model == model && !at[k] {
			at[k], order = true, append(order, k)
		}
	}
	for _, k := range order {
		out := ScopeComparison{Benchmark: b.ID, System: results.System{Model: model, Framework: k.Framework, Variant: k.Variant},
			Evidence: results.Published, Metric: b.Headline}
		var own printedSystem
		var others []printedSystem
		for _, x := range systems[k.Group] {
			if x.System == out.System {
				own = x
			} else {
				others = append(others, x)
			}
		}
		for _, f := range own.figures {
			out.Source = titles[f.Source]
			out.Scopes = append(out.Scopes, f.beside(b.ID, others))
		}
		slices.SortStableFunc(out.Scopes, func(a, b ScopeValue) int {
			return cmp.Or(cmp.Compare(strengths.ScopeOrder(a.Scope), strengths.ScopeOrder(b.Scope)), strings.Compare(a.Scope, b.Scope))
		})
		d.Strengths = append(d.Strengths, out)
	}
}

// printedSystem is one system of a printed table with its figures by scope.
type printedSystem struct {
	results.System
	figures []printedScope
}

type printedScope struct{ results.Figure }

func addPrinted(list []printedSystem, f results.Figure) []printedSystem {
	k := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
	for i := range list {
		if list[i].System == k {
			list[i].figures = append(list[i].figures, printedScope{f})
			return list
		}
	}
	return append(list, printedSystem{k, []printedScope{{f}}})
}

// beside is the figure with the mean of the others, if all of them print one.
func (f printedScope) beside(benchmark string, others []printedSystem) ScopeValue {
	cells := make([]*float64, len(others))
	for i, o := range others {
		for _, x := range o.figures {
			if x.Scope == f.Scope {
				cells[i] = x.Value
			}
		}
	}
	mean, n := board.MeanOver(cells)
	v := ScopeValue{Scope: f.Scope, Value: f.Value, Mean: mean, Systems: n, Difference: report.Difference(f.Value, mean),
		URL: link.Benchmark(benchmark, "heatmap")}
	if f.N != nil {
		v.Tasks = *f.N
	}
	return v
}

// notSolvedBy lists the tasks that the run did not solve, those first that most
// other systems of the population solved: there the fault is the system's and
// not the task's. rows is the population of the run's group.
func notSolvedBy(v *report.Bench, own results.BoardRow, rows []results.BoardRow, means []results.TaskMean) NotSolved {
	me := v.Runs[*own.Run].ID
	same := map[int64]bool{}
	for _, r := range rows {
		same[v.Runs[*r.Run].ID] = *r.Run != *own.Run
	}
	type others struct{ solved, of int }
	by := map[results.TaskName]*others{} // of the tasks that the run did not solve
	for _, m := range means {
		if m.Run == me && !m.Solved() {
			by[m.Name()] = &others{}
		}
	}
	for _, m := range means {
		if !same[m.Run] || m.Mean == nil {
			continue
		}
		if o := by[m.Name()]; o != nil {
			o.of++
			if m.Solved() {
				o.solved++
			}
		}
	}
	w := NotSolved{Benchmark: v.Benchmark.ID, Run: *own.Run, Word: v.Benchmark.Words.Task, Titles: v.Benchmark.Titles, Tasks: []UnsolvedTask{}}
	for _, m := range means {
		if m.Run != me || m.Solved() {
			continue
		}
		o := by[m.Name()]
		w.Tasks = append(w.Tasks, UnsolvedTask{Scenario: m.Scenario, Task: m.Task, Status: m.Status, Mean: m.Mean, SolvedBy: o.solved, Of: o.of,
			URL: link.Trial(*own.Run, m.Scenario, m.Task)})
	}
	w.NotSolved = len(w.Tasks)
	sort.SliceStable(w.Tasks, func(i, j int) bool { return w.Tasks[i].SolvedBy > w.Tasks[j].SolvedBy })
	w.Tasks = w.Tasks[:min(len(w.Tasks), unsolvedShown)]
	return w
}
