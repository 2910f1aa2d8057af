package task

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// taskView draws a report.Task.
type taskView struct {
	*taskreport.Task
	Meta  ui.Meta
	Pager *ui.Pager // of the trials; nil if one page holds all
}

// TaskPage is the page of one task over all systems.
func TaskPage(f views.Frame, t *taskreport.Task) templ.Component {
	p := taskView{Task: t}
	p.Pager = views.PagerOf(t.Query.Block, "trials", func(key, value string) string { return p.address(key, value) })
	p.Meta = p.meta(f)
	return taskPage(p)
}

// address is that of the page with some of its state changed.
func (p taskView) address(pairs ...string) string {
	return link.To(link.With(p.Query.Values(), pairs...), "b", p.Benchmark, "scenarios", p.Scenario, p.Slug)
}

// beside is the address of a task of the same scenario.
func (p taskView) beside(task string) string { return link.Task(p.Benchmark, p.Scenario, task) }

func (p taskView) meta(f views.Frame) ui.Meta {
	b := p.Records.Benchmark
	name, rest := words.TaskParts(b, p.Scenario, p.Slug)
	list := views.CrumbsBelow(b, views.ScenarioCrumb(b, p.Scenario), ui.Crumb{Label: views.TaskCrumb(b, p.Scenario, p.Slug)})
	m := f.Meta(ui.TitleOf(name, rest+", "+b.Name), "What was asked, how every system answered and what the checker said.",
		p.beside(p.Slug), link.API(nil, "benchmarks", b.ID, "scenarios", p.Scenario, p.Slug), list...)
	m.CSVPath = p.address("format", "csv", p.Query.Block.Key, "")
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Wide = len(p.Trials) > 16
	for i := range p.Trials {
		m.Scripted = m.Scripted || p.Trials[i].Column.Scripted
	}
	return m
}

func (p taskView) word() string { return p.Records.Benchmark.Words.Task }

// kindNoun is what a task of its kind is called.
func (p taskView) kindNoun() string {
	if p.Kind == results.KindMultiChoice || p.Kind == results.KindExecCheck {
		return strings.ReplaceAll(words.KindWord(p.Kind), " ", "-") + " " + p.word()
	}
	return p.word()
}

// TitleWords names the task.
func (p taskView) TitleWords() string {
	return words.Task(p.Records.Benchmark, p.Scenario, p.Slug)
}

// lead is the first line of the page.
func (p taskView) lead() string {
	var b strings.Builder
	at, noun := p.Records.Index(), p.kindNoun()
	if at >= 0 {
		fmt.Fprintf(&b, "%s %d of %d in %s;", words.Capital(noun), at+1, len(p.Records.Tasks),
			views.ScenarioBeside(p.Records.Benchmark, p.Scenario))
	} else {
		fmt.Fprintf(&b, "%s that the dataset does not name;", words.Capital(noun))
	}
	switch {
	case len(p.Runs) == 0:
		b.WriteString(" no run with records has tried it.")
	case p.Scored == 0:
		fmt.Fprintf(&b, " %s tried it without a verdict.", words.Plural(len(p.Runs), "run", "runs"))
	default:
		if p.Graded {
			fmt.Fprintf(&b, " mean score %s %%;", words.Pct(p.Mean))
		}
		of := &p.Records.Benchmark
		fmt.Fprintf(&b, " %d of %s %s it", p.Passed, words.Plural(p.Scored, "run", "runs"), of.Full())
		if is := of.FullMeans(); is != "" {
			b.WriteString(" (" + is + ")")
		}
		b.WriteString(".")
	}
	return b.String()
}

// language is the prompt's language for the lang attribute; empty if it is the page's.
func (p taskView) language() string {
	if p.PromptOf == "" {
		return p.Facts.Language
	}
	return ""
}

// descriptions lists the languages of the dataset's one line on the task.
func (p taskView) descriptions() []string {
	return slices.Sorted(maps.Keys(p.Facts.Descriptions))
}

