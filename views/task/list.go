package task

import (
	"cmp"
	"fmt"
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
	"github.com/clawatlas/clawatlas/views/ui"
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
	Doubts   []item.Reason `json:"doubts"`          // reasons to doubt the task
	Doubtful *string       `json:"doubtful"`        // why no answer can pass the task; null if one can
	URL      string        `json:"url"`             // address of the task's page

	Pass     views.Rate         `json:"-"` // of those that are counted
	Suspect  bool               `json:"-"` // a doubt speaks of a fault
	Weight   int                `json:"-"` // of all doubts
	Update   bool               `json:"-"` // the environment changes before it
	Verdicts []fingerprint.Cell `json:"-"` // of the table's systems
	Causes   []string           `json:"-"` // why systems failed, the commonest first
	Unnamed  []string           `json:"-"` // keys that its check asks for, that no prompt names, and that no system wrote
	Contrary string             `json:"-"` // address of the case that feedback contradicts the verdict

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
	case r.Doubtful != nil:
		return faulty
	case r.Suspect || len(r.Unnamed) > 0:
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

// TaskTable is what the records of a benchmark say of all its tasks. It depends on
// nothing that a reader chooses but whether all runs are counted, and is not
// changed by the lists made from it.
type TaskTable struct {
	Benchmark results.Benchmark
	Rows      []TaskRow    // in the dataset's order
	Runs      int          // that the counts are over
	Counted   string       // what the counts are over: ranked for the ranked systems, or runs
	Unit      string       // of the counts: systems, or runs
	Systems   []views.Link // whose verdicts the rows have, in the order of the board

	at    map[results.TaskName]int
	tasks []results.Task
}

// Table makes one row for each task from what was gathered.
func (e *TasksEvidence) Table() *TaskTable {
	t := &TaskTable{Benchmark: e.benchmark, Rows: make([]TaskRow, len(e.tasks)), Counted: e.runs.Counted(e.all),
		Unit: e.runs.Unit(e.all), at: make(map[results.TaskName]int, len(e.tasks)), tasks: e.tasks}
	for i := range e.tasks {
		t.Rows[i] = e.row(&e.tasks[i], e.list[i])
		t.at[e.tasks[i].Name()] = i
	}
	for _, r := range e.runs.Runs {
		if e.runs.Sums[r.Slug].Scored > 0 && e.runs.Counts(r.Slug, e.all) {
			t.Runs++
		}
	}
	return t
}

func (e *TasksEvidence) row(t *results.Task, x item.Evidence) TaskRow {
	row := TaskRow{Scenario: t.Scenario, ID: t.Slug, Title: t.Title, Ordinal: t.Ordinal, Kind: t.Kind, Day: t.Day,
		Scored: len(x.Scores), Passed: x.Passed, Doubts: orEmpty(item.Doubts(x)), URL: link.Task(e.benchmark.ID, t.Scenario, t.Slug),
		Update: len(t.Updates) > 0}
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

// causesNamed is how many causes a row names.
const causesNamed = 2

// Settle makes what all systems together say, after the last was added. told are the cases
// of feedback that contradicts a verdict.
func (t *TaskTable) Settle(told []results.MinedCase) {
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
	for i := range told {
		if at, ok := t.at[results.TaskName{Scenario: told[i].Scenario, Task: told[i].Task}]; ok && told[i].Rule == "told-otherwise" {
			t.Rows[at].Contrary = link.Case(told[i].Slug)
		}
	}
}

// count counts the tasks that all, some and none pass.
func (t *TaskTable) count() (n [3]int) {
	for i := range t.Rows {
		if at := t.Rows[i].part(); at >= 0 {
			n[at]++
		}
	}
	return n
}

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

// graded reports whether the mean of some task says more than how many passed it.
func (t *TaskTable) graded() bool {
	return slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return r.Mean != nil && r.Pass.Value != nil && *r.Mean != *r.Pass.Value })
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
	add := func(said string, c fingerprint.Cell) {
		if said != "" {
			rows = append(rows, fingerprint.Row{Said: said, Unordered: true, Cells: []fingerprint.Cell{c}})
		}
	}
	said := t.partWords()
	add(said[0], fingerprint.Cell{Status: results.Passed})
	add(said[1], fingerprint.Cell{Some: true})
	add(said[2], fingerprint.Cell{Status: results.Failed})
	n := t.faults()
	if n[faulty] > 0 {
		add("faulty check", fingerprint.Cell{Status: results.Failed, Letter: "✕"})
	}
	if n[suspected] > 0 {
		add("suspected faulty check", fingerprint.Cell{Status: results.Failed, Letter: "?"})
	}
	if slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return r.Update }) {
		add("the environment changed before it", fingerprint.Cell{Status: results.Passed, Update: true})
	}
	return rows
}

