package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// taskListView draws a report.TaskList.
type taskListView struct {
	*taskreport.TaskList
	Meta   ui.Meta
	Pager  *ui.Pager // nil if one page holds all
	Graded bool      // some task has scores between 0 and 1
	Rest   bool      // some task has a correlation with the rest
	Kinds  bool      // tasks are of several kinds
	Atlas  *taskAtlas
}

// TaskListPage lists all tasks of a benchmark with what speaks against them.
func TaskListPage(f views.Frame, l *taskreport.TaskList) templ.Component {
	p := taskListView{TaskList: l}
	p.Meta = p.meta(f)
	p.Pager = views.PagerOf(l.Query.Page, p.word()+"s", func(key, value string) string { return p.address(key, value) })
	rows := l.Table.Rows
	for i := range rows {
		r := &rows[i]
		p.Rest = p.Rest || r.ItemRest != nil
		p.Graded = p.Graded || r.Mean != nil && r.Pass.Value != nil && *r.Mean != *r.Pass.Value
		p.Kinds = p.Kinds || r.Kind != rows[0].Kind
	}
	p.Atlas = p.atlas()
	return taskListPage(p)
}

// address is that of the list with some of its state changed; its page is the
// first one again.
func (p taskListView) address(pairs ...string) string {
	return link.To(link.With(p.Query.Values(), pairs...), "b", p.Benchmark, "tasks")
}

// otherCount is the address of the list with counts over the other runs.
func (p taskListView) otherCount() string {
	if p.Query.All {
		return p.address("all", "")
	}
	return p.address("all", "1")
}

func (p taskListView) meta(f views.Frame) ui.Meta {
	b := p.Table.Benchmark
	about := "All " + p.word() + "s with their pass rates, how well they separate systems, and reasons to doubt them."
	if !p.Table.Benchmark.Scored() {
		about = p.lead()
	}
	m := f.Meta(words.Capital(p.word())+"s of "+b.Name, about,
		link.Benchmark(b.ID, "tasks"), link.API(p.Query.Values(), "benchmarks", b.ID, "tasks"), views.Crumbs(b, words.Capital(p.word())+"s")...)
	m.CSVPath = p.address("format", "csv")
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted = b.Scripted
	return m
}

func (p taskListView) word() string { return p.Table.Benchmark.Words.Task }

// lead is the first line of the page.
func (p taskListView) lead() string {
	text := words.Plural(len(p.Table.Rows), p.word(), p.word()+"s") + " of " + p.Table.Benchmark.Name
	if !p.Table.Benchmark.Scored() {
		return text + ". Nothing in them is scored."
	}
	if p.Runs == 0 {
		return text + "; no run with records is in the database."
	}
	unit := p.Table.Unit
	return text + " over " + words.Plural(p.Runs, strings.TrimSuffix(unit, "s"), unit) +
		": which nobody solves, which everybody does, and which are themselves in doubt."
}

func (p taskListView) caption() string {
	text := fmt.Sprintf("%s of %s", words.Count(p.Total), words.Plural(len(p.Table.Rows), p.word(), p.word()+"s"))
	if p.Pager != nil {
		text += fmt.Sprintf(", %d to %d", p.Pager.From, p.Pager.To)
	}
	return text
}

func (p taskListView) tabs() []ui.Tab {
	full := words.Capital(p.Table.Benchmark.Full())
	labels := map[string]string{"": "All", "suspect": "In doubt", "nobody": full + " by nobody", "everybody": full + " by everybody",
		"some": full + " by some"}
	var list []ui.Tab
	for _, tab := range taskreport.TaskTabs() {
		list = append(list, ui.Tab{Label: labels[tab], Count: words.Count(p.Tabs[tab]), Href: p.address("show", tab),
			Current: tab == p.Query.Show})
	}
	return list
}

// reasons are the codes of the reasons to doubt that some task has.
func (p taskListView) reasons() []string {
	return slices.DeleteFunc(taskreport.TaskReasons(), func(code string) bool { return p.Doubts[code] == 0 })
}

