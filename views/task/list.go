package task

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
)

// TaskRow is one task of a list: who passed it, and what suggests that its check is faulty.
type TaskRow struct {
	Scenario   string        `json:"scenario"`        // slug of the scenario
	ID         string        `json:"id"`              // slug of the task, unique within its scenario
	Title      string        `json:"title,omitempty"` // title of the task
	Ordinal    int           `json:"ordinal"`         // number of the task within the scenario, from 1
	Kind       string        `json:"kind"`            // how the task is scored
	Day        int           `json:"day"`             // ordinal of its day within the scenario, from 0
	Scored     int           `json:"scored"`          // how many of those that are counted have a verdict
	Passed     int           `json:"passed"`          // of scored, those with a full score
	Mean       *float64      `json:"mean"`            // mean score of those that are counted, 0 to 1; null unless each has a verdict
	Signals    []item.Signal `json:"doubts"`          // reasons to doubt the task
	Impossible *string       `json:"doubtful"`        // why no answer can pass the task; null if one can
	URL        string        `json:"url"`             // address of the task's page

	Update   bool               `json:"-"` // the environment changes before it
	Verdicts []fingerprint.Cell `json:"-"` // of the table's systems
	Causes   []string           `json:"-"` // the most frequent failure reasons
	Unnamed  []string           `json:"-"` // keys that its check asks for, that no prompt names, and that no system wrote
	Opposite string             `json:"-"` // address of the case in which feedback contradicts the verdict

	causes map[results.ReasonKind]int
	keys   []string // that checks missed
}

// The faults of a check, the proven ones first.
const (
	faulty = iota
	suspected
	unsuspected
)

func (r *TaskRow) fault() int {
	switch {
	case r.Impossible != nil:
		return faulty
	case len(r.Signals)+len(r.Unnamed) > 0:
		return suspected
	}
	return unsuspected
}

// letter marks a task whose check is faulty.
func (r *TaskRow) letter() string { return [...]string{"✕", "?", ""}[r.fault()] }

// part is 0 for a task that all pass, 1 that some do, 2 that none does; -1 without a verdict.
func (r *TaskRow) part() int {
	switch {
	case r.Scored == 0:
		return -1
	case r.Passed == r.Scored:
		return 0
	case r.Passed > 0:
		return 1
	}
	return 2
}

// TaskTable is what the records of a benchmark say of all its tasks. Lists are made from
// it and do not change it.
type TaskTable struct {
	Benchmark results.Benchmark
	Rows      []TaskRow    // in the dataset's order
	Runs      int          // that the counts are over
	Counted   string       // what the counts are over: ranked for the ranked systems, or runs
	Systems   []views.Link // whose verdicts the rows have, in the order of the board

	at    map[results.TaskName]int
	tasks []results.Task
}

