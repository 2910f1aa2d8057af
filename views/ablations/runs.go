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

// RepeatedTask holds the scores of one task in all runs of one system.
type RepeatedTask struct {
	Scenario string     `json:"scenario"` // slug of the scenario
	Task     string     `json:"task"`     // slug of the task
	Values   []*float64 `json:"values"`   // mean scores of the attempts, 0 to 1, in the order of the runs; null if a run has no verdict
	Mean     float64    `json:"mean"`     // mean of the values
	URL      string     `json:"url"`      // URL of the task's page
}

// Constant counts tasks with the same score in every run.
type Constant struct {
	Tasks  int `json:"tasks"`  // number of all tasks with a score, including tasks that vary between runs
	Passed int `json:"passed"` // number of tasks with a full score in every run
	Failed int `json:"failed"` // number of tasks with a score of 0 in every run
}

// PassK is the reliability of a system in k attempts, over the attempts of all its runs. It
// averages an unbiased estimate per task over the tasks with at least k attempts.
type PassK struct {
	K      int      `json:"k"`        // number of attempts
	PassAt *float64 `json:"pass_at"`  // pass@k: probability that at least one of k attempts passes (Chen et al. 2021, eq. 1)
	Hat    *float64 `json:"pass_hat"` // pass^k: probability that all k attempts pass (Yao et al. 2024)
	Tasks  int      `json:"tasks"`    // number of tasks with at least k scored attempts
}

// AddRuns adds the tasks of the shown system with their scores in each run, highest mean first. ids
// contains the ids of its runs, in order.
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

// mostK is an upper limit for k in pass@k. No system has that many attempts.
const mostK = 1000

// AddPassK computes pass@k from the outcomes of all runs of the shown system.
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