// faults count the tasks by what is wrong with their checks.
func (t *TaskTable) faults() (n [3]int) {
	for i := range t.Rows {
		n[t.Rows[i].fault()]++
	}
	return n
}

// unnamed counts the tasks that are suspected because no prompt names a key.
func (t *TaskTable) unnamed() (n int) {
	for i := range t.Rows {
		if len(t.Rows[i].Unnamed) > 0 && t.Rows[i].fault() == suspected {
			n++
		}
	}
	return n
}

// TaskListQuery is the state of the list of a benchmark's tasks.
type TaskListQuery struct {
	Show                   string // one of TaskTabs
	Check                  string // of a page: one of TaskChecks
	Scenario, Kind, Reason string // empty: all
	Sort, Dir              string // empty: the preset of the tab
	Order                  string // of a page: one of TaskOrders
	OnPage                 bool   // orders and addresses are those of a page
	All                    bool   // counts are over all runs, not over the ranked systems alone
	Page                   views.Window
}

// TaskTabs are the parts of the list; the first is all of it.
func TaskTabs() []string { return []string{"", "suspect", "nobody", "everybody", "some"} }

// TaskChecks are the parts of the list by what is known of the check.
func TaskChecks() []string { return []string{"", "faulty", "suspected", "feedback"} }

// TaskOrders are the columns that a page can be sorted by; the first is its preset, the
// lowest pass rate first.
func TaskOrders() []string { return []string{"", "task", "-passed", "kind", "failure"} }

// TaskReasons are the codes of the reasons to doubt a task.
func TaskReasons() []string {
	return []string{item.BrokenChecker, item.GoldConflict, item.Reversed}
}

// pageValues is the state as the address of a page has it, without its number.
func (q TaskListQuery) pageValues() url.Values {
	return link.With(nil, "show", q.Show, "check", q.Check, "scenario", q.Scenario, "kind", q.Kind, "reason", q.Reason, "order", q.Order)
}

// order is the column that rows are sorted by: the dataset's own order, but in
// the tab of doubts the gravest first.
func (q TaskListQuery) order() string {
	switch {
	case q.Sort != "":
		return q.Sort
	case q.Show == "suspect":
		return "doubts"
	}
	return "order"
}

// Ascending is the direction of the sorted column; doubts come most first.
func (q TaskListQuery) Ascending() bool {
	if q.Dir == "" {
		return q.order() != "doubts"
	}
	return q.Dir == "asc"
}

// keeps reports whether a row fits all filters but the tab.
func (q TaskListQuery) keeps(r *TaskRow) bool {
	return (q.Scenario == "" || r.Scenario == q.Scenario) && (q.Kind == "" || r.Kind == q.Kind) && (q.Reason == "" || r.hasDoubt(q.Reason)) &&
		(q.Check == "" || q.Check == "faulty" && r.fault() == faulty || q.Check == "suspected" && r.fault() == suspected ||
			q.Check == "feedback" && r.Contrary != "")
}

func (r *TaskRow) hasDoubt(code string) bool {
	return slices.ContainsFunc(r.Doubts, func(x item.Reason) bool { return x.Code == code })
}

// inTab reports whether a row belongs to a tab.
func (r *TaskRow) inTab(tab string) bool {
	switch tab {
	case "suspect":
		return r.Suspect
	case "nobody":
		return r.part() == 2
	case "everybody":
		return r.part() == 0
	case "some":
		return r.part() == 1
	}
	return true
}

// TaskList is everything that the list of a benchmark's tasks and its twins are
// made of.
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
	if q.Scenario != "" && !slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return r.Scenario == q.Scenario }) {
		return nil, views.Refuse("scenario=%s is not a %s of %s.", q.Scenario, t.Benchmark.Words.Scenario, t.Benchmark.Name)
	}
	l := &TaskList{Benchmark: t.Benchmark.ID, Counted: t.Counted, Runs: t.Runs, Table: t, Query: q, All: []TaskRow{}}
	for i := range t.Rows {
		if r := &t.Rows[i]; q.keeps(r) && r.inTab(q.Show) {
			l.All = append(l.All, *r)
		}
	}
	sortTasks(l.All, q)
	l.Tasks, l.Total = l.All, len(l.All)
	return l, nil
}

