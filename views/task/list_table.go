package task

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// taskFilter is a filter link with the number of tasks that would remain.
type taskFilter struct {
	label, key, value string
	n                 int
	on                bool
}

// filters returns the filters that would leave at least one task if combined with the current ones.
func (l *TaskList) filters() (list []taskFilter) {
	t, q := l.Table, l.Query
	add := func(label, key, value string, field *string) {
		was := *field
		*field = value
		f := taskFilter{label: label, key: key, value: value, on: was == value}
		for i := range t.Rows {
			if q.keeps(&t.Rows[i]) {
				f.n++
			}
		}
		*field = was
		if f.on {
			f.value = ""
		}
		if label != "" && (f.n > 0 || f.on) {
			list = append(list, f)
		}
	}
	if t.Runs > 0 {
		for i, said := range t.partWords() {
			add(said, "show", TaskTabs()[i+1], &q.Show)
		}
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
	return list
}

func (t *TaskTable) kinds() (kinds []string) {
	for i := range t.Rows {
		kinds = views.AppendNew(kinds, t.Rows[i].Kind)
	}
	return kinds
}

// graded reports whether any task's mean score differs from its pass rate.
func (t *TaskTable) graded() bool {
	return t.any(func(r TaskRow) bool {
		share := views.Share(r.Passed, r.Scored)
		return r.Mean != nil && share != nil && *r.Mean != *share
	})
}

// Grid returns a table of the tasks that pass the filters, on all pages; name formats a task's
// name.
func (l *TaskList) Grid(name func(r *TaskRow) string) table.Table {
	t := l.Table
	kinds := t.kinds()
	g := table.Table{Class: "stack", Caption: words.Capital(words.Many(t.Benchmark.Words.Task)) + " and who passed them",
		Cols: []table.Col{{Key: "benchmark", Data: true}, {Key: "scenario", Data: true}, {Key: "task", Label: words.Capital(t.Benchmark.Words.Task)},
			{Key: "title", Data: true}, {Key: "ordinal", Data: true}, {Key: "kind", Label: "Kind", Class: "hide-s kd", Data: len(kinds) < 2},
			{Key: "day", Data: true}, {Key: "scored", Data: true}, {Key: "passed", Label: words.Capital(t.full()), Num: true, Data: t.Runs == 0},
			{Key: "mean_score", Label: "Mean score", Unit: "%", Num: true, Class: "hide-s", Data: t.Runs == 0 || !t.graded()}}}
	strips := len(t.Systems) > fewSystems
	switch {
	case t.Runs == 0:
	case strips:
		g.Cols = append(g.Cols, table.Col{Label: words.Counted(len(t.Systems), "system"), Class: "v", Title: "in the order of the leaderboard"})
	default:
		for _, x := range t.Systems {
			g.Cols = append(g.Cols, table.Col{Label: x.Label, Class: "v"})
		}
	}
	caused := t.any(func(r TaskRow) bool { return len(r.Causes) > 0 })
	tested := t.any(func(r TaskRow) bool { return r.fault() != unsuspected || r.Opposite != "" })
	g.Cols = append(g.Cols, table.Col{Key: "doubts", Data: true}, table.Col{Key: "failure", Label: "Failure", Class: "hide-s", Data: !caused},
		table.Col{Key: "unnamed_keys", Data: true}, table.Col{Label: "Test of the check", Class: "tc", Data: !tested})
	for i := range l.All {
		r := &l.All[i]
		var codes []string
		for _, x := range r.Signals {
			codes = append(codes, x.Code)
		}
		place := float64(t.at[results.TaskName{Scenario: r.Scenario, Task: r.ID}])
		cells := []table.Cell{table.Words(l.Benchmark), table.Words(r.Scenario), table.Words(name(r)).As(r.ID).By(&place).Link(r.URL), table.Words(r.Title),
			table.Whole(r.Ordinal), table.Words(words.KindWord(r.Kind)).As(r.Kind), table.Whole(r.Day), table.Whole(r.Scored),
			table.RightWords(views.PassedOf(r.Passed, r.Scored)).As(strconv.Itoa(r.Passed)).By(views.Share(r.Passed, r.Scored)), table.Percent(r.Mean)}
		switch {
		case t.Runs == 0:
		case strips:
			cells = append(cells, table.Drawn(fingerprint.Strip(r.verdictsRow(), fingerprint.List)))
		default:
			for _, c := range r.Verdicts {
				cells = append(cells, table.Drawn(verdictCell(c)))
			}
		}
		g.Rows = append(g.Rows, table.Row{Cells: append(cells, table.Words(strings.Join(codes, " ")),
			table.Words(words.Capital(words.List(r.Causes))).As(strings.Join(r.Causes, ", ")), table.Words(strings.Join(r.Unnamed, " ")), table.Drawn(checkTest(r)))})
	}
	return g
}

// named returns the name of a task, qualified by its scenario if necessary.
func (l *TaskList) named(r *TaskRow) string { return words.Task(l.Table.Benchmark, r.Scenario, r.ID) }

// CSV returns the list of all pages.
func (l *TaskList) CSV() table.Table { return l.Grid(l.named) }

// verdictsRow returns a strip with the verdict of each system on the task.
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

// orEmpty replaces a nil slice by an empty one, so that JSON has [] instead of null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
