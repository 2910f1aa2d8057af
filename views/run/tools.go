package run

import (
	"fmt"
	"net/url"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// toolsParts is what the template shows.
type toolsParts struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	Filter    ui.Filter
	Chart     chart.Bars
	Families  views.Grid
	Failures  views.Grid
	Causes    views.Grid
	Tools     views.Grid
	Runs      views.Grid
	Models    views.Grid
	Published []views.Grid
	Pager     *ui.Pager // of the runs; nil if it has one page
}

// toolsView draws a report.Tools.
type toolsView struct {
	*runreport.Tools
	frame views.Frame
}

// ToolsPage shows which tools were called and how they failed.
func ToolsPage(f views.Frame, d *runreport.Tools) templ.Component {
	return toolsPage(toolsView{d, f}.parts())
}

// ToolsTables are for CSV: the runs, one a row, and what was published, one cell a row.
func ToolsTables(d *runreport.Tools) []views.Grid {
	return []views.Grid{toolsView{Tools: d}.runsGrid("runs"), views.StatCells(d.Published)}
}

func (d toolsView) parts() toolsParts {
	b := d.Of
	p := toolsParts{Benchmark: b}
	calls, failed := 0, 0
	for _, f := range d.Families {
		calls, failed = calls+f.Calls, failed+f.Failed
	}
	what := d.what()
	p.Lead = fmt.Sprintf("Which tools were called, how often they failed and how the failure shows; %s calls of %s.", words.Count(calls), what)
	q := url.Values{"run": {d.Run}}
	title := "Tools"
	if d.Run != "" {
		title += " of " + d.system()
	}
	p.Meta = d.frame.BenchMeta(b, "tools", title, p.Lead, q)
	for _, t := range d.Published {
		p.Published = append(p.Published, views.StatGrid(b, t))
	}
	if len(d.Runs) == 0 {
		return p
	}
	choices := []ui.Choice{{Label: "all"}}
	lo, hi := d.Window.Cut(len(d.Runs))
	for _, r := range d.Runs[lo:hi] {
		choices = append(choices, ui.Choice{Value: r.Run, Label: r.Name + " (" + r.Run[max(0, len(r.Run)-8):] + ")", Selected: r.Run == d.Run})
	}
	if !d.frame.Static {
		p.Filter = ui.Filter{Action: link.Benchmark(b.ID, "tools"), Fields: []ui.Field{{Name: "run", Label: "Run", Kind: ui.Select, Choices: choices}}}
		if d.Run != "" {
			p.Filter.Clear = p.Filter.Action
		}
	}
	p.Chart = d.bars(calls, what)
	p.Families = d.familiesGrid(calls, failed, what)
	if len(d.Causes) > 0 {
		p.Causes = d.causesGrid(what)
		p.Failures = d.failuresGrid(what)
	}
	p.Tools = d.toolsGrid(calls, what)
	p.Runs = d.runsGrid("runs")
	p.Runs.Rows = p.Runs.Rows[lo:hi]
	p.Pager = views.PagerOf(d.Window, "runs", func(key, value string) string { return link.To(link.With(q, key, value), "b", b.ID, "tools") })
	if len(d.Models) > 0 {
		p.Models = d.runsGrid("models")
		p.Models.Rows = report.Between(p.Models.Rows, lo, hi)
	}
	return p
}

// system names the run that is looked at alone.
func (d toolsView) system() string {
	for _, r := range d.Runs {
		if r.Run == d.Run {
			return r.Name + " (" + slugEnd(r.Run) + ")"
		}
	}
	return d.Run
}

// bars draws the share of calls by family.
func (d toolsView) bars(calls int, what string) chart.Bars {
	c := chart.Bars{Title: d.Of.Name + ": share of tool calls by family, " + what, Desc: "The same numbers stand in the table below.", X: chart.Axis{Label: "Share of calls, %", Unit: chart.Percent}}
	for _, f := range d.Families {
		c.Rows = append(c.Rows, chart.Bar{Label: f.Family, Value: views.Share(f.Calls, calls), Text: words.Frac(f.Calls, calls) + ", " + words.Count(f.Failed) + " failed"})
	}
	return c
}

// what says in words what the sums are over.
func (d toolsView) what() string {
	switch {
	case d.Run != "":
		return d.system()
	case d.Ranked:
		return words.Counted(len(d.Over()), "ranked system") + " with traces"
	}
	return "all runs with traces"
}
