package task

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// TaskRow is one task of a list: how runs fared at it, and what speaks against it.
type TaskRow struct {
	Scenario string        `json:"scenario"`        // slug of the scenario
	ID       string        `json:"id"`              // slug of the task, unique within its scenario
	Title    string        `json:"title,omitempty"` // title of the task
	Ordinal  int           `json:"ordinal"`         // number of the task within the scenario, from 1
	Kind     string        `json:"kind"`            // kind of the task, which says how it is scored
	Day      int           `json:"day"`             // ordinal of its day within the scenario, from 0
	Scored   int           `json:"scored"`          // how many of those that are counted have a verdict
	Passed   int           `json:"passed"`          // of scored, those with a full score
	PassCI   *[2]float64   `json:"pass_ci"`         // Wilson interval at 95 % of the share that passed, 0 to 1; null where the share does not stand
	Mean     *float64      `json:"mean"`            // mean score of those that are counted, 0 to 1; null unless each has a verdict
	ItemRest *float64      `json:"item_rest"`       // correlation of the scores here with each run's mean on all other tasks, -1 to 1; null where there is none
	RestRuns int           `json:"item_rest_runs"`  // runs that the correlation is over
	Doubts   []item.Reason `json:"doubts"`          // reasons to doubt the task itself
	Doubtful *string       `json:"doubtful"`        // why no answer can pass the task; null if one can
	URL      string        `json:"url"`             // address of the task's page

	Pass    report.Rate `json:"-"` // of those that are counted
	Suspect bool        `json:"-"` // a doubt speaks of a fault
	Weight  int         `json:"-"` // of all doubts
}

// TaskTable is what the records of a benchmark say of all its tasks. It depends on
// nothing that a reader chooses but whether all runs are counted, and is not
// changed by the lists made from it.
type TaskTable struct {
	Benchmark results.Benchmark
	All       bool      // counts are over all runs
	Rows      []TaskRow // in the dataset's order
	Runs      int       // that the counts are over
	Counted   string    // what the counts are over: ranked for the ranked systems, or runs
	Unit      string    // of the counts: systems, or runs
	Scope     string    // over what the counts are, in words, where not over all runs
}

// Table makes one row for each task from what was gathered.
func (e *TasksEvidence) Table() *TaskTable {
	t := &TaskTable{Benchmark: e.benchmark, All: e.all, Rows: make([]TaskRow, len(e.tasks)), Counted: e.runs.Counted(e.all), Unit: e.runs.Unit(e.all)}
	for i := range e.tasks {
		t.Rows[i] = e.row(&e.tasks[i], e.list[i])
	}
	scored := 0
	for _, r := range e.runs.Runs {
		if e.runs.Sums[r.Slug].Scored == 0 {
			continue
		}
		scored++
		if e.runs.Counts(r.Slug, e.all) {
			t.Runs++
		}
	}
	t.Scope = e.runs.Uncounted(scored, e.all)
	return t
}

func (e *TasksEvidence) row(t *results.Task, x item.Evidence) TaskRow {
	row := TaskRow{Scenario: t.Scenario, ID: t.Slug, Title: t.Title, Ordinal: t.Ordinal, Kind: t.Kind, Day: t.Day,
		Scored: len(x.Scores), Passed: x.Passed, Doubts: orEmpty(item.Doubts(x)), URL: link.Task(e.benchmark.ID, t.Scenario, t.Slug)}
	row.Pass, row.Mean = e.runs.TaskRate(x.Scores, e.all)
	row.PassCI = row.Pass.Interval()
	if reason := e.runs.Doubts.Reason(t.Scenario, t.Slug); reason != "" {
		row.Doubtful = &reason
	}
	r, n, ok := item.ItemRest(x.Scores)
	row.RestRuns = n
	if ok {
		row.ItemRest = &r
	}
	for _, d := range row.Doubts {
		row.Suspect = row.Suspect || d.Grave()
		row.Weight += d.Weight()
	}
	return row
}
