package task

import (
	"encoding/json"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/views"
)

// TasksEvidence gathers what the records of a benchmark say for or against its
// tasks: the outcomes, run by run.
type TasksEvidence struct {
	benchmark results.Benchmark
	tasks     []results.Task
	runs      views.ScoredRuns
	all       bool
	list      []item.Evidence // of each task

	finder *TaskFinder
	gold   []goldReader
	shown  map[string]bool
}

// NewTasksEvidence begins with the tasks of a benchmark in the dataset's order, and
// with its runs, whose sums come with their outcomes. all
// is for counts over all runs, also those that newer records replace, not over
// the ranked systems alone.
func NewTasksEvidence(b results.Benchmark, tasks []results.Task, runs views.ScoredRuns, all bool) *TasksEvidence {
	runs.Runs = runs.Current(all)
	e := &TasksEvidence{benchmark: b, tasks: tasks, runs: runs, all: all, list: make([]item.Evidence, len(tasks)),
		finder: NewTaskFinder(tasks), gold: make([]goldReader, len(tasks)), shown: make(map[string]bool, len(runs.Runs))}
	for i := range tasks {
		e.gold[i].labels = Solution(tasks[i].Options)
		e.list[i] = item.Evidence{Task: &tasks[i], Tasks: len(tasks), Scores: make([]item.SystemScore, 0, len(runs.Runs))}
	}
	for _, x := range runs.Runs {
		e.shown[x.Slug] = true
	}
	return e
}

// AddRun adds how one run fared. Runs come in the order of their slugs.
func (e *TasksEvidence) AddRun(run *results.RunOutcomes) {
	e.runs.Sums[run.Run] = run.ScoreSum
	if !e.shown[run.Run] {
		return
	}
	rests := make([]float64, 0, len(run.Tasks)) // scores point into it
	count := e.runs.Counts(run.Run, e.all)
	for k := range run.Tasks {
		o := &run.Tasks[k]
		i, ok := e.finder.Find(run.Run, o.Scenario, o.Task)
		if !ok {
			continue
		}
		x := &e.list[i]
		if o.Score == nil {
			continue
		}
		if count {
			s := item.SystemScore{Run: run.Run, Score: *o.Score}
			if rest := item.Rest(run.Sum, run.Scored, len(e.tasks), *o.Score); rest != nil {
				rests = append(rests, *rest)
				s.Rest = &rests[len(rests)-1]
			}
			x.Scores = append(x.Scores, s)
			if *o.Score >= 1 {
				x.Passed++
			}
		}
		if e.gold[i].differs(o.Gold) {
			x.GoldDiffers = append(x.GoldDiffers, run.Run)
		}
	}
}

// goldReader sets the solutions of one task that records name against the
// dataset's. A thousand runs record the same few.
type goldReader struct {
	labels   []string // of the dataset
	Recorded string   `json:"-"` // the one before, as JSON
	other    bool     // it differs
}

func (g *goldReader) differs(recorded string) bool {
	if len(g.labels) == 0 || recorded == "" {
		return false
	}
	if recorded != g.Recorded {
		var labels []string
		err := json.Unmarshal([]byte(recorded), &labels)
		g.Recorded, g.other = recorded, err == nil && labels != nil && !SameLabels(g.labels, labels)
	}
	return g.other
}
