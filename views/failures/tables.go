package failures

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Page returns the page as a component.
func Page(f views.Frame, p *Failures) templ.Component {
	p.static = f.Static
	m := f.BenchMeta(p.of, "failures", "Failures", p.Lead(), link.With(nil, p.window.Key, p.window.Value()))
	m.CSVPath = p.at("format", "csv")
	return page(p, m)
}

func (f *Failures) at(pairs ...string) string {
	q := link.With(nil, "reason", string(f.Reason), "system", f.System, "run", f.Run, "scenario", f.Scenario, "tool", f.Tool,
		"family", f.Family, "cause", f.Cause, "sort", f.View.Sort, "a", f.A, "b", f.B, f.window.Key, f.window.Value())
	return link.To(link.With(q, pairs...), "b", f.Benchmark, "failures")
}

// href returns the URL of the list with only the given filters. It keeps the compared systems and
// the page of systems.
func (f *Failures) href(pairs ...string) string {
	return link.Failures(f.Benchmark, append([]string{"a", f.A, "b", f.B, f.window.Key, f.window.Value()}, pairs...)...)
}

// Lead returns the introductory text of the page.
func (f *Failures) Lead() string {
	n := f.calls()
	switch {
	case f.Trials == 0 && n.Failed > 0:
		return fmt.Sprintf("No trial was judged; %s of %s failed.", words.Count(n.Failed), words.Counted(n.Calls, "tool call"))
	case f.Failed == 0:
		return "No trial of " + f.of.Name + " with records failed."
	}
	verb := map[bool]string{true: "were not solved", false: "failed"}[f.of.Graded]
	text := fmt.Sprintf("%s of %s %s (%s\u00a0%%)", words.Count(f.Failed), words.Counted(f.Trials, "trial"), verb, percent(f.Failed, f.Trials))
	var most, differ []string
	for i, r := range f.Reasons {
		title := words.Small(r.Title)
		if i < 2 && r.Reason != results.ReasonUnknown {
			most = append(most, title+" ("+words.Count(r.N)+")")
		}
		if r.PHolm != nil && *r.PHolm < 0.05 {
			differ = append(differ, title)
		}
	}
	if len(most) > 0 {
		text += ", most often for: " + strings.Join(most, ", ")
	}
	if f.Unlooked > 0 {
		text += fmt.Sprintf(". %s have no trace to analyse", words.Count(f.Unlooked))
	}
	switch {
	case len(f.Systems) != 2 || !f.tested():
		return text + "."
	case len(differ) > 0:
		return text + ". Significantly more frequent in one system: " + words.List(differ) + "."
	}
	return text + ". No reason is significantly more frequent in one system."
}

func percent(n, of int) string { return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 1, 64) }

// tested reports whether the two systems were compared.
func (f *Failures) tested() bool { return len(f.Reasons) > 0 && f.Reasons[0].P != nil }

func (f *Failures) calls() (all CallCount) {
	for _, t := range f.Tools {
		all = sum(append(t.Pair, all))
	}
	return all
}

func (f *Failures) reasonsCaption() string {
	text := "Failure reasons, one per trial, as shares of each system's failed trials. Bars: 95 % CI."
	if f.tested() {
		text += fmt.Sprintf(" p: paired test of how often a reason occurs over %s, Holm over %s.", words.Counted(f.Tasks, f.of.Words.Task), words.Counted(len(f.Reasons), "reason"))
	}
	return text
}