// reasonAddress is that of all tasks that share a reason to be doubted.
func (p taskListView) reasonAddress(code string) string {
	q := taskreport.TaskListQuery{Reason: code, All: p.Query.All}
	return link.To(q.Values(), "b", p.Benchmark, "tasks")
}

// reasonWords say what a reason means.
func reasonWords(code string) string {
	switch code {
	case item.BrokenChecker:
		return "the checker's own command cannot run"
	case item.GoldConflict:
		return "solution, options or feedback contradict each other"
	case item.Reversed:
		return "systems that do better elsewhere score lower on it"
	}
	return code
}

// whyImpossible says why no answer can pass a task; empty if one can.
func whyImpossible(r taskreport.TaskRow) string {
	if r.Doubtful == nil {
		return ""
	}
	return *r.Doubtful
}

// header is a column that rows can be sorted by.
func (p taskListView) header(key, label, unit, title string, num bool) ui.Header {
	q := p.Query
	h := ui.Header{Label: label, Unit: unit, Title: title, Num: num}
	ascending := key != "doubts"
	if q.Order() == key {
		h.Dir = ui.Descending
		if q.Ascending() {
			h.Dir = ui.Ascending
		}
		ascending = !q.Ascending()
	}
	dir := "desc"
	if ascending {
		dir = "asc"
	}
	h.Href = p.address("sort", key, "dir", dir)
	return h
}

// grouped reports whether the rows stand below the scenarios that they are of, as
// in the order of the dataset.
func (p taskListView) grouped() bool { return p.Query.Order() == "order" }

func (p taskListView) headers() []ui.Header {
	unit := p.Table.Unit
	list := []ui.Header{p.header("order", words.Capital(p.word()), "", "in the dataset's order", false)}
	if p.Kinds {
		list = append(list, ui.Header{Label: "Kind"})
	}
	if !p.Table.Benchmark.Scored() {
		return list
	}
	list = append(list, ui.Header{Label: words.Capital(p.Table.Benchmark.Full()), Unit: unit, Num: true, Title: unit + " that " +
		p.Table.Benchmark.Full() + " the " + p.word() +
		", of those with a verdict"},
		p.header("rate", "Rate", "%", "", true), ui.Header{Label: "Interval", Unit: "%", Num: true, Title: "Wilson interval at 95 %"})
	if p.Graded {
		list = append(list, p.header("mean", "Mean score", "%", "", true))
	}
	if p.Rest {
		list = append(list, p.header("rest", "Correlation with the rest", "", "of the scores here with each run's mean on all others", true))
	}
	return append(list, p.header("doubts", "Reasons to doubt it", "", "", false))
}

// filter is the form over the list.
func (p taskListView) filter() ui.Filter {
	q := p.Query
	f := ui.Filter{Action: link.Benchmark(p.Benchmark, "tasks")}
	for _, k := range [][2]string{{"show", q.Show}, {"sort", q.Sort}, {"dir", q.Dir}} {
		if k[1] != "" {
			f.Keep = append(f.Keep, ui.Pair{Name: k[0], Value: k[1]})
		}
	}
	if q.All {
		f.Keep = append(f.Keep, ui.Pair{Name: "all", Value: "1"})
	}
	if q.Scenario != "" || q.Kind != "" || q.Reason != "" {
		f.Clear = p.address("scenario", "", "kind", "", "reason", "")
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
	for _, r := range p.Table.Rows {
		scenarios = report.AppendNew(scenarios, r.Scenario)
		kinds = report.AppendNew(kinds, r.Kind)
	}
	field("scenario", words.Capital(p.Table.Benchmark.Words.Scenario), q.Scenario,
		func(id string) string { return words.Scenario(p.Table.Benchmark, id) }, scenarios)
	field("kind", "Kind", q.Kind, words.KindWord, kinds)
	if !p.Table.Benchmark.Scored() {
		return f
	}
	field("reason", "Reason to doubt it", q.Reason, reasonWords, taskreport.TaskReasons())
	return f
}
