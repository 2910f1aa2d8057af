package ablations

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views"
)

// RepeatedTask is one task in the runs of one system.
type RepeatedTask struct {
	Scenario string     `json:"scenario"` // slug
	Task     string     `json:"task"`     // slug
	Values   []*float64 `json:"values"`   // mean score of the attempts, 0 to 1, in the order of the runs; null where a run has no verdict
	Mean     float64    `json:"mean"`     // of the values
	URL      string     `json:"url"`      // of the task's page
}

// Constant counts tasks that every run scores alike.
type Constant struct {
	Tasks  int `json:"tasks"`  // all tasks with a score, constant or not
	Passed int `json:"passed"` // full score in every run
	Failed int `json:"failed"` // no score in every run
}

// PassK is how sure a system is of a task in k attempts, over the attempts of all of its
// runs: estimated without bias for each task, and averaged over the tasks with k attempts
// or more.
type PassK struct {
	K      int      `json:"k"`        // attempts
	PassAt *float64 `json:"pass_at"`  // pass@k: at least one of k passes (Chen et al. 2021, eq. 1)
	Hat    *float64 `json:"pass_hat"` // pass^k: all of k pass (Yao et al. 2024)
	Tasks  int      `json:"tasks"`    // with k scored attempts or more
}

// AddRuns sets the tasks of the shown system's runs beside each other, the highest mean
// first. ids are those of its runs, in their order.
func (a *Ablations) AddRuns(shown *views.Repeated, ids []int64, means []results.TaskMean) {
	a.Shown = shown
	at, tasks := map[results.TaskName]int{}, []RepeatedTask{}
	for i := range means {
		m := &means[i]
		run := slices.Index(ids, m.Run)
		if run < 0 || m.Mean == nil {
			continue
		}
		k, known := at[m.Name()]
		if !known {
			k, at[m.Name()] = len(tasks), len(tasks)
			tasks = append(tasks, RepeatedTask{Scenario: m.Scenario, Task: m.Task, Values: make([]*float64, len(ids)),
				URL: link.Task(a.Benchmark, m.Scenario, m.Task)})
		}
		tasks[k].Values[run] = m.Mean
	}
	a.Constant.Tasks = len(tasks)
	for _, t := range tasks {
		var all []float64
		for _, v := range t.Values {
			if v != nil {
				all = append(all, *v)
			}
		}
		t.Mean = stats.Mean(all)
		switch lo, hi := slices.Min(all), slices.Max(all); {
		case lo < hi:
			a.Tasks = append(a.Tasks, t)
		case lo == 1:
			a.Constant.Passed++
		case lo == 0:
			a.Constant.Failed++
		}
	}
	slices.SortStableFunc(a.Tasks, func(x, y RepeatedTask) int { return cmp.Compare(y.Mean, x.Mean) })
}

// mostK is more attempts at a task than any system has had.
const mostK = 1000

// AddPassK pools the outcomes of the shown system's runs.
func (a *Ablations) AddPassK(tasks []results.Task, runs [][]results.Trial) {
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
		a.PassK = append(a.PassK, x)
	}
}