// reasonGrid returns a table with a row per reason. It plots the shares of the compared systems as
// points with intervals.
func (f *Failures) reasonGrid() table.Table {
	zero, least := 0.0, 0.1
	all := []chart.Estimate{{Value: &zero}, {Value: &least}}
	for _, r := range f.Reasons {
		for _, i := range f.pair {
			if x := r.Systems[i]; x.CI != nil {
				all = append(all, chart.Estimate{Value: &x.Share, Lo: &x.CI[0], Hi: &x.CI[1]})
			}
		}
	}
	scale := chart.FullScale(chart.Percent, all)
	g := table.Table{Caption: f.reasonsCaption(), Class: "draw", Cols: []table.Col{{Key: "reason", Label: "Reason"},
		{Title: "Share of failed trials", Class: "dr", Axis: chart.ForestAxis(scale, "reasons-grid")}}}
	for n, i := range f.pair {
		of := words.Count(f.Systems[i].Failed - f.Systems[i].Unlooked)
		g.Cols = append(g.Cols, table.Col{Key: "trials", Label: f.short(n), Unit: "trials", Num: true, Class: "m" + strconv.Itoa(n+1)},
			table.Col{Key: "share", Unit: "% of " + of, Num: true}, table.Col{Key: "ci", Label: "95 % CI", Num: true, Class: "ci hide-s"})
	}
	if f.tested() {
		g.Cols = append(g.Cols, table.Col{Key: "p_holm", Label: "p, Holm", Num: true, Class: "hide-s"})
	}
	for i := range f.Reasons {
		r := &f.Reasons[i]
		row := table.Row{Cells: []table.Cell{table.Words(r.Title).Link(f.href("reason", string(r.Reason))).Noted(r.Clause), table.Drawn(bars(f, r, scale))}}
		switch {
		case r.Reason == f.Reason:
			row.Class = "on4"
		case r.Reason == results.ReasonChecker || r.Reason == results.ReasonUnknown:
			row.Class = "quiet4"
		}
		for _, s := range f.pair {
			x := &r.Systems[s]
			value, ci := share(x)
			trials := table.RightWords("")
			if x.N > 0 {
				trials = table.Whole(x.N).Link(x.URL)
			} else if x.Of > 0 {
				trials = table.Whole(0)
			}
			row.Cells = append(row.Cells, trials, table.RightWords(value), table.RightWords(ci))
		}
		if f.tested() {
			p := table.RightWords(words.PValue(r.PHolm))
			if r.PHolm == nil || *r.PHolm >= board.Alpha {
				p = p.Coloured("num faint")
			}
			row.Cells = append(row.Cells, p)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func across(s chart.ForestScale, share float64) string {
	return strconv.FormatFloat(s.At(share), 'f', 2, 64) + "%"
}

// heatmap returns a table with a row per system and a column per reason. It is used for many
// systems.
func (f *Failures) heatmap() table.Table {
	g := table.Table{Caption: fmt.Sprintf("Failure reasons of %s, per cent of each system's failed trials", words.Counted(len(f.Systems), "system")),
		Cols: []table.Col{{Key: "system", Label: "System"}, {Key: "failed", Label: "Failed", Unit: "trials", Num: true}}}
	top := 0.0
	for _, r := range f.Reasons {
		g.Cols = append(g.Cols, table.Col{Key: string(r.Reason), Label: r.Title, Title: r.Clause, Num: true, Href: f.href("reason", string(r.Reason))})
		for _, x := range r.Systems {
			if x.Of >= leastOf {
				top = max(top, x.Share)
			}
		}
	}
	for i := range f.Systems {
		s := &f.Systems[i]
		cells := []table.Cell{table.Words(s.Name).Link(link.Run(s.Run)),
			table.RightWords(words.Count(s.Failed) + " of " + words.Count(s.Trials)).Link(f.href("system", s.Run))}
		for _, r := range f.Reasons {
			switch x := r.Systems[i]; {
			case x.Of >= leastOf:
				cells = append(cells, table.Percent(&x.Share).Coloured(ui.Heat(&x.Share, 0, top)))
			case x.Of > 0:
				cells = append(cells, table.RightWords(fmt.Sprintf("%d of %d", x.N, x.Of)))
			default:
				cells = append(cells, table.RightWords(""))
			}
		}
		g.Rows = append(g.Rows, table.Row{Cells: cells})
	}
	g.Ramp = table.RampOf("Share of failed trials", 0, top)
	return g
}

func (f *Failures) choices(chosen func(i int) bool) (list []ui.Choice) {
	for i := range f.Systems {
		list = append(list, ui.Choice{Value: f.Systems[i].Run, Label: f.Systems[i].Name, Selected: chosen(i)})
	}
	return list
}

func (f *Failures) choose() ui.Filter {
	return ui.Filter{Action: link.Benchmark(f.Benchmark, "failures"), Submit: "Show", Keep: []ui.Pair{{Name: f.window.Key, Value: f.window.Value()}}, Fields: []ui.Field{
		{Name: "a", Label: "System", Choices: f.choices(func(i int) bool { return i == f.pair[0] })},
		{Name: "b", Label: "beside", Choices: f.choices(func(i int) bool { return i == f.pair[1] })}}}
}

func (f *Failures) pairCols(first string, more ...table.Col) table.Table {
	g := table.Table{Class: "pairs", Cols: []table.Col{{Key: "of", Label: first}}}
	for n := range f.pair {
		g.Cols = append(append(g.Cols, table.Col{Key: "calls", Label: f.short(n), Unit: "calls", Num: true, Class: "sys m" + strconv.Itoa(n+1)}), more...)
	}
	return g
}

// short returns the name of the first (0) or second (1) compared system. It omits the harness if
// both have the same.
func (f *Failures) short(n int) string {
	var list []results.System
	for _, i := range f.pair {
		list = append(list, f.Systems[i].System)
	}
	return views.WithoutFramework(f.Systems[f.pair[n]].Name, views.SharedFramework(list))
}

// counted returns a cell with a number of calls. A number above 0 links to the list of these calls.
func (f *Failures) counted(n int, pairs ...string) table.Cell {
	if n == 0 {
		return table.Whole(0)
	}
	return table.Whole(n).Link(f.href(pairs...))
}

func (f *Failures) toolGrid() table.Table {
	g := f.pairCols("Tool", table.Col{Key: "failed", Label: "Failed", Num: true}, table.Col{Key: "rate", Label: "Failed", Unit: "%", Num: true, Class: "hide-s"})
	all := Tool{Pair: make([]CallCount, len(f.pair))}
	row := func(t *Tool, name table.Cell) table.Row {
		cells := []table.Cell{name}
		for n, c := range t.Pair {
			rate := table.RightWords("")
			if c.Calls >= leastOf {
				rate = table.Percent(views.Share(c.Failed, c.Calls))
			}
			failed := table.Whole(c.Failed)
			if t != &all {
				failed = f.counted(c.Failed, "tool", t.Tool, "system", f.Pair[n])
				all.Pair[n] = sum([]CallCount{all.Pair[n], c})
			}
			cells = append(cells, table.Whole(c.Calls), failed, rate)
		}
		return table.Row{Cells: cells}
	}
	for i := range f.Tools {
		g.Rows = append(g.Rows, row(&f.Tools[i], table.Words(f.Tools[i].Tool).Coloured("mono")))
	}
	total := row(&all, table.Words("All tools"))
	total.Class = "total"
	g.Rows = append(g.Rows, total)
	g.Caption = fmt.Sprintf("%s of %s failed. A count leads to its calls.", words.Count(f.calls().Failed), words.Counted(f.calls().Calls, "call"))
	return g
}

func (f *Failures) causeGrid() table.Table {
	g := f.pairCols("Cause", table.Col{Key: "trials", Label: "In", Unit: "trials", Num: true})
	g.Caption = "Failed calls by cause, and the trials that have them. A count leads to its calls."
	for _, c := range f.Causes {
		family := familySlug(c.Family)
		row := table.Row{Group: f.familyHead(c.Family), Cells: []table.Cell{table.Words(c.Title).Link(f.href("cause", c.Cause, "family", family))}}
		for n, x := range c.Pair {
			row.Cells = append(row.Cells, f.counted(x.Calls, "cause", c.Cause, "family", family, "system", f.Pair[n]), table.Whole(x.Trials).Coloured("faint"))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (f *Failures) familyHead(family string) string {
	var names []string
	n := 0
	for _, t := range f.Tools {
		if t.Family == family {
			names, n = append(names, t.Tool), n+sum(t.Pair).Failed
		}
	}
	if len(names) > 6 {
		names = append(names[:6], "…")
	}
	return fmt.Sprintf("%s (%s): %s", words.Capital(family), strings.Join(names, ", "), words.Counted(n, "failed call"))
}

func (f *Failures) listTitle() string {
	title := "Failed trials"
	if f.OfCalls() {
		title = "Failed calls"
	}
	for _, x := range []string{f.Tool, FamilyOfSlug(f.Family), calls.Cause(f.Cause).Words(), f.Run} {
		if x != "" {
			title += ", " + ui.Plain(x)
		}
	}
	return title + " (" + words.Count(f.Total) + ")"
}

func (f *Failures) filter() ui.Filter {
	nothing := link.To(link.With(nil, "a", f.A, "b", f.B, "sort", f.View.Sort, f.window.Key, f.window.Value()), "b", f.Benchmark, "failures") + "#trials"
	form := ui.Filter{Action: link.Benchmark(f.Benchmark, "failures") + "#trials", Submit: "Show", Keep: []ui.Pair{{Name: "tool", Value: f.Tool},
		{Name: "family", Value: f.Family}, {Name: "cause", Value: f.Cause}, {Name: "a", Value: f.A}, {Name: "b", Value: f.B},
		{Name: "sort", Value: f.View.Sort}, {Name: f.window.Key, Value: f.window.Value()}}}
	if f.at()+"#trials" != nothing {
		form.Clear = nothing
	}
	all := ui.Choice{Label: "all"}
	reasons, scenarios := []ui.Choice{all}, []ui.Choice{all}
	for _, r := range f.Reasons {
		reasons = append(reasons, ui.Choice{Value: string(r.Reason), Label: r.Title + " (" + words.Count(r.N) + ")", Selected: r.Reason == f.Reason})
	}
	for _, s := range f.scenarios {
		scenarios = append(scenarios, ui.Choice{Value: s, Label: words.Scenario(f.of, s), Selected: s == f.Scenario})
	}
	systems := f.choices(func(i int) bool { return f.Systems[i].Run == cmp.Or(f.System, f.Run) })
	form.Fields = []ui.Field{{Name: "reason", Label: "Reason", Choices: reasons}, {Name: "system", Label: "System", Choices: append([]ui.Choice{all}, systems...)},
		{Name: "scenario", Label: words.Capital(f.of.Words.Scenario), Choices: scenarios}}
	return form
}

func (f *Failures) systems() *ui.Pager {
	return f.window.Pager("systems", func(key, value string) string {
		return link.To(link.With(nil, key, value), "b", f.Benchmark, "failures")
	})
}

// Sorts lists the keys of the columns by which the list can be sorted.
var Sorts = []string{"system", "reason", "steps", "failed_calls"}

// page returns the requested page of the list in the requested order. In dataset order, it is
// grouped by scenario.
func (f *Failures) page() table.Table {
	g := f.Table()
	for i := range g.Cols {
		g.Cols[i].Sort = !f.static && slices.Contains(Sorts, g.Cols[i].Key)
	}
	if f.View.Sort != "" {
		g.Cols[2].Href = f.at("sort", "") + "#trials"
	} else {
		for i := range g.Rows {
			t := &f.all[i]
			g.Rows[i].Group = views.ScenarioBeside(f.of, t.Scenario)
			g.Rows[i].Cells[2].Text, _ = words.Titled(f.of.Titles.Task(t.Scenario, t.Task), t.Task)
		}
	}
	v := f.View
	v.Noun, v.Anchor, v.At = "failures", "#trials", func(key, value string) string { return f.at(key, value) }
	return g.Show(v)
}

// Table returns the table of all matching failed trials, or failed calls, in dataset order.
func (f *Failures) Table() table.Table {
	calls := f.OfCalls()
	g := table.Table{Class: "stack", Caption: "Each row links to its trial, which has the full finding", Cols: []table.Col{{Key: "run", Data: true},
		{Key: "scenario", Data: true}, {Key: "task", Label: words.Capital(f.of.Words.Task)}, {Key: "attempt", Data: true}, {Key: "status", Data: true},
		{Key: "system", Label: "System"}, {Key: "reason", Label: "Reason", Data: calls}, {Key: "sentence", Label: "What the checker found", Data: calls},
		{Key: "steps", Label: "Steps", Num: true, Class: "hide-s", Data: calls}, {Key: "failed_calls", Label: "Failed calls", Num: true, Class: "hide-s", Data: calls},
		{Key: "step_id", Data: true}, {Key: "tool", Label: "Tool", Data: !calls}, {Key: "cause", Data: true}, {Key: "asked", Label: "Call", Data: !calls},
		{Key: "quote", Label: "Result", Data: !calls}}}
	if calls {
		g.Caption = "Each row leads to its step"
	}
	for i := range f.all {
		t := &f.all[i]
		task := table.Words(words.Task(f.of, t.Scenario, t.Task)).As(t.Task).Link(t.URL)
		note, step := "", table.Number(nil, 0)
		if t.Attempt > 1 {
			note = "attempt " + strconv.Itoa(t.Attempt)
		}
		if t.Step > 0 {
			step, task, note = table.Whole(t.Step), task.Marked(t.Status), table.JoinNotes(note, "step "+strconv.Itoa(t.Step))
		}
		task = task.Noted(note)
		class := "sys"
		if n := slices.Index(f.pair, t.system); n >= 0 {
			class += " m" + strconv.Itoa(n+1)
		}
		found := table.Words(cmp.Or(t.Sentence, words.Capital(words.StatusWord(t.Status)))).As(t.Sentence).Clamped()
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(t.Run), table.Words(t.Scenario), task, table.Whole(t.Attempt),
			table.Words(string(t.Status)), table.Words(t.name).Coloured(class), table.Words(t.Reason.Title()).As(string(t.Reason)), found,
			table.WholeOrNone(t.Steps), table.WholeOrNone(t.FailedCalls), step, table.Words(t.Tool).Coloured("mono"), table.Words(t.Cause),
			table.Words(t.Asked).Clamped(), table.Words(t.Quote).Clamped()}})
	}
	return g
}
