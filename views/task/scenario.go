package task

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// scenarioView draws a report.Scenario.
type scenarioView struct {
	*taskreport.Scenario
	Meta   ui.Meta
	Filter ui.Filter
	Pager  *ui.Pager // of the runs side by side; nil if one page holds all
}

// ScenarioPage shows one scenario: the rounds of each run in order, what each
// run scored, and every single verdict as a link to its trial.
func ScenarioPage(f views.Frame, x *taskreport.Scenario) templ.Component {
	p := scenarioView{Scenario: x}
	p.Pager = views.PagerOf(x.Query.Block, "runs", func(key, value string) string { return p.address(key, value) })
	p.Meta, p.Filter = p.meta(f), p.filter()
	return scenarioPage(p)
}

// address is that of the page with some of its state changed.
func (p scenarioView) address(pairs ...string) string {
	return link.To(link.With(p.Query.Values(), pairs...), "b", p.Benchmark, "scenarios", p.ID)
}

func (p scenarioView) meta(f views.Frame) ui.Meta {
	b := p.Of
	name := words.Scenario(b, p.ID)
	m := f.Meta(ui.TitleOf(name, ", "+b.Name), "Every verdict of every run on the "+p.Weighs()+" of "+name+".",
		link.Scenario(b.ID, p.ID), link.API(nil, "benchmarks", b.ID, "scenarios", p.ID), views.Crumbs(b, name)...)
	m.CSVPath = p.address("format", "csv", p.Query.Block.Key, "")
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Wide = len(p.Columns) > 24
	for _, r := range p.Runs {
		m.Scripted = m.Scripted || r.Scripted
	}
	return m
}

// neighbour leads to another scenario of the benchmark; empty without one.
func (p scenarioView) neighbour(id string) taskreport.Neighbour {
	if id == "" {
		return taskreport.Neighbour{}
	}
	return taskreport.Neighbour{Label: words.Scenario(p.Of, id), Href: link.Scenario(p.Benchmark, id)}
}

// inOrder reports whether the benchmark scores streaks, so that the order of
// tasks matters.
func (p scenarioView) inOrder() bool { return p.Of.Scoring == results.ScoringClawArena }