// NewTaskTable makes one row for each task of the outcomes of a benchmark's runs, which
// come in the order of their slugs. all is for counts over all runs, not over the ranked
// systems alone.
func NewTaskTable(b results.Benchmark, tasks []results.Task, runs views.ScoredRuns, all bool, outcomes func(add func(*results.RunOutcomes)) error) (*TaskTable, error) {
	t := &TaskTable{Benchmark: b, Rows: make([]TaskRow, len(tasks)), Counted: runs.Counted(all), at: make(map[results.TaskName]int, len(tasks)), tasks: tasks}
	evidence, gold := make([]item.Evidence, len(tasks)), make([]goldReader, len(tasks))
	for i := range tasks {
		t.at[tasks[i].Name()] = i
		evidence[i], gold[i].labels = item.Evidence{Task: &tasks[i], Tasks: len(tasks)}, Solution(tasks[i].Options)
	}
	current := map[string]bool{}
	for _, r := range runs.Current(all) {
		current[r.Slug] = true
	}
	err := outcomes(func(run *results.RunOutcomes) {
		if !current[run.Run] {
			return
		}
		counts := runs.Counts(run.Run, all)
		if counts && run.Scored > 0 {
			t.Runs++
		}
		for k := range run.Tasks {
			o := &run.Tasks[k]
			i, ok := t.at[results.TaskName{Scenario: o.Scenario, Task: o.Task}]
			if !ok || o.Score == nil {
				continue
			}
			x := &evidence[i]
			if counts {
				x.Scores = append(x.Scores, item.SystemScore{Run: run.Run, Score: *o.Score, Rest: item.Rest(run.Sum, run.Scored, len(tasks), *o.Score)})
			}
			if gold[i].differs(o.Gold) {
				x.GoldDiffers = append(x.GoldDiffers, run.Run)
			}
		}
	})
	for i := range tasks {
		x, row := &tasks[i], &t.Rows[i]
		*row = TaskRow{Scenario: x.Scenario, ID: x.Slug, Title: x.Title, Ordinal: x.Ordinal, Kind: x.Kind, Day: x.Day,
			Signals: orEmpty(item.Signals(evidence[i])), URL: link.Task(b.ID, x.Scenario, x.Slug), Update: len(x.Updates) > 0}
		var pass views.Rate
		pass, row.Mean = runs.TaskRate(evidence[i].Scores, all)
		row.Passed, row.Scored = pass.Num, pass.Den
		if reason := runs.FaultyChecks.Reason(x.Scenario, x.Slug); reason != "" {
			row.Impossible = &reason
		}
	}
	return t, err
}

// goldReader compares the solutions of one task that records name with the dataset's. A
// thousand runs record the same few.
type goldReader struct {
	labels []string // of the dataset
	last   string   // the recorded solution before, as JSON
	other  bool     // it differs
}

func (g *goldReader) differs(recorded string) bool {
	if len(g.labels) == 0 || recorded == "" {
		return false
	}
	if recorded != g.last {
		var labels []string
		err := json.Unmarshal([]byte(recorded), &labels)
		g.last, g.other = recorded, err == nil && labels != nil && !SameLabels(g.labels, labels)
	}
	return g.other
}

// AddSystem adds the verdicts of a system: the means of its tasks, and why trials of the
// run that stands for it failed.
func (t *TaskTable) AddSystem(row *results.BoardRow, means []results.TaskMean, trials []results.StoredTrial, known results.RunReasons) {
	name := views.RowName(row)
	t.Systems = append(t.Systems, views.Link{Label: name, Href: views.RowAddress(*row)})
	for i := range t.Rows {
		t.Rows[i].Verdicts = append(t.Rows[i].Verdicts, fingerprint.Cell{Label: name, Status: results.Missing})
	}
	for _, m := range means {
		i, ok := t.at[m.Name()]
		if !ok {
			continue
		}
		c := &t.Rows[i].Verdicts[len(t.Systems)-1]
		c.Status, c.Score = m.Status, m.Mean
		if m.Solved() {
			c.Status = results.Passed
		} else if c.Status == results.Passed {
			c.Status = results.Failed // it is the first attempt's, and another lost marks
		}
	}
	kinds := why.ByTrial(trials, known)
	for i := range trials {
		x := kinds[trials[i].ID]
		at, ok := t.at[trials[i].TaskName()]
		if !ok || x.Kind == "" || x.Kind == results.ReasonUnknown {
			continue
		}
		r := &t.Rows[at]
		if r.causes == nil {
			r.causes = map[results.ReasonKind]int{}
		}
		r.causes[x.Kind]++
		if x.Kind == results.ReasonKey {
			asked, _, _ := strings.Cut(x.Sentence, ";")
			for _, m := range quoted.FindAllStringSubmatch(asked, -1) {
				r.keys = views.AppendNew(r.keys, m[1])
			}
		}
	}
}

// quoted is a name that a reason quotes.
var quoted = regexp.MustCompile(`“([^”]+)”`)

// causesNamed is how many failure reasons a row names.
const causesNamed = 2

