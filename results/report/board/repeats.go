package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// Repeats says how far runs of one system lie apart: complete runs that nothing
// speaks against, and sweeps that a source prints.
type Repeats struct {
	Benchmark  string            `json:"benchmark"`   // id
	Metric     string            `json:"metric"`      // key of the headline
	Systems    []report.Repeated `json:"systems"`     // with two runs or more, by name
	Published  []PrintedSweeps   `json:"published"`   // sweeps as printed
	Shown      *report.Repeated  `json:"shown"`       // the system that tasks are of: that of run, or the first; null if no system has repeats
	Tasks      []RepeatedTask    `json:"tasks"`       // of the shown system, by their mean, the least first; one page of them
	PassK      []PassK           `json:"pass_k"`      // of the shown system over the attempts of all of its sweeps, by k
	Total      int               `json:"total"`       // systems on all pages
	TasksTotal int               `json:"tasks_total"` // tasks on all pages
	Limit      int               `json:"limit"`       // systems, and tasks, of one answer
	Offset     int               `json:"offset"`      // systems, and tasks, before those of this answer

	Of     results.Benchmark `json:"-"`
	Window report.Window     `json:"-"` // of the systems
}

// PrintedSweeps are printed sweeps of one system.
type PrintedSweeps struct {
	Model  string    `json:"model"`  // id
	Name   string    `json:"name"`   // of the system
	Table  string    `json:"table"`  // where the source prints them
	Metric string    `json:"metric"` // key
	Values []float64 `json:"values"` // in the order of print, 0 to 1 for scores
	report.RunSpread
}

func spreadOf(values []float64) report.RunSpread {
	s := report.RunSpread{N: len(values), Min: slices.Min(values), Max: slices.Max(values), Mean: stats.Mean(values)}
	if len(values) > 1 {
		sd := stats.Deviation(values)
		s.SD = &sd
	}
	return s
}

// NewRepeats sets the runs of each system beside each other. values has the headline
// of runs under the board's convention, by their keys.
func NewRepeats(v *report.Bench, values map[int64]*float64, figures []results.Figure) *Repeats {
	p := &Repeats{Benchmark: v.Benchmark.ID, Metric: v.Board.Headline, Of: v.Benchmark, Systems: []report.Repeated{},
		Published: printedSweeps(v, figures), Tasks: []RepeatedTask{}, PassK: []PassK{}}
	rows := map[string]results.BoardRow{}
	for _, row := range v.RowsWithRun() {
		rows[*row.Run] = row
	}
	var runs []results.Run
	for _, r := range v.Runs {
		runs = append(runs, r)
	}
	for _, list := range board.Repeats(runs) {
		s := report.Repeated{System: list[0].System, Name: words.System(v.Names[list[0].System.Model], list[0].System)}
		var all []float64
		for _, r := range list {
			if x := values[r.ID]; x != nil {
				all = append(all, *x)
				s.Runs = append(s.Runs, report.RepeatedRun{Run: r.Slug, StartedAt: r.StartedAt, Value: *x, URL: link.Run(r.Slug)})
			}
			if row, ok := rows[r.Slug]; ok {
				slug := r.Slug
				s.Standing, s.CI = &slug, row.Metrics[p.Metric].CI
			}
		}
		if len(all) < 2 {
			continue
		}
		s.RunSpread = spreadOf(all)
		s.Count()
		p.Systems = append(p.Systems, s)
	}
	slices.SortStableFunc(p.Systems, func(a, b report.Repeated) int { return strings.Compare(a.Name, b.Name) })
	p.Total = len(p.Systems)
	return p
}

// Find is the system of a run; nil if it has no repeats.
func (p *Repeats) Find(run string) *report.Repeated {
	for i := range p.Systems {
		if slices.ContainsFunc(p.Systems[i].Runs, func(r report.RepeatedRun) bool { return r.Run == run }) {
			return &p.Systems[i]
		}
	}
	return nil
}