// filter is the form over the matrix.
func (p scenarioView) filter() ui.Filter {
	q := p.Query
	f := ui.Filter{Action: link.Scenario(p.Benchmark, p.ID)}
	if q.All {
		f.Keep = append(f.Keep, ui.Pair{Name: "all", Value: "1"})
	}
	if q.Run != "" || q.Kind != "" || q.Status != "" {
		f.Clear = p.address("run", "", "kind", "", "status", "", q.Block.Key, "")
	}
	runs := ui.Field{Name: "run", Label: "Run", Kind: ui.Select, Choices: []ui.Choice{{Label: "all shown"}}}
	for _, c := range p.Choices {
		runs.Choices = append(runs.Choices, ui.Choice{Value: c.Run.Slug, Label: c.Label, Selected: c.Run.Slug == q.Run})
	}
	kinds := ui.Field{Name: "kind", Label: "Kind", Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
	seen := map[string]bool{}
	for _, t := range p.All {
		if !seen[t.Kind] {
			seen[t.Kind] = true
			kinds.Choices = append(kinds.Choices, ui.Choice{Value: t.Kind, Label: words.KindWord(t.Kind), Selected: t.Kind == q.Kind})
		}
	}
	states := ui.Field{Name: "status", Label: "Outcome of any run", Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
	for _, st := range results.Statuses() {
		if slices.Contains(p.Statuses, st) || string(st) == q.Status {
			states.Choices = append(states.Choices, ui.Choice{Value: string(st), Label: words.StatusWord(st), Selected: string(st) == q.Status})
		}
	}
	if len(runs.Choices) > 2 {
		f.Fields = append(f.Fields, runs)
	} else if q.Run != "" {
		f.Keep = append(f.Keep, ui.Pair{Name: "run", Value: q.Run})
	}
	if len(kinds.Choices) > 2 {
		f.Fields = append(f.Fields, kinds)
	}
	f.Fields = append(f.Fields, states)
	return f
}

// Strips are the runs' columns as rows of cells.
func (p scenarioView) Strips() []fingerprint.Row {
	list := make([]fingerprint.Row, len(p.Columns))
	for column := range list {
		row := fingerprint.Row{Label: p.Columns[column].Label, Noun: p.word()}
		for i := range p.All {
			t := &p.All[i]
			v := &t.Verdicts[column]
			row.Cells = append(row.Cells, fingerprint.Cell{Label: t.ID, Status: v.Status, Score: v.Score, Href: v.Href,
				Impossible: t.Doubtful != nil, Update: len(t.Updates) > 0, Pref: t.Pref})
		}
		list[column] = row
	}
	return list
}

// stripSize is that of one scenario; many runs are drawn smaller.
func (p scenarioView) stripSize() fingerprint.Size {
	if len(p.Columns) > 6 {
		return fingerprint.Medium
	}
	return fingerprint.Large
}

// impossible counts the tasks that no answer can pass.
func (p scenarioView) impossible() int {
	n := 0
	for i := range p.All {
		if p.All[i].Doubtful != nil {
			n++
		}
	}
	return n
}

// doubts is the address of the tasks in doubt.
func (p scenarioView) doubts() string {
	return link.To(url.Values{"show": {"suspect"}, "scenario": {p.ID}}, "b", p.Benchmark, "tasks")
}

// outcome is what a run came to.
func (p scenarioView) outcome(r taskreport.ScenarioRun) string {
	return words.Outcome(&p.Of, r.Metrics[p.Of.Headline], results.Counts{Expected: r.Expected, Scored: r.Scored, Passed: r.Passed}, "")
}

func (p scenarioView) runTotal(r taskreport.ScenarioRun) string {
	return r.Column.Label + ": " + p.outcome(r)
}

// verdictCell is one verdict as a cell.
type verdictCell struct {
	*taskreport.ScenarioVerdict
	where      string // run and task
	graded     bool   // the page shows scores
	impossible bool   // no answer can pass the task
}

// cell is one task's verdict in a column.
func (p scenarioView) cell(t *taskreport.ScenarioTask, column int) verdictCell {
	return verdictCell{&t.Verdicts[column], p.Columns[column].Label + ", " + t.ID, p.Graded, t.Doubtful != nil}
}

// Text is what the cell shows: a mark, or on a page of scores the score.
func (v verdictCell) Text() string {
	if v.graded && v.Score != nil {
		whole := 100 * *v.Score
		return words.Fixed(&whole, 0)
	}
	return ui.StatusGlyph(v.Status)
}

// class is the cell's colour: of its status, or on a page of scores its shade.
func (v verdictCell) class() string {
	if v.graded && v.Score != nil {
		return ui.Heat(v.Score, 0, 1)
	}
	return ui.StatusClass(v.Status)
}

// words say everything that the cell shows by colour and mark.
func (v verdictCell) words() string {
	text := v.where + ": " + words.StatusWord(v.Status)
	if v.graded && v.Score != nil {
		text += ", " + words.Pct(v.Score) + " %"
	}
	if v.impossible {
		text += ", no answer can pass"
	}
	if v.Of > 1 {
		text += fmt.Sprintf(", mean of %d attempts", v.Of)
	}
	return text
}

// TitleWords names the scenario.
func (p scenarioView) TitleWords() string {
	return cmp.Or(p.Title, p.ID)
}

func (p scenarioView) word() string { return p.Of.Words.Task }

// Weighs is how many tasks the scenario has.
func (p scenarioView) Weighs() string { return words.Plural(len(p.All), p.word(), p.word()+"s") }

// lead is the first line of the page.
func (p scenarioView) lead() string {
	if len(p.Runs) == 0 {
		return p.Weighs() + " of " + p.Of.Name + "; no run with records is shown."
	}
	text := p.Weighs() + " × " + words.Plural(p.RunsTotal, "run", "runs")
	if p.Graded && p.Scored > 0 {
		mean := p.Sum / float64(p.Scored)
		text += "; mean score " + words.Pct(&mean) + " %"
	}
	return text + "; " + p.Of.FullDefined() + ": " + words.Frac(p.Passed, p.Verdicts) + "."
}

// matrixCaption says what the matrix shows.
func (p scenarioView) matrixCaption() string {
	text := "Every verdict, " + p.word() + "s in the order of the dataset"
	if !p.inOrder() {
		text = "Every verdict, one row for each " + p.word()
	}
	if p.Graded {
		text += "; a cell is the score in percent"
	}
	if len(p.Tasks) != len(p.All) {
		text += fmt.Sprintf(": %d of %d", len(p.Tasks), len(p.All))
	}
	return text
}

// edges is how many columns stand between a row's name and its verdicts.
func (p scenarioView) edges() int {
	n := 0
	for _, has := range []bool{p.Kinds, len(p.Columns) > 0, p.Graded} {
		if has {
			n++
		}
	}
	return n
}

// runsClass keeps a table of few columns from being pulled apart.
func (p scenarioView) runsClass() string {
	if len(p.Keys) < 4 {
		return "fit"
	}
	return ""
}

// unscored are the statuses that a cell of scores shows by their mark.
func (p scenarioView) unscored() []results.Status {
	var list []results.Status
	for _, s := range p.Statuses {
		if s != results.Passed && s != results.Failed {
			list = append(list, s)
		}
	}
	return list
}

// printedFigure is a value of a metric in the figure's unit.
func printedFigure(f taskreport.ScenarioFigure, v *float64, digits int) string {
	if v == nil {
		return words.NotRecorded
	}
	x := *v
	if f.Unit == "percent" {
		x *= 100
	}
	return words.Fixed(&x, digits)
}