// Settle adds what all systems together say, after the last was added. mined are the
// benchmark's cases.
func (t *TaskTable) Settle(mined []results.MinedCase) {
	prompts := map[string]string{} // of a scenario up to the task
	for i := range t.Rows {
		r, task := &t.Rows[i], &t.tasks[i]
		kinds := results.ReasonKinds()
		slices.SortStableFunc(kinds, func(a, b results.ReasonKind) int { return r.causes[b] - r.causes[a] })
		for _, k := range kinds[:causesNamed] {
			if r.causes[k] > 0 && k != results.ReasonChecker {
				r.Causes = append(r.Causes, k.Title())
			}
		}
		prompts[r.Scenario] += task.Facts.Prompt + "\n"
		for _, key := range r.keys {
			if task.Facts.Prompt != "" && r.Scored > 0 && r.Passed == 0 && !strings.Contains(prompts[r.Scenario], key) {
				r.Unnamed = append(r.Unnamed, key)
			}
		}
		prompts[r.Scenario] += task.Facts.FeedbackIncorrect + "\n"
	}
	for i := range mined {
		if at, ok := t.at[results.TaskName{Scenario: mined[i].Scenario, Task: mined[i].Task}]; ok && mined[i].Rule == "told-otherwise" {
			t.Rows[at].Opposite = link.Case(mined[i].Slug)
		}
	}
}

// countBy counts the rows by a number from 0 to 2.
func (t *TaskTable) countBy(of func(*TaskRow) int) (n [3]int) {
	for i := range t.Rows {
		if at := of(&t.Rows[i]); at >= 0 {
			n[at]++
		}
	}
	return n
}

// count counts the tasks that all, some and none pass.
func (t *TaskTable) count() [3]int { return t.countBy((*TaskRow).part) }

// any reports whether some row has a property.
func (t *TaskTable) any(holds func(TaskRow) bool) bool { return slices.ContainsFunc(t.Rows, holds) }

// partWords say by whom tasks are passed: all, some, none.
func (t *TaskTable) partWords() [3]string {
	full := t.Benchmark.Full()
	switch t.Runs {
	case 1:
		return [3]string{full, "", "not " + full}
	case 2:
		return [3]string{full + " by both", "by one", "by none"}
	}
	return [3]string{full + " by all " + words.Count(t.Runs), "by some", "by none"}
}

// heading counts the tasks by who passed them.
func (t *TaskTable) heading() string {
	text := words.Capital(words.Many(t.Benchmark.Words.Task))
	if t.Runs == 0 {
		return text
	}
	n := t.count()
	if rest := len(t.Rows) - n[0] - n[1] - n[2]; rest > 0 {
		return text + ": " + t.parts(n) + ", " + words.Count(rest) + " without a verdict"
	}
	return text + ": " + t.parts(n)
}

// parts say a count of tasks in a line.
func (t *TaskTable) parts(n [3]int) string {
	var list []string
	for i, word := range t.partWords() {
		if word != "" {
			list = append(list, words.Count(n[i])+" "+word)
		}
	}
	return strings.Join(list, ", ")
}

// legend explains the cells of strips.
func (t *TaskTable) legend() (rows []fingerprint.Row) {
	said, faults := t.partWords(), t.countBy((*TaskRow).fault)
	for _, k := range []struct {
		said  string
		shown bool
		cell  fingerprint.Cell
	}{
		{said[0], true, fingerprint.Cell{Status: results.Passed}},
		{said[1], said[1] != "", fingerprint.Cell{Some: true}},
		{said[2], true, fingerprint.Cell{Status: results.Failed}},
		{"faulty check", faults[faulty] > 0, fingerprint.Cell{Status: results.Failed, Letter: "✕"}},
		{"suspected faulty check", faults[suspected] > 0, fingerprint.Cell{Status: results.Failed, Letter: "?"}},
		{"the environment changed before it", t.any(func(r TaskRow) bool { return r.Update }), fingerprint.Cell{Status: results.Passed, Update: true}},
	} {
		if k.shown {
			rows = append(rows, fingerprint.Row{Said: k.said, Unordered: true, Cells: []fingerprint.Cell{k.cell}})
		}
	}
	return rows
}

