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

// TaskRow is one task in a list, with pass counts and signs that its check may be faulty.
type TaskRow struct {
	Scenario   string        `json:"scenario"`        // slug of the scenario
	ID         string        `json:"id"`              // slug of the task, unique within its scenario
	Title      string        `json:"title,omitempty"` // title of the task
	Ordinal    int           `json:"ordinal"`         // position in the scenario, from 1
	Kind       string        `json:"kind"`            // kind of the task, which determines the scoring
	Day        int           `json:"day"`             // index of the task's day within the scenario, from 0
	Scored     int           `json:"scored"`          // number of counted runs or systems with a verdict
	Passed     int           `json:"passed"`          // number of counted runs or systems with a full score
	Mean       *float64      `json:"mean"`            // mean score of the counted runs or systems, 0 to 1; null unless all have a verdict
	Signals    []item.Signal `json:"doubts"`          // signs that the task may be faulty
	Impossible *string       `json:"doubtful"`        // reason why the check cannot be passed; null if it can
	URL        string        `json:"url"`             // URL of the task's page

	Update   bool               `json:"-"` // true if the environment changes before the task
	Verdicts []fingerprint.Cell `json:"-"` // verdicts of the systems, in the order of TaskTable.Systems
	Causes   []string           `json:"-"` // most frequent failure reasons
	Unnamed  []string           `json:"-"` // keys that the check requires although no prompt contains them and no system wrote them
	Opposite string             `json:"-"` // URL of the case about feedback that contradicts the verdict; empty if there is none

	causes map[results.ReasonKind]int
	keys   []string // keys that the check did not find in at least one trial
}

// States of a check: proven faulty, suspected to be faulty, or neither.
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

// letter returns the symbol for a check that is faulty or suspected to be faulty.
func (r *TaskRow) letter() string { return [...]string{"✕", "?", ""}[r.fault()] }

// part returns 0 if all counted runs pass the task, 1 if some do, 2 if none does, and -1 if none
// has a verdict.
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

// TaskTable holds one row for each task of a benchmark. Lists are views of it and do not modify it.
type TaskTable struct {
	Benchmark results.Benchmark
	Rows      []TaskRow    // rows in the dataset's order
	Runs      int          // number of counted runs
	Counted   string       // counted units: "ranked" for ranked systems, or "runs"
	Systems   []views.Link // systems of the rows' verdicts, in the leaderboard's order

	at    map[results.TaskName]int
	tasks []results.Task
}

