package model

import (
	"sort"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// unsolvedShown is how many tasks a run's list shows; the run's page has them all.
const unsolvedShown = 15

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