// CutList leaves in the JSON twin the tasks of one answer.
func (l *TaskList) CutList(limit, offset int) {
	l.Limit, l.Offset, l.Tasks = limit, offset, views.Span(l.All, limit, offset)
}

// CutPage leaves in the page the tasks of its window.
func (l *TaskList) CutPage() { l.Tasks = views.Rows(&l.Query.Page, l.All) }

// sortTasks orders the rows; what is not known comes last in either direction.
func sortTasks(rows []TaskRow, q TaskListQuery) {
	if q.OnPage {
		sortPage(rows, q.Order)
		return
	}
	value := func(r *TaskRow) *float64 {
		switch q.order() {
		case "rate":
			return r.Pass.Value
		case "mean":
			return r.Mean
		case "rest":
			return r.ItemRest
		}
		n := float64(r.Weight)
		return &n
	}
	if q.order() != "order" {
		slices.SortStableFunc(rows, func(a, b TaskRow) int { return views.CompareValues(value(&a), value(&b), q.Ascending()) })
	} else if !q.Ascending() {
		slices.Reverse(rows)
	}
}

// sortPage orders the rows of a page: in its preset order the lowest pass rate comes first,
// of equal ones the faulty checks before the suspected.
func sortPage(rows []TaskRow, order string) {
	if order == "task" {
		return
	}
	slices.SortStableFunc(rows, func(a, b TaskRow) int {
		first := 0
		switch order {
		case "kind":
			first = cmp.Compare(a.Kind, b.Kind)
		case "failure":
			first = cmp.Or(cmp.Compare(min(1, len(b.Causes)), min(1, len(a.Causes))), slices.Compare(a.Causes, b.Causes))
		}
		return cmp.Or(first, views.CompareValues(a.rate(), b.rate(), order != "-passed"), a.fault()-b.fault(),
			views.CompareValues(a.Mean, b.Mean, order != "-passed"))
	})
}

// rate is the share of those with a verdict that passed; nil without one.
func (r *TaskRow) rate() *float64 { return views.Share(r.Passed, r.Scored) }

// CSV has one row for each task that fits the filters, on all pages.
func (l *TaskList) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "scenario", "task", "title", "ordinal", "kind", "day", "scored", "passed", "rate_lo",
		"rate_hi", "mean_score", "item_rest", "item_rest_runs", "doubts", "failure", "unnamed_keys"}
	for i := range l.All {
		r := &l.All[i]
		var codes []string
		for _, x := range r.Doubts {
			codes = append(codes, x.Code)
		}
		rows = append(rows, []string{l.Benchmark, r.Scenario, r.ID, r.Title, fmt.Sprint(r.Ordinal), r.Kind, fmt.Sprint(r.Day),
			fmt.Sprint(r.Scored), fmt.Sprint(r.Passed), views.Exact(r.Pass.Lo), views.Exact(r.Pass.Hi), views.Exact(r.Mean),
			views.Exact(r.ItemRest), fmt.Sprint(r.RestRuns), strings.Join(codes, " "), strings.Join(r.Causes, ", "),
			strings.Join(r.Unnamed, " ")})
	}
	return header, rows
}

// taskFilter is a link that narrows the list, with what it would leave.
type taskFilter struct {
	Label string
	N     int
	Pairs []string // of the address
	On    bool
}

// filters are those that leave something, each beside the others that are set.
func (l *TaskList) filters() (list []taskFilter) {
	t, q := l.Table, l.Query
	count := func(q TaskListQuery) (n int) {
		for i := range t.Rows {
			if r := &t.Rows[i]; q.keeps(r) && r.inTab(q.Show) {
				n++
			}
		}
		return n
	}
	add := func(label, key, value string, field *string) {
		was := *field
		*field = value
		n := count(q)
		*field = was
		if n == 0 && was != value || label == "" {
			return
		}
		f := taskFilter{Label: label, N: n, Pairs: []string{key, value}, On: was == value}
		if f.On {
			f.Pairs[1] = ""
		}
		list = append(list, f)
	}
	if t.Runs > 0 {
		said := t.partWords()
		add(said[2], "show", "nobody", &q.Show)
		add(said[1], "show", "some", &q.Show)
		add(said[0], "show", "everybody", &q.Show)
	}
	add("faulty check", "check", "faulty", &q.Check)
	add("suspected", "check", "suspected", &q.Check)
	add("feedback contradicts the verdict", "check", "feedback", &q.Check)
	kinds := t.kinds()
	for _, k := range kinds {
		if len(kinds) > 1 {
			add(words.KindWord(k), "kind", k, &q.Kind)
		}
	}
	if q.Scenario != "" {
		add("in "+words.Scenario(t.Benchmark, q.Scenario), "scenario", q.Scenario, &q.Scenario)
	}
	if q.Reason != "" {
		add(strings.ReplaceAll(q.Reason, "_", " "), "reason", q.Reason, &q.Reason)
	}
	return list
}

