package run

import (
	"fmt"
	"net/url"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// toolsView draws a runreport.Tools.
type toolsView struct {
	*runreport.Tools
	Meta          ui.Meta
	Static        bool // the site is written to files
	calls, failed int  // of all families
}

// ToolsPage shows which tools were called and how they failed.
func ToolsPage(f views.Frame, t *runreport.Tools) templ.Component {
	d := toolsView{Tools: t, Static: f.Static}
	for _, x := range d.Families {
		d.calls, d.failed = d.calls+x.Calls, d.failed+x.Failed
	}
	title := "Tools"
	if d.Run != "" {
		title += " of " + d.system()
	}
	d.Meta = f.BenchMeta(d.Of, "tools", title, d.lead(), d.query())
	return toolsPage(d)
}

// ToolsTables are for CSV: the runs, one a row, and what was published, one cell a row.
func ToolsTables(d *runreport.Tools) []views.Grid {
	return []views.Grid{toolsView{Tools: d}.runsGrid("runs"), views.StatCells(d.Published)}
}

func (d toolsView) lead() string {
	return fmt.Sprintf("Which tools were called, how often they failed and how the failure shows; %s calls of %s.",
		words.Count(d.calls), d.what())
}

func (d toolsView) query() url.Values { return url.Values{"run": {d.Run}} }

// filter chooses one of the runs on the page.
func (d toolsView) filter() ui.Filter {
	choices := []ui.Choice{{Label: "all"}}
	lo, hi := d.Window.Cut(len(d.Runs))
	for _, r := range d.Runs[lo:hi] {
		choices = append(choices, ui.Choice{Value: r.Run, Label: r.Name + " (" + report.SlugEnd(r.Run) + ")", Selected: r.Run == d.Run})
	}
	f := ui.Filter{
		Action: link.Benchmark(d.Of.ID, "tools"),
		Fields: []ui.Field{{Name: "run", Label: "Run", Kind: ui.Select, Choices: choices}},
	}
	if d.Run != "" {
		f.Clear = f.Action
	}
	return f
}

// pager leads to the other pages of the runs; nil if they have one.
func (d toolsView) pager() *ui.Pager {
	return views.PagerOf(d.Window, "runs", func(key, value string) string {
		return link.To(link.With(d.query(), key, value), "b", d.Of.ID, "tools")
	})
}

// pageOf are the rows of runs or models that stand on the page.
func (d toolsView) pageOf(of string) views.Grid {
	g := d.runsGrid(of)
	lo, hi := d.Window.Cut(len(d.Runs))
	g.Rows = report.Between(g.Rows, lo, hi)
	return g
}

// system names the run that is looked at alone.
func (d toolsView) system() string {
	for _, r := range d.Runs {
		if r.Run == d.Run {
			return r.Name + " (" + report.SlugEnd(r.Run) + ")"
		}
	}
	return d.Run
}

// bars draws the share of calls by family.
func (d toolsView) bars() chart.Bars {
	c := chart.Bars{
		Title: d.Of.Name + ": share of tool calls by family, " + d.what(),
		Desc:  "The same numbers stand in the table below.",
		X:     chart.Axis{Label: "Share of calls, %", Unit: chart.Percent},
	}
	for _, f := range d.Families {
		c.Rows = append(c.Rows, chart.Bar{
			Label: f.Family, Value: views.Share(f.Calls, d.calls),
			Text: words.Frac(f.Calls, d.calls) + ", " + words.Count(f.Failed) + " failed",
		})
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
