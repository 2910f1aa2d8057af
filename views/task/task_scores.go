package task

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// TaskDiscrimination is how well a task tells systems apart.
type TaskDiscrimination struct {
	ItemRest *float64 `json:"item_rest"` // correlation of the scores here with each run's mean on all other tasks, -1 to 1; null where there is none
	Runs     int      `json:"runs"`      // runs that the correlation is over
}

// TaskPasses is how many of the counted runs passed one task of the scenario.
type TaskPasses struct {
	Task           *results.Task
	Passed, Scored int
}

// RunOutcome is one run with its verdict on the task.
type RunOutcome struct {
	report.RunColumn
	report.Verdict
}

// Outcomes are the counted runs, whether or not they have a verdict on the task.
func (t *Task) Outcomes() (list []RunOutcome) {
	for _, c := range t.Runs {
		if t.Records.Runs.Counts(c.Run.Slug, t.Query.All) {
			list = append(list, RunOutcome{c, report.VerdictOf(t.Records.at(c.Run.Slug, t.Slug))})
		}
	}
	return list
}

// scores are the counted runs with a verdict on the task, each with its mean on
// the rest of the benchmark. A task that the dataset does not name has no rest.
func (t *Task) scores() []item.SystemScore {
	d, named := t.Records, t.Records.Index() >= 0
	var list []item.SystemScore
	for _, c := range t.Outcomes() {
		if c.Score == nil {
			continue
		}
		s := item.SystemScore{Run: c.Run.Slug, Score: *c.Score}
		if x, ok := d.Runs.Sums[c.Run.Slug]; ok && named {
			s.Rest = item.Rest(x.Sum, x.Scored, d.Expected, *c.Score)
		}
		list = append(list, s)
	}
	return list
}

// addRates counts passes over runs and places the task among the others.
func (t *Task) addRates(scores []item.SystemScore) {
	for _, s := range scores {
		t.Scored++
		if s.Score >= 1 {
			t.Passed++
		}
		t.Graded = t.Graded || s.Score > 0 && s.Score < 1
	}
	t.Pass, t.Mean = t.Records.Runs.TaskRate(scores, t.Query.All)
	t.PassCI = t.Pass.Interval()
	r, n, ok := item.ItemRest(scores)
	t.Discrimination.Runs = n
	if ok {
		t.Discrimination.ItemRest = &r
	}
}

// addSequence counts, for each task of the scenario, the runs with a verdict and
// those that passed.
func (t *Task) addSequence() {
	d, all := t.Records, t.Query.All
	for i := range d.Tasks {
		n := TaskPasses{Task: &d.Tasks[i]}
		for _, r := range d.Runs.Runs {
			if !d.Runs.Counts(r.Slug, all) || !all && report.Superseded(r) {
				continue
			}
			x := d.Scores[[2]string{r.Slug, n.Task.Slug}]
			if x == nil {
				continue
			}
			n.Scored++
			if *x >= 1 {
				n.Passed++
			}
		}
		t.Sequence = append(t.Sequence, n)
	}
}

// Neighbour is the slug of the task before this one (step -1) or after it (1);
// empty at the ends of the scenario.
func (t *Task) Neighbour(step int) string {
	return t.nearest(step, func(TaskPasses) bool { return true })
}

// FailingNeighbour is the nearest task on one side that not every run passed.
func (t *Task) FailingNeighbour(step int) string {
	return t.nearest(step, func(n TaskPasses) bool { return n.Passed < n.Scored })
}

func (t *Task) nearest(step int, fits func(TaskPasses) bool) string {
	at := t.Records.Index()
	if at < 0 {
		return ""
	}
	for i := at + step; i >= 0 && i < len(t.Sequence); i += step {
		if fits(t.Sequence[i]) {
			return t.Sequence[i].Task.Slug
		}
	}
	return ""
}

// evidence gathers what speaks for or against the task itself.
func (t *Task) evidence(scores []item.SystemScore) item.Evidence {
	d := t.Records
	e := item.Evidence{Task: &d.Task, Tasks: d.Expected, Scores: scores, Passed: t.Passed}
	gold := Solution(d.Task.Options)
	for i := range t.All {
		x := &t.All[i]
		if len(gold) > 0 && x.Stored.Gold != nil && !SameLabels(gold, x.Stored.Gold) {
			e.GoldDiffers = appendRun(e.GoldDiffers, x.Run)
		}
	}
	return e
}

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
	t := &TaskTable{Benchmark: e.benchmark, All: e.all, Rows: make([]TaskRow, len(e.tasks)), Counted: e.runs.Counted(e.all),
		Unit: e.runs.Unit(e.all)}
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
		row.Suspect = true
		row.Weight += d.Weight()
	}
	return row
}
