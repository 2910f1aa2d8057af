package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// Repeats says how far runs of one system lie apart: complete runs that nothing
// speaks against, and sweeps that a source prints.
type Repeats struct {
	Benchmark  string          `json:"benchmark"`   // id
	Metric     string          `json:"metric"`      // key of the headline
	Systems    []Repeated      `json:"systems"`     // with two runs or more, by name
	Published  []PrintedSweeps `json:"published"`   // sweeps as printed
	Shown      *Repeated       `json:"shown"`       // the system that tasks are of: that of run, or the first; null if no system has repeats
	Tasks      []RepeatedTask  `json:"tasks"`       // of the shown system, by their mean, the least first; one page of them
	Total      int             `json:"total"`       // systems on all pages
	TasksTotal int             `json:"tasks_total"` // tasks on all pages
	Limit      int             `json:"limit"`       // systems, and tasks, of one answer
	Offset     int             `json:"offset"`      // systems, and tasks, before those of this answer

	Of     results.Benchmark `json:"-"`
	Window Window            `json:"-"` // of the systems
}

// Repeated is one system with all its runs.
type Repeated struct {
	Name     string         `json:"name"`     // of the system
	System   results.System `json:"system"`   // what was run
	Runs     []RepeatedRun  `json:"runs"`     // in the order in which they began
	Standing *string        `json:"standing"` // slug of the run that stands for the system on the board; null if none does
	RunSpread
	CI     *[2]float64 `json:"ci"`     // 95 % interval of the standing run on the board, which is over tasks or scenarios and not over runs; null if it has none
	Inside *int        `json:"inside"` // runs whose value lies in that interval; null without one
}

// RepeatedRun is the value of one run.
type RepeatedRun struct {
	Run       string  `json:"run"`        // slug
	StartedAt *int64  `json:"started_at"` // Unix milliseconds; null if not recorded
	Value     float64 `json:"value"`      // of the metric, 0 to 1
	URL       string  `json:"url"`        // of the run's page
}

// PrintedSweeps are printed sweeps of one system.
type PrintedSweeps struct {
	Model  string    `json:"model"`  // id
	Name   string    `json:"name"`   // of the system
	Table  string    `json:"table"`  // where the source prints them
	Metric string    `json:"metric"` // key
	Values []float64 `json:"values"` // in the order of print, 0 to 1 for scores
	RunSpread
}

// RunSpread says how far values of runs lie apart.
type RunSpread struct {
	N    int      `json:"n"`    // runs
	Min  float64  `json:"min"`  // least value
	Max  float64  `json:"max"`  // greatest value
	Mean float64  `json:"mean"` // of the values
	SD   *float64 `json:"sd"`   // standard deviation with divisor n-1; null for one run
}

func spreadOf(values []float64) RunSpread {
	s := RunSpread{N: len(values), Min: slices.Min(values), Max: slices.Max(values), Mean: stats.Mean(values)}
	if len(values) > 1 {
		sd := stats.Deviation(values)
		s.SD = &sd
	}
	return s
}

// NewRepeats sets the runs of each system beside each other. values has the headline
// of runs under the board's convention, by their keys.
func NewRepeats(v *Bench, values map[int64]*float64, figures []results.Figure) *Repeats {
	p := &Repeats{Benchmark: v.Benchmark.ID, Metric: v.Board.Headline, Of: v.Benchmark, Systems: []Repeated{}, Published: printedSweeps(v, figures), Tasks: []RepeatedTask{}}
	rows := map[string]results.BoardRow{}
	for _, row := range v.RowsWithRun() {
		rows[*row.Run] = row
	}
	var runs []results.Run
	for _, r := range v.Runs {
		runs = append(runs, r)
	}
	for _, list := range board.Repeats(runs) {
		s := Repeated{System: list[0].System, Name: words.System(v.Names[list[0].System.Model], list[0].System)}
		var all []float64
		for _, r := range list {
			if x := values[r.ID]; x != nil {
				all = append(all, *x)
				s.Runs = append(s.Runs, RepeatedRun{Run: r.Slug, StartedAt: r.StartedAt, Value: *x, URL: link.Run(r.Slug)})
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
		s.count()
		p.Systems = append(p.Systems, s)
	}
	slices.SortStableFunc(p.Systems, func(a, b Repeated) int { return strings.Compare(a.Name, b.Name) })
	p.Total = len(p.Systems)
	return p
}

// count finds the runs that lie in the interval.
func (s *Repeated) count() {
	if s.CI == nil {
		return
	}
	n := 0
	for _, r := range s.Runs {
		if (stats.Interval{Lo: s.CI[0], Hi: s.CI[1]}).Contains(r.Value) {
			n++
		}
	}
	s.Inside = &n
}

// Span leaves the systems that an answer of the API lists.
func (p *Repeats) Span(limit, offset int) {
	p.Limit, p.Offset = limit, offset
	p.Systems, p.Tasks, p.TasksTotal = Span(p.Systems, limit, offset), Span(p.Tasks, limit, offset), len(p.Tasks)
}

// Find is the system of a run; nil if it has no repeats.
func (p *Repeats) Find(run string) *Repeated {
	for i := range p.Systems {
		if slices.ContainsFunc(p.Systems[i].Runs, func(r RepeatedRun) bool { return r.Run == run }) {
			return &p.Systems[i]
		}
	}
	return nil
}

// printedSweeps says how far the printed sweeps of each system lie apart.
func printedSweeps(v *Bench, figures []results.Figure) []PrintedSweeps {
	list := []PrintedSweeps{}
	for _, f := range figureSeries(figures, v, "sweep") {
		var values []float64
		for _, x := range f.Values {
			if x != nil {
				values = append(values, *x)
			}
		}
		if len(values) > 1 {
			list = append(list, PrintedSweeps{Model: f.Model, Name: f.Name, Table: f.Place, Metric: f.Metric, Values: values, RunSpread: spreadOf(values)})
		}
	}
	return list
}

// RepeatedTask is one task in the runs of one system.
type RepeatedTask struct {
	Scenario string     `json:"scenario"` // slug
	Task     string     `json:"task"`     // slug
	Values   []*float64 `json:"values"`   // mean score of the attempts, 0 to 1, in the order of the runs; null where a run has no verdict
	RunSpread
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
			p.Tasks = append(p.Tasks, RepeatedTask{Scenario: m.Scenario, Task: m.Task, Values: make([]*float64, len(p.Shown.Runs)), URL: link.Task(p.Benchmark, m.Scenario, m.Task)})
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
