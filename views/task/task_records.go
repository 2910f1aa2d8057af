package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// TaskRecords is what a store holds of a task, of the runs that tried it, and of
// the task after it, whose prompts say what agents were told of this one.
type TaskRecords struct {
	Benchmark results.Benchmark
	Scenario  results.Scenario
	Task      results.Task
	Tasks     []results.Task // of the scenario
	Expected  int            // tasks of the whole benchmark
	Recorded  int            // runs of the benchmark; of very many only those that stand for a ranked system are in Runs
	Runs      views.ScoredRuns
	Trials    map[[2]string][]*results.StoredTrial // at this task and the next one, by run and task
	Details   map[int64]results.TrialDetails       // of these trials
	Checks    map[int64][]results.Check            // of this task's trials
}

// Index is the index of the task among those of its scenario; -1 for a task that
// only a run names.
func (d *TaskRecords) Index() int {
	return slices.IndexFunc(d.Tasks, func(t results.Task) bool { return t.Slug == d.Task.Slug })
}

// Next is the slug of the task after this one; empty at the end.
func (d *TaskRecords) Next() string {
	at := d.Index()
	if at < 0 || at+1 >= len(d.Tasks) {
		return ""
	}
	return d.Tasks[at+1].Slug
}

// Columns are the runs that the page shows: those with a trial at the task.
func (d *TaskRecords) Columns(all bool) []views.RunColumn {
	return d.Runs.Columns(func(r results.Run) bool { return (all || !views.Superseded(r)) && len(d.at(r.Slug, d.Task.Slug)) > 0 })
}

// TrialIDs are the keys of the shown runs' trials at this task and at the next.
func (d *TaskRecords) TrialIDs(all bool) (here, next []int64) {
	after := d.Next()
	for _, c := range d.Columns(all) {
		for _, t := range d.at(c.Run.Slug, d.Task.Slug) {
			here = append(here, t.ID)
		}
		if after == "" {
			continue
		}
		for _, t := range d.at(c.Run.Slug, after) {
			next = append(next, t.ID)
		}
	}
	return here, next
}

// at are the trials of a run at a task.
func (d *TaskRecords) at(run, task string) []*results.StoredTrial {
	return d.Trials[[2]string{run, task}]
}
