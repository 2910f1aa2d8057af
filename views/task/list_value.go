package task

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// TaskListQuery is the state of the list of a benchmark's tasks.
type TaskListQuery struct {
	Show                   string // one of TaskTabs
	Scenario, Kind, Reason string // empty: all
	Sort, Dir              string // empty: the preset of the tab
	All                    bool   // counts are over all runs, not over the ranked systems alone
	Page                   report.Window
}

// TaskTabs are the parts of the list; the first is all of it.
func TaskTabs() []string { return []string{"", "suspect", "nobody", "everybody", "some"} }

// TaskReasons are the codes of the reasons to doubt a task.
func TaskReasons() []string {
	return []string{item.BrokenChecker, item.GoldConflict, item.Reversed}
}

// Values is the state as an address has it, without the page.
func (q TaskListQuery) Values() url.Values {
	v := link.With(nil, "show", q.Show, "scenario", q.Scenario, "kind", q.Kind, "reason", q.Reason, "sort", q.Sort, "dir", q.Dir)
	if q.All {
		v.Set("all", "1")
	}
	return v
}

// Order is the column that rows are sorted by: the dataset's own order, but in
// the tab of doubts the gravest first.
func (q TaskListQuery) Order() string {
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
		return q.Order() != "doubts"
	}
	return q.Dir == "asc"
}

// keeps reports whether a row fits all filters but the tab.
func (q TaskListQuery) keeps(r *TaskRow) bool {
	return (q.Scenario == "" || r.Scenario == q.Scenario) && (q.Kind == "" || r.Kind == q.Kind) && (q.Reason == "" || r.hasDoubt(q.Reason))
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
		return r.Scored > 0 && r.Passed == 0
	case "everybody":
		return r.Scored > 0 && r.Passed == r.Scored
	case "some":
		return r.Passed > 0 && r.Passed < r.Scored
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

	Table  *TaskTable     `json:"-"`
	Query  TaskListQuery  `json:"-"`
	All    []TaskRow      `json:"-"` // that fit the filters, on all pages
	Tabs   map[string]int `json:"-"` // tasks in each tab that fit the other filters
	Doubts map[string]int `json:"-"` // tasks of the benchmark by the code of a reason to doubt them
}

// NewTaskList chooses from the tasks of a benchmark and orders them.
func NewTaskList(t *TaskTable, q TaskListQuery) (*TaskList, error) {
	if q.Scenario != "" && !slices.ContainsFunc(t.Rows, func(r TaskRow) bool { return r.Scenario == q.Scenario }) {
		return nil, report.Refuse("scenario=%s is not a %s of %s.", q.Scenario, t.Benchmark.Words.Scenario, t.Benchmark.Name)
	}
	l := &TaskList{Benchmark: t.Benchmark.ID, Counted: t.Counted, Runs: t.Runs, Table: t, Query: q, All: []TaskRow{},
		Tabs: map[string]int{}, Doubts: map[string]int{}}
	for i := range t.Rows {
		r := &t.Rows[i]
		for _, code := range TaskReasons() {
			if r.hasDoubt(code) {
				l.Doubts[code]++
			}
		}
		if !q.keeps(r) {
			continue
		}
		for _, tab := range TaskTabs() {
			if r.inTab(tab) {
				l.Tabs[tab]++
			}
		}
		if r.inTab(q.Show) {
			l.All = append(l.All, *r)
		}
	}
	sortTasks(l.All, q)
	l.Tasks, l.Total = l.All, len(l.All)
	return l, nil
}

// CutList leaves in the JSON twin the tasks of one answer.
func (l *TaskList) CutList(limit, offset int) {
	l.Limit, l.Offset, l.Tasks = limit, offset, report.Span(l.All, limit, offset)
}

// CutPage leaves in the page the tasks of its window.
func (l *TaskList) CutPage() { l.Tasks = report.Rows(&l.Query.Page, l.All) }

// sortTasks orders the rows; what is not known comes last in either direction.
func sortTasks(rows []TaskRow, q TaskListQuery) {
	value := func(r *TaskRow) *float64 {
		switch q.Order() {
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
	if q.Order() != "order" {
		slices.SortStableFunc(rows, func(a, b TaskRow) int { return report.CompareValues(value(&a), value(&b), q.Ascending()) })
	} else if !q.Ascending() {
		slices.Reverse(rows)
	}
}

// CSV has one row for each task that fits the filters, on all pages.
func (l *TaskList) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "scenario", "task", "title", "ordinal", "kind", "day", "scored", "passed", "rate_lo",
		"rate_hi", "mean_score", "item_rest", "item_rest_runs", "doubts"}
	for i := range l.All {
		r := &l.All[i]
		var codes []string
		for _, x := range r.Doubts {
			codes = append(codes, x.Code)
		}
		rows = append(rows, []string{l.Benchmark, r.Scenario, r.ID, r.Title, fmt.Sprint(r.Ordinal), r.Kind, fmt.Sprint(r.Day),
			fmt.Sprint(r.Scored), fmt.Sprint(r.Passed), report.Exact(r.Pass.Lo), report.Exact(r.Pass.Hi), report.Exact(r.Mean),
			report.Exact(r.ItemRest), fmt.Sprint(r.RestRuns), strings.Join(codes, " ")})
	}
	return header, rows
}
