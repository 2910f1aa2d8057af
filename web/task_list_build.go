package web

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// tasksPerPage keeps a page of a large benchmark within its size.
const tasksPerPage = 100

// tasksQuery is the state of the list that its URL holds.
type tasksQuery struct {
	show, scenario, kind, reason, sort, dir string
	page                                    int
	all                                     bool
}

// showWords are the tabs of the list.
func showWords() []string { return []string{"", "suspect", "nobody", "everybody", "some"} }

func reasonCodes() []string {
	return []string{"", item.BrokenChecker, item.UnnamedKey, item.GoldConflict, item.ToldContrary, item.NoVerdict, item.Reversed, item.Nobody, item.Everybody}
}

// tasksFields are the parameters of the list and its twin.
func tasksFields() query {
	return query{wordField("show", showWords()...), textField("scenario"), kindField(), wordField("reason", reasonCodes()...),
		wordField("sort", "", "order", "rate", "mean", "rest", "doubts"), wordField("dir", "", "asc", "desc"), flagField("all")}
}

// pageField is the number of a list's page.
func pageField() field { return numberField("page", 1, 1, 1_000_000) }

func readTasksQuery(c echo.Context) tasksQuery {
	a := ask(c)
	return tasksQuery{show: a.word("show"), scenario: a.text("scenario"), kind: a.word("kind"), reason: a.word("reason"), sort: a.word("sort"), dir: a.word("dir"), all: a.flag("all"), page: 1}
}

// fits refuses a scenario that the benchmark does not have.
func (q tasksQuery) fits(d *tasksData) error {
	if q.scenario == "" || slices.ContainsFunc(d.tasks, func(t results.Task) bool { return t.Scenario == q.scenario }) {
		return nil
	}
	return bad("scenario=%s is not a %s of %s.", q.scenario, d.benchmark.Words.Scenario, d.benchmark.Name)
}

func (q tasksQuery) values() url.Values {
	v := url.Values{}
	for _, p := range [][2]string{{"show", q.show}, {"scenario", q.scenario}, {"kind", q.kind}, {"reason", q.reason}, {"sort", q.sort}, {"dir", q.dir}} {
		if p[1] != "" {
			v.Set(p[0], p[1])
		}
	}
	if q.all {
		v.Set("all", "1")
	}
	return v
}

// href is the address of the list with some of its state changed; its page is
// the first one again.
func (q tasksQuery) href(d *tasksData, pairs ...string) string {
	return link.To(link.With(q.values(), pairs...), "b", d.benchmark.ID, "tasks")
}

// inTab reports whether a row belongs to a tab.
func inTab(tab string, r views.TaskListRow) bool {
	switch tab {
	case "suspect":
		return r.Grave
	case "nobody":
		return r.Scored > 0 && r.Passed == 0
	case "everybody":
		return r.Scored > 0 && r.Passed == r.Scored
	case "some":
		return r.Passed > 0 && r.Passed < r.Scored
	}
	return true
}

// keeps reports whether a row fits all filters but the tab.
func (q tasksQuery) keeps(r views.TaskListRow) bool {
	return (q.scenario == "" || r.Task.Scenario == q.scenario) && (q.kind == "" || r.Task.Kind == q.kind) &&
		(q.reason == "" || slices.ContainsFunc(r.Doubts, func(x item.Reason) bool { return x.Code == q.reason }))
}