// kinds are those of the tasks.
func (t *TaskTable) kinds() (kinds []string) {
	for i := range t.Rows {
		kinds = views.AppendNew(kinds, t.Rows[i].Kind)
	}
	return kinds
}

// columns are the heads of the list; at is the page in an order, nil if it has one alone.
func (l *TaskList) columns(at func(order string) string) []ui.Header {
	t := l.Table
	if at == nil {
		at = func(string) string { return "" }
	}
	list := []ui.Header{{Label: words.Capital(t.Benchmark.Words.Task), Href: at("task")}}
	if l.Query.Order == "task" {
		list[0].Dir = ui.Ascending
	}
	if t.Runs > 0 {
		h := ui.Header{Label: words.Capital(t.Benchmark.Full()), Num: true, Href: at("")}
		switch l.Query.Order {
		case "":
			h.Dir, h.Href = ui.Ascending, at("-passed")
		case "-passed":
			h.Dir = ui.Descending
		}
		list = append(list, h)
		if t.graded() {
			list = append(list, ui.Header{Label: "Mean score", Unit: "%", Num: true})
		}
		if len(t.Systems) > fewSystems {
			list = append(list, ui.Header{Label: words.Counted(len(t.Systems), "system"), Class: "v", Title: "in the order of the leaderboard"})
		} else {
			for _, x := range t.Systems {
				list = append(list, ui.Header{Label: x.Label, Class: "v"})
			}
		}
	}
	if len(t.kinds()) > 1 {
		list = append(list, ui.Header{Label: "Kind", Href: at("kind")})
	}
	if t.caused() {
		list = append(list, ui.Header{Label: "Failure", Href: at("failure")})
	}
	for i := range list {
		if l.Query.Order == "kind" && list[i].Label == "Kind" || l.Query.Order == "failure" && list[i].Label == "Failure" {
			list[i].Dir = ui.Ascending
		}
	}
	if t.tested() {
		list = append(list, ui.Header{Label: "Test of the check"})
	}
	return list
}

// caused reports whether a cause of a failure is known, and tested whether a check has a test.
func (t *TaskTable) caused() bool {
	return slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return len(r.Causes) > 0 })
}

func (t *TaskTable) tested() bool {
	return slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return r.fault() != unsuspected || r.Contrary != "" })
}

// verdictsRow are the verdicts on a task as a strip.
func (r *TaskRow) verdictsRow() fingerprint.Row {
	var passed []string
	for _, c := range r.Verdicts {
		if c.Status == results.Passed {
			passed = append(passed, c.Label)
		}
	}
	said := "passed by none"
	if len(passed) > 0 {
		said = "passed by " + strings.Join(passed, ", ")
	}
	return fingerprint.Row{Cells: r.Verdicts, Unordered: true, Said: ui.Plain(said)}
}

// cellRow is one verdict as a strip of one cell.
func cellRow(c fingerprint.Cell) fingerprint.Row {
	return fingerprint.Row{Cells: []fingerprint.Cell{c}, Unordered: true, Said: ui.Plain(c.Words())}
}

// filtered reports whether the list is narrowed.
func (q TaskListQuery) filtered() bool {
	return q.Show+q.Check+q.Scenario+q.Kind+q.Reason != ""
}

// taskName names a task in a list, below the name of its scenario by its own alone.
func taskName(b results.Benchmark, r *TaskRow, below bool) string {
	if below {
		name, _ := words.Titled(b.Titles.Task(r.Scenario, r.ID), r.ID)
		return ui.Plain(name)
	}
	return ui.Plain(words.Task(b, r.Scenario, r.ID))
}

// firstClause is a reason without the line of code that it quotes.
func firstClause(reason string) string {
	text, _, _ := strings.Cut(reason, " in the checker's own line")
	return text
}