// NewTaskTable returns a table with one row per task. outcomes iterates over the outcomes of the
// benchmark's runs, sorted by slug. If all is true, all runs are counted instead of only the ranked
// systems.
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
		if counts && run.Scored > 0 && (all || len(runs.Ranked) == 0 || runs.Ranked[run.Run]) {
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
				x.Scores = runs.Add(x.Scores, item.SystemScore{Run: run.Run, Score: *o.Score, Rest: item.Rest(run.Sum, run.Scored, len(tasks), *o.Score)},
					o.Trials-o.Errors, all)
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

// goldReader compares the correct options in the records with the dataset's. It caches the last
// comparison, because most runs record the same options.
type goldReader struct {
	labels []string // labels of the correct options in the dataset
	last   string   // last compared options of a record, as JSON
	other  bool     // true if these differ from the dataset's
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

// AddSystem adds a system to the rows: its verdicts from the task means, and its failure reasons
// from the trials of the run that represents it.
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
			c.Status = results.Failed // first attempt passed, but a later one did not
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

// quoted matches a name in quotation marks in a failure reason.
var quoted = regexp.MustCompile(`“([^”]+)”`)

// causesNamed is the maximum number of failure reasons shown for a task.
const causesNamed = 2

// Settle computes the fields that depend on all systems. Call it after the last AddSystem. mined
// contains the benchmark's mined cases.
func (t *TaskTable) Settle(mined []results.MinedCase) {
	prompts := map[string]string{} // prompts and feedback so far, by scenario
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

// countBy counts the rows by the result of the function of, which is 0, 1 or 2. It ignores rows
// with a negative result.
func (t *TaskTable) countBy(of func(*TaskRow) int) (n [3]int) {
	for i := range t.Rows {
		if at := of(&t.Rows[i]); at >= 0 {
			n[at]++
		}
	}
	return n
}

func (t *TaskTable) count() [3]int { return t.countBy((*TaskRow).part) }

func (t *TaskTable) any(holds func(TaskRow) bool) bool { return slices.ContainsFunc(t.Rows, holds) }

// full returns the word for tasks that a system passed in each of its attempts.
func (t *TaskTable) full() string {
	if !t.Benchmark.Graded && t.graded() {
		return "passed every time"
	}
	return t.Benchmark.Full()
}

// partWords returns the labels for tasks that all, some and no counted runs passed.
func (t *TaskTable) partWords() [3]string {
	full := t.full()
	switch t.Runs {
	case 1:
		return [3]string{full, "", "not " + full}
	case 2:
		return [3]string{full + " by both", "by one", "by none"}
	}
	return [3]string{full + " by all " + words.Count(t.Runs), "by some", "by none"}
}

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

func (t *TaskTable) parts(n [3]int) string {
	var list []string
	for i, word := range t.partWords() {
		if word != "" {
			list = append(list, words.Count(n[i])+" "+word)
		}
	}
	return strings.Join(list, ", ")
}

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

// TaskListQuery holds the query parameters of the list of tasks.
type TaskListQuery struct {
	Show           string // filter by who passed, one of TaskTabs
	Check          string // filter by faults of the check, one of TaskChecks
	Scenario, Kind string // filters by scenario and by kind; empty for all
	Order          string // order, one of TaskOrders, with a leading minus for the reverse; empty for the lowest pass rate first
	Page           table.Window
}

// TaskTabs returns the values of the filter by who passed a task. The empty value matches all
// tasks.
func TaskTabs() []string { return []string{"", "everybody", "some", "nobody"} }

// TaskChecks returns the values of the filter by known faults of the check. The empty value matches
// all tasks.
func TaskChecks() []string { return []string{"", "faulty", "suspected", "feedback"} }

// TaskOrders lists the keys of the columns by which the list can be sorted.
var TaskOrders = []string{"task", "passed", "mean_score", "kind", "failure"}

// values returns the query parameters without the page number.
func (q TaskListQuery) values() url.Values {
	return link.With(nil, "show", q.Show, "check", q.Check, "scenario", q.Scenario, "kind", q.Kind, "order", q.Order)
}

// keeps reports whether a row passes all filters.
func (q TaskListQuery) keeps(r *TaskRow) bool {
	return (q.Show == "" || r.part() >= 0 && q.Show == TaskTabs()[r.part()+1]) &&
		(q.Scenario == "" || r.Scenario == q.Scenario) && (q.Kind == "" || r.Kind == q.Kind) &&
		(q.Check == "" || q.Check == "faulty" && r.fault() == faulty || q.Check == "suspected" && r.fault() == suspected ||
			q.Check == "feedback" && r.Opposite != "")
}

// TaskList is one page of a benchmark's list of tasks.
type TaskList struct {
	Benchmark string    `json:"benchmark"` // id of the benchmark
	Counted   string    `json:"counted"`   // counted units of scored, passed and mean: "ranked" for ranked systems, or "runs"
	Limit     int       `json:"limit"`     // maximum number of tasks on this page
	Offset    int       `json:"offset"`    // number of tasks before this page
	Runs      int       `json:"runs"`      // number of counted runs
	Tasks     []TaskRow `json:"tasks"`     // tasks on this page, in the requested order
	Total     int       `json:"total"`     // number of tasks that pass the filters

	Table *TaskTable    `json:"-"`
	Query TaskListQuery `json:"-"`
	All   []TaskRow     `json:"-"` // tasks that pass the filters, on all pages
}

// NewTaskList filters and sorts the tasks of a benchmark.
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

// Span restricts the tasks to one page of an API response.
func (l *TaskList) Span(limit, offset int) {
	l.Limit, l.Offset, l.Tasks = limit, offset, views.Span(l.All, limit, offset)
}