// buildTasks makes the page, and all rows that fit for its twins.
func buildTasks(d *tasksData, q tasksQuery) (views.TaskList, []views.TaskListRow) {
	all := d.rows()
	p := views.TaskList{Benchmark: d.benchmark, Runs: d.runCount(), All: len(all), Unit: d.runs.Unit(d.all), Hidden: d.runs.Uncounted(d.verdicts(), d.all), Everything: d.all}
	p.AllHref = q.href(d, "all", "1")
	if d.all {
		q := q
		q.all = false
		p.AllHref = q.href(d)
	}
	for _, r := range all {
		p.Rest = p.Rest || r.Rest != nil
		p.Graded = p.Graded || r.Mean != nil && r.Pass.Value != nil && *r.Mean != *r.Pass.Value
		p.Kinds = p.Kinds || r.Task.Kind != all[0].Task.Kind
	}
	p.Reasons = reasonCounts(d, q, all)
	var rows []views.TaskListRow
	tabs := map[string]int{}
	for _, r := range all {
		if !q.keeps(r) {
			continue
		}
		for _, tab := range showWords() {
			if inTab(tab, r) {
				tabs[tab]++
			}
		}
		if inTab(q.show, r) {
			rows = append(rows, r)
		}
	}
	p.Tabs = taskTabs(d, q, tabs)
	sortTasks(rows, q)
	p.Total = len(rows)
	pageTasks(&p, d, q, rows)
	p.Headers = taskHeaders(d, q, p)
	p.Filter = tasksFilter(d, q)
	return p, rows
}

// runCount is how many runs the counts are over.
func (d *tasksData) runCount() int {
	n := 0
	for _, r := range d.runs.Runs {
		if d.runs.Sums[r.Slug].Scored > 0 && d.runs.Counts(r.Slug, d.all) {
			n++
		}
	}
	return n
}

// verdicts is how many runs have any verdict.
func (d *tasksData) verdicts() int {
	n := 0
	for _, r := range d.runs.Runs {
		if d.runs.Sums[r.Slug].Scored > 0 {
			n++
		}
	}
	return n
}

func reasonCounts(d *tasksData, q tasksQuery, rows []views.TaskListRow) []views.ReasonCount {
	var list []views.ReasonCount
	for _, code := range reasonCodes()[1:] {
		n := 0
		for _, r := range rows {
			if slices.ContainsFunc(r.Doubts, func(x item.Reason) bool { return x.Code == code }) {
				n++
			}
		}
		if n > 0 {
			keep := tasksQuery{reason: code, all: q.all}
			list = append(list, views.ReasonCount{Code: code, What: views.ReasonWords(code), Tasks: n, Href: keep.href(d)})
		}
	}
	return list
}

func taskTabs(d *tasksData, q tasksQuery, counts map[string]int) []ui.Tab {
	labels := map[string]string{"": "All", "suspect": "In doubt", "nobody": "Passed by nobody", "everybody": "Passed by everybody", "some": "Passed by some"}
	var list []ui.Tab
	for _, tab := range showWords() {
		list = append(list, ui.Tab{Label: labels[tab], Count: words.Count(counts[tab]), Href: q.href(d, "show", tab), Current: tab == q.show})
	}
	return list
}

// sortTasks orders the rows; what is not known comes last in either direction.
func sortTasks(rows []views.TaskListRow, q tasksQuery) {
	value := func(r views.TaskListRow) *float64 {
		switch q.order() {
		case "rate":
			return r.Pass.Value
		case "mean":
			return r.Mean
		case "rest":
			return r.Rest
		case "doubts":
			n := float64(r.Weight)
			return &n
		}
		return nil
	}
	sign := 1
	if q.direction() == "desc" {
		sign = -1
	}
	if q.order() == "order" {
		if q.dir == "desc" {
			slices.Reverse(rows)
		}
		return
	}
	slices.SortStableFunc(rows, func(a, b views.TaskListRow) int {
		x, y := value(a), value(b)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		}
		return sign * cmp.Compare(*x, *y)
	})
}

// order is the column that rows are sorted by: the dataset's own order, but in
// the tab of doubts the gravest first.
func (q tasksQuery) order() string {
	switch {
	case q.sort != "":
		return q.sort
	case q.show == "suspect":
		return "doubts"
	}
	return "order"
}

// direction is the order of the sorted column; doubts come most first.
func (q tasksQuery) direction() string {
	if q.dir == "" && q.order() == "doubts" {
		return "desc"
	}
	if q.dir == "" {
		return "asc"
	}
	return q.dir
}