// TaskTables are for CSV what the dataset has of a task that nobody tried: checks,
// options, or what a judge weighs.
func TaskTables(t *taskreport.Task) []views.Grid {
	checks := views.Grid{Cols: []views.Col{{Key: "stage"}, {Key: "check"}, {Key: "weight"}, {Key: "red_line"}, {Key: "description"}}}
	for _, c := range t.Checks {
		checks.Rows = append(checks.Rows, views.GridRow{Cells: []views.Cell{views.Words(c.Day), views.Words(c.ID),
			views.Number(&c.Weight, 2), views.YesNo(c.RedLine), views.Words(c.Description)}})
	}
	options := views.Grid{Cols: []views.Col{{Key: "option"}, {Key: "gold"}, {Key: "text"}, {Key: "feedback"}}}
	for _, o := range t.Options {
		options.Rows = append(options.Rows, views.GridRow{Cells: []views.Cell{views.Words(o.Label), views.YesNo(o.Gold),
			views.Words(o.Text), views.Words(o.Feedback)}})
	}
	return []views.Grid{checks, options, taskView{Task: t}.rubric()}
}

// rubric lists what the task's judge weighs.
func (p taskView) rubric() views.Grid {
	g := views.Grid{Caption: "What a judge weighs, " + words.Counted(len(p.Facts.Rubric), "part"), Fit: true, Tall: len(p.Facts.Rubric) > 24,
		Cols: []views.Col{{Key: "part", Label: "Part"}, {Key: "weight", Label: "Weight", Num: true}}}
	for _, part := range p.Facts.Rubric {
		g.Rows = append(g.Rows, views.GridRow{Class: "total", Cells: []views.Cell{views.Words(part.Name), views.Number(&part.Weight, 2)}})
		for _, c := range part.Criteria {
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(c.Text), views.Number(&c.Weight, 2)}})
		}
	}
	return g
}

// day says which update came last.
func (p taskView) day() string {
	if p.Day == 0 {
		return "before the first update"
	}
	return fmt.Sprintf("after update %d", p.Day)
}

// earlier are the tasks before this one that came with updates.
func (p taskView) earlier() []results.Task {
	var list []results.Task
	for _, t := range p.Records.Tasks[:max(0, p.Records.Index())] {
		if len(t.Updates) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// earlierCount closes the mention of one earlier task with an update by its changes.
func earlierCount(earlier []results.Task, i int) string {
	end := ","
	if i+1 == len(earlier) {
		end = "."
	}
	if n := days.Changes(earlier[i].Updates); n > 0 {
		return "(" + words.Plural(n, "change", "changes") + ")" + end
	}
	return end
}

// updatesText counts what changes before the task, and names its parts.
func (p taskView) updatesText() string {
	text := "An update right before this " + p.word()
	if n := days.Changes(p.Updates); n > 0 {
		text = "An update of " + words.Plural(n, "change", "changes") + " right before this " + p.word()
	}
	if p.World == nil || len(p.World.Changes) == 0 {
		return text
	}
	var ids []string
	for _, u := range p.Updates {
		if u.Kind != "group" {
			ids = append(ids, ui.Plain(u.ID))
		}
	}
	return text + ": " + strings.Join(ids, ", ")
}

// stripNote explains the strip, with the marks that it has.
func (p taskView) stripNote() string {
	text := fmt.Sprintf("A number is how many %s %s that %s", p.Unit, p.Records.Benchmark.Full(), p.word())
	has := func(of func(taskreport.TaskPasses) bool) bool { return slices.ContainsFunc(p.Sequence, of) }
	if has(func(n taskreport.TaskPasses) bool { return len(n.Task.Updates) > 0 }) {
		text += "; ▼ after an update"
	}
	if has(func(n taskreport.TaskPasses) bool { return n.Task.Facts.ChecksPreference() }) {
		text += "; • a preference is checked"
	}
	return text + "."
}

// passesWords say what a task of the strip shows.
func (p taskView) passesWords(n taskreport.TaskPasses) string {
	text := n.Task.Slug + ": no verdict"
	if n.Scored > 0 {
		text = fmt.Sprintf("%s: %d of %d %s", n.Task.Slug, n.Passed, n.Scored, p.Records.Benchmark.Full())
	}
	if len(n.Task.Updates) > 0 {
		text += ", after an update"
	}
	if n.Task.Facts.ChecksPreference() {
		text += ", preference round"
	}
	return text
}

func passesText(n taskreport.TaskPasses) string {
	if n.Scored == 0 {
		return ui.StatusGlyph(results.Missing)
	}
	return fmt.Sprint(n.Passed)
}

// passesMarks are the classes of what a task of the strip is marked with.
func passesMarks(n taskreport.TaskPasses) string {
	var list []string
	if len(n.Task.Updates) > 0 {
		list = append(list, "up")
	}
	if n.Task.Facts.ChecksPreference() {
		list = append(list, "pref")
	}
	return strings.Join(list, " ")
}