// printedSweeps says how far the printed sweeps of each system lie apart.
func printedSweeps(v *report.Bench, figures []results.Figure) []PrintedSweeps {
	list := []PrintedSweeps{}
	for _, f := range report.SeriesOfFigures(figures, v, "sweep") {
		var values []float64
		for _, x := range f.Values {
			if x != nil {
				values = append(values, *x)
			}
		}
		if len(values) > 1 {
			list = append(list, PrintedSweeps{Model: f.Model, Name: f.Name, Table: f.Place, Metric: f.Metric, Values: values,
				RunSpread: spreadOf(values)})
		}
	}
	return list
}

// RepeatedTask is one task in the runs of one system.
type RepeatedTask struct {
	Scenario string     `json:"scenario"` // slug
	Task     string     `json:"task"`     // slug
	Values   []*float64 `json:"values"`   // mean score of the attempts, 0 to 1, in the order of the runs; null where a run has no verdict
	report.RunSpread
	URL string `json:"url"` // of the task's page
}

// AddTasks sets the tasks of one system's runs beside each other, by their mean.
func (p *Repeats) AddTasks(run string, ids map[string]int64, means []results.TaskMean) {
	p.Shown = p.Find(run)
	at := map[int64]int{}
	for i, r := range p.Shown.Runs {
		at[ids[r.Run]] = i
	}
	tasks := map[results.TaskName]int{}
	for _, m := range means {
		name := results.TaskName{Scenario: m.Scenario, Task: m.Task}
		i, known := tasks[name]
		if !known {
			i = len(p.Tasks)
			tasks[name] = i
			p.Tasks = append(p.Tasks, RepeatedTask{Scenario: m.Scenario, Task: m.Task, Values: make([]*float64, len(p.Shown.Runs)),
				URL: link.Task(p.Benchmark, m.Scenario, m.Task)})
		}
		if n, ok := at[m.Run]; ok {
			p.Tasks[i].Values[n] = m.Mean
		}
	}
	p.Tasks = slices.DeleteFunc(p.Tasks, func(t RepeatedTask) bool { return !slices.ContainsFunc(t.Values, known) })
	for i := range p.Tasks {
		var values []float64
		for _, x := range p.Tasks[i].Values {
			if x != nil {
				values = append(values, *x)
			}
		}
		p.Tasks[i].RunSpread = spreadOf(values)
	}
	slices.SortStableFunc(p.Tasks, func(a, b RepeatedTask) int { return cmp.Compare(a.Mean, b.Mean) })
}

func known(x *float64) bool { return x != nil }

// PassK is how sure a system is of a task in k attempts, over the attempts of all of its
// sweeps. Both are estimated without bias for each task, and are means over the tasks with
// k attempts or more.
type PassK struct {
	K      int      `json:"k"`        // attempts
	PassAt *float64 `json:"pass_at"`  // pass@k: at least one of k passes (Chen et al. 2021, eq. 1)
	Hat    *float64 `json:"pass_hat"` // pass^k: all of k pass (Yao et al. 2024)
	Tasks  int      `json:"tasks"`    // with k scored attempts or more
}

// mostK is more attempts at a task than any system has had.
const mostK = 1000

// AddPassK pools the outcomes of the shown system's runs.
func (p *Repeats) AddPassK(tasks []results.Task, runs [][]results.Trial) {
	by := map[string]results.Metric{}
	for _, m := range score.Reward(tasks, slices.Concat(runs...)) {
		if m.Scope == "" && m.Convention == "" {
			by[m.Key] = m
		}
	}
	for k := 2; k <= mostK; k++ {
		at, ok := by[fmt.Sprintf("pass_at_%d", k)]
		if !ok {
			continue
		}
		x := PassK{K: k, PassAt: at.Value, Hat: by[fmt.Sprintf("pass_hat_%d", k)].Value}
		if at.Den != nil {
			x.Tasks = int(*at.Den)
		}
		p.PassK = append(p.PassK, x)
	}
}

// Differing counts the tasks that the runs did not all score the same at.
func (p *Repeats) Differing() int {
	n := 0
	for _, t := range p.Tasks {
		if t.Max > t.Min {
			n++
		}
	}
	return n
}