func pageTasks(p *views.TaskList, d *tasksData, q tasksQuery, rows []views.TaskListRow) {
	last := max(1, (len(rows)+tasksPerPage-1)/tasksPerPage)
	page := min(q.page, last)
	from := (page - 1) * tasksPerPage
	to := min(from+tasksPerPage, len(rows))
	p.Rows = rows[from:to]
	p.Paged = last > 1
	p.Pager = ui.Pager{From: from + 1, To: to, Total: len(rows), Noun: d.benchmark.Words.Task + "s"}
	at := func(n int) string { return q.href(d, "page", strconv.Itoa(n)) }
	if page > 1 {
		p.Pager.First, p.Pager.Prev = at(1), at(page-1)
	}
	if page < last {
		p.Pager.Next, p.Pager.Last = at(page+1), at(last)
	}
}

func taskHeaders(d *tasksData, q tasksQuery, p views.TaskList) []ui.Header {
	head := func(key, label, unit, title string, isNum bool) ui.Header {
		h := ui.Header{Label: label, Unit: unit, Title: title, Num: isNum}
		dir := "asc"
		if key == "doubts" {
			dir = "desc"
		}
		if q.order() == key {
			h.Dir = ui.Ascending
			if q.direction() == "desc" {
				h.Dir = ui.Descending
			}
			if q.direction() == dir {
				dir = map[string]string{"asc": "desc", "desc": "asc"}[dir]
			}
		}
		h.Href = q.href(d, "sort", key, "dir", dir)
		return h
	}
	list := []ui.Header{head("order", words.Capital(d.benchmark.Words.Task), "", "in the dataset's order", false)}
	if p.Kinds {
		list = append(list, ui.Header{Label: "Kind"})
	}
	list = append(list, ui.Header{Label: "Passed", Unit: p.Unit, Num: true, Title: p.Unit + " that passed the " + d.benchmark.Words.Task + ", of those with a verdict"},
		head("rate", "Rate", "%", "", true), ui.Header{Label: "Interval", Unit: "%", Num: true, Title: "Wilson interval at 95 %"})
	if p.Graded {
		list = append(list, head("mean", "Mean score", "%", "", true))
	}
	if p.Rest {
		list = append(list, head("rest", "Correlation with the rest", "", "of the scores here with each run's mean on all others", true))
	}
	return append(list, head("doubts", "Reasons to doubt it", "", "", false))
}

func tasksFilter(d *tasksData, q tasksQuery) ui.Filter {
	f := ui.Filter{Action: link.Benchmark(d.benchmark.ID, "tasks")}
	for _, k := range [][2]string{{"show", q.show}, {"sort", q.sort}, {"dir", q.dir}} {
		if k[1] != "" {
			f.Keep = append(f.Keep, ui.Pair{Name: k[0], Value: k[1]})
		}
	}
	if q.all {
		f.Keep = append(f.Keep, ui.Pair{Name: "all", Value: "1"})
	}
	if q.scenario != "" || q.kind != "" || q.reason != "" {
		f.Clear = q.href(d, "scenario", "", "kind", "", "reason", "")
	}
	field := func(name, label, current string, words func(string) string, values []string) {
		x := ui.Field{Name: name, Label: label, Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
		for _, v := range values {
			x.Choices = append(x.Choices, ui.Choice{Value: v, Label: words(v), Selected: v == current})
		}
		if len(x.Choices) > 2 || current != "" {
			f.Fields = append(f.Fields, x)
		}
	}
	var scenarios, kinds []string
	for _, t := range d.tasks {
		scenarios = report.AppendNew(scenarios, t.Scenario)
		kinds = report.AppendNew(kinds, t.Kind)
	}
	same := func(s string) string { return s }
	field("scenario", words.Capital(d.benchmark.Words.Scenario), q.scenario, same, scenarios)
	field("kind", "Kind", q.kind, words.KindWord, kinds)
	field("reason", "Reason to doubt it", q.reason, views.ReasonWords, reasonCodes()[1:])
	return f
}
