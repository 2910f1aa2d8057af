package run

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// failedCallsView draws a report.FailedCalls.
type failedCallsView struct {
	*runreport.FailedCalls
	Meta  ui.Meta
	Pager *ui.Pager // of the calls; nil if they are on one page
}

// FailedCallsPage lists calls that failed for one cause, each with its step.
func FailedCallsPage(f views.Frame, d *runreport.FailedCalls) templ.Component {
	p := failedCallsView{FailedCalls: d}
	b, family := d.Of, runreport.FamilySlug(d.Cause.Family)
	state := url.Values{"run": {d.Run}}
	elements := []string{"b", b.ID, "tools", family, d.Cause.Cause}
	at := func(offset string) string { return link.To(link.With(state, "offset", offset), elements...) }
	p.Meta = f.Meta(ui.TitleOf(p.TitleWords(), ", "+b.Name), p.lead(), link.To(state, elements...),
		"", views.CrumbsBelow(b, views.ViewCrumb(b, "tools"), ui.Crumb{Label: p.TitleWords()})...)
	p.Meta.CSVPath = link.To(link.With(state, "format", "csv"), elements...)
	p.Meta.MethodPath, p.Meta.Scripted = link.Benchmark(b.ID, "about"), b.Scripted
	if d.Total > len(d.Calls) {
		pager := views.OffsetPager(d.Offset, len(d.Calls), d.Total, d.Limit, "calls", at)
		p.Pager = &pager
	}
	return failedCallsPage(p)
}

func (p failedCallsView) TitleWords() string {
	return words.Capital(p.Cause.Family) + ": " + p.Cause.Meaning
}

func (p failedCallsView) lead() string {
	if p.Total == 0 {
		return "No failed call of " + familyTools(p.Cause.Family) + " has this cause, of " + p.over() + "."
	}
	return fmt.Sprintf("%s of %s of %s, in %s of %s.", words.Count(p.Total), words.Counted(p.Cause.Of, "failed call"),
		familyTools(p.Cause.Family), words.Counted(p.Cause.Trials, "trial"), p.over())
}

// familyTools names the tools of a family.
func familyTools(family string) string { return family + " tools" }

func (p failedCallsView) over() string {
	switch {
	case p.Run != "" && len(p.Runs) > 0:
		return p.Runs[0].Name
	case p.Run != "":
		return p.Run
	case p.Ranked:
		return words.Counted(p.Systems, "ranked system") + " with traces"
	}
	return "all runs with traces"
}

// verdicts says how the trials ended, with such a call and without.
func (p failedCallsView) verdicts() string {
	with, without := p.Cause.With, p.Cause.Without
	if with.Trials == 0 {
		return "No trial with such a call has a verdict."
	}
	return fmt.Sprintf("Passed: %s with such a call, %s without.", passedWords(with), passedWords(without))
}

func passedWords(s runreport.PassedShare) string {
	text := fmt.Sprintf("%s of %s", words.Count(s.Passed), words.Counted(s.Trials, "trial"))
	if s.Rate == nil {
		return text
	}
	return text + " (" + words.Pct(s.Rate) + " %, 95 % interval " + words.Pct(&s.CI[0]) + " to " + words.Pct(&s.CI[1]) + ")"
}

// passedCell is the same as a cell of a table.
func passedCell(s runreport.PassedShare) views.Cell {
	return views.RuleCount(days.Count{K: s.Passed, N: s.Trials}).Coloured("num")
}

// toolsHref leads back to all causes.
func (p failedCallsView) toolsHref() string {
	return link.To(url.Values{"run": {p.Run}}, "b", p.Benchmark, "tools") + "#why"
}