// TaskListQuery is the state of the list of a benchmark's tasks.
type TaskListQuery struct {
	Show           string // one of TaskTabs
	Check          string // one of TaskChecks
	Scenario, Kind string // empty: all
	Order          string // one of TaskOrders, with a minus the other way round; empty: the lowest pass rate first
	Page           table.Window
}

// TaskTabs are the parts of the list by who passed a task; the first is all of it.
func TaskTabs() []string { return []string{"", "everybody", "some", "nobody"} }

// TaskChecks are the parts of the list by what is known of the check.
func TaskChecks() []string { return []string{"", "faulty", "suspected", "feedback"} }

// TaskOrders are the columns that the list can be sorted by.
var TaskOrders = []string{"task", "passed", "mean_score", "kind", "failure"}

// values is the state as an address has it, without the number of the page.
func (q TaskListQuery) values() url.Values {
	return link.With(nil, "show", q.Show, "check", q.Check, "scenario", q.Scenario, "kind", q.Kind, "order", q.Order)
}

// keeps reports whether a row fits all filters.
func (q TaskListQuery) keeps(r *TaskRow) bool {
	return (q.Show == "" || r.part() >= 0 && q.Show == TaskTabs()[r.part()+1]) &&
		(q.Scenario == "" || r.Scenario == q.Scenario) && (q.Kind == "" || r.Kind == q.Kind) &&
		(q.Check == "" || q.Check == "faulty" && r.fault() == faulty || q.Check == "suspected" && r.fault() == suspected ||
			q.Check == "feedback" && r.Opposite != "")
}

// TaskList is the list of a benchmark's tasks.
type TaskList struct {
	Benchmark string    `json:"benchmark"` // id of the benchmark
	Counted   string    `json:"counted"`   // what scored, passed and mean of a task are over: ranked for the ranked systems, or runs
	Limit     int       `json:"limit"`     // the most tasks of one answer
	Offset    int       `json:"offset"`    // tasks before the first of this answer
	Runs      int       `json:"runs"`      // runs that the counts are over
	Tasks     []TaskRow `json:"tasks"`     // tasks of this answer, in the order that was asked for
	Total     int       `json:"total"`     // tasks that fit the filters

	Table *TaskTable    `json:"-"`
	Query TaskListQuery `json:"-"`
	All   []TaskRow     `json:"-"` // that fit the filters, on all pages
}

// NewTaskList chooses from the tasks of a benchmark and orders them.
func NewTaskList(t *TaskTable, q TaskListQuery) (*TaskList, error) {
	if q.Scenario != "" && !t.any(func(r TaskRow) bool { return r.Scenario == q.Scenario }) {
		return nil, views.Refuse("scenario=%s is not a %s of %s.", q.Scenario, t.Benchmark.Words.Scenario, t.Benchmark.Name)
	}
	l := &TaskList{Benchmark: t.Benchmark.ID, Counted: t.Counted, Runs: t.Runs, Table: t, Query: q, All: []TaskRow{}}
	for i := range t.Rows {
		if r := &t.Rows[i]; q.keeps(r) {
			l.All = append(l.All, *r)
		}
	}
	if q.Order == "" {
		slices.SortStableFunc(l.All, func(a, b TaskRow) int {
			return cmp.Or(views.CompareValues(views.Share(a.Passed, a.Scored), views.Share(b.Passed, b.Scored), true),
				a.fault()-b.fault(), views.CompareValues(a.Mean, b.Mean, true))
		})
	}
	l.Tasks, l.Total = l.All, len(l.All)
	return l, nil
}

// Span leaves the tasks of one answer of the API.
func (l *TaskList) Span(limit, offset int) {
	l.Limit, l.Offset, l.Tasks = limit, offset, views.Span(l.All, limit, offset)
}