// byRun is the table of the runs that have such calls.
func (p failedCallsView) byRun() views.Grid {
	g := views.Grid{Caption: "Runs of the calls below", Fit: true, Tall: len(p.Runs) > 24,
		Cols: []views.Col{{Key: "run", Label: "Run"}, {Key: "calls", Label: "Calls", Num: true},
			{Key: "of", Label: "Failed calls of the family", Num: true},
			{Key: "trials", Label: "Trials", Num: true}, {Key: "with", Label: "Passed with such a call", Num: true}, {Key: "without",
				Label: "Passed without", Num: true}}}
	for _, r := range p.Runs {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(r.Name).Link(r.URL), views.Whole(r.Calls),
			views.Whole(r.Of), views.Whole(r.Trials), passedCell(r.With), passedCell(r.Without)}})
	}
	return g
}

// list has one row for each call.
func (p failedCallsView) list() views.Grid {
	g := views.Grid{Caption: "Calls, each with the step that made it and the verdict of its trial",
		Cols: []views.Col{{Key: "step", Label: "Step"}, {Key: "tool", Label: "Tool"},
			{Key: "asked", Label: "What was asked for, and what the result says"}}}
	for _, c := range p.Calls {
		step := views.Words(words.Task(p.Of, c.Scenario, c.Task) + attemptWords(c.Attempt) + ", step " +
			strconv.Itoa(c.Step)).Marked(c.Status).Link(c.URL)
		row := views.GridRow{Cells: []views.Cell{step, views.Words(c.Tool),
			views.Words(c.Asked).Noted(cmp.Or(c.Quote, "no words")).Coloured("mono wrap")}}
		if p.Run == "" {
			row.Group = c.Name + ", " + report.SlugEnd(c.Run)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// attemptWords tells later attempts at a task apart.
func attemptWords(n int) string {
	if n <= 1 {
		return ""
	}
	return ", attempt " + strconv.Itoa(n)
}

// FailedCallsTable has one row for each call of the window, for CSV.
func FailedCallsTable(d *runreport.FailedCalls) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "run"}, {Key: "scenario"}, {Key: "task"}, {Key: "attempt"}, {Key: "status"},
		{Key: "step_id"}, {Key: "call"}, {Key: "tool"}, {Key: "sign"}, {Key: "asked"}, {Key: "quote"}}}
	for _, c := range d.Calls {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(c.Run), views.Words(c.Scenario),
			views.Words(c.Task), views.Whole(c.Attempt), views.Words(string(c.Status)), views.Whole(c.Step), views.Whole(c.Call),
			views.Words(c.Tool), views.Words(c.Sign), views.Words(c.Asked), views.Words(c.Quote)}})
	}
	return g
}

// failuresGrid says why calls fail, by family, and leads to the calls.
func (d toolsView) failuresGrid() views.Grid {
	g := views.Grid{Caption: "Causes of failed calls, " + d.what(), Note: failuresNote(d.Of.Words.Task), Fit: true,
		Cols: []views.Col{{Key: "cause", Label: "Cause"}, {Key: "calls", Label: "Of the family's failed calls", Num: true},
			{Key: "trials", Label: "Trials with one", Num: true},
			{Key: "with", Label: "Of these passed", Num: true}, {Key: "without", Label: "Of the others passed", Num: true}}}
	for _, c := range d.Failures {
		g.Rows = append(g.Rows, views.GridRow{Group: c.Family,
			Cells: []views.Cell{views.Words(words.Capital(c.Meaning)).Link(c.URL),
				views.Words(words.Count(c.Calls) + " of " + words.Count(c.Of)).Coloured("num"),
				views.Whole(c.Trials), passedCell(c.With), passedCell(c.Without)}})
	}
	return g
}

// failuresNote says how the table is to be read; noun is that of a task.
func failuresNote(noun string) string {
	return strings.Join([]string{
		"A cause is read from the result by fixed rules; a cause leads to its calls.",
		"Verdicts are those of trials with a trace; the others are trials of the same runs without such a call.",
		"Hard " + noun + "s make calls fail and verdicts too, and trials of one run are not independent: the two shares show no effect.",
	}, " ")
}
