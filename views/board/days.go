package board

import (
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// DayPanel has the lines of one kind of task.
type DayPanel struct {
	ID      string // the kind
	Title   string // empty where there is one kind only
	Charts  []DayChart
	Key     string // of bands and thin lines
	Table   views.Grid
	Words   []DayWords // the step of a line that falls most
	Without []string   // why other lines have none
}

// DayChart is one chart of a kind: of one run, with its name, or of all lines.
type DayChart struct {
	Run        string // its slug
	Name, Href string
	Count      string // rounds passed, over all days
	Chart      chart.Lines
}

// DayWords writes one line out.
type DayWords struct{ Name, Href, Text string }

// daysView draws a report.Days.
type daysView struct {
	*boardreport.Days
	frame views.Frame
}

// DaysPage is the page of day-by-day trajectories.
func DaysPage(f views.Frame, d *boardreport.Days) templ.Component {
	return daysPage(daysView{d, f})
}

// DaysTables are for CSV: the points, one a row, and the rules that are known without a run.
func DaysTables(d *boardreport.Days) []views.Grid {
	return []views.Grid{daysView{Days: d}.longGrid(), daysView{Days: d}.rulesGrid()}
}

// where names the chosen scenario, if there is one.
func (d daysView) where() string {
	if d.Query.Scenario == "" {
		return ""
	}
	return " in " + words.Scenario(d.Of, d.Query.Scenario)
}

func (d daysView) meta() ui.Meta {
	q, title := d.Query, "Day by day"+d.where()
	if q.Kind != "" {
		title += ", " + words.KindWord(q.Kind)
	}
	return d.frame.BenchMeta(d.Of, "days", title, d.lead(), link.With(q.Values(), "run", q.Run, "day", q.Day))
}

// address is that of the page with one parameter changed.
func (d daysView) address(key, value string) string {
	return link.To(link.With(d.Query.Values(), key, value), "b", d.Of.ID, "days")
}

// pager leads through the systems; nil if they have one page.
func (d daysView) pager() *ui.Pager {
	return views.PagerOf(d.Query.Rows, "systems with records", d.address)
}

// panels are those with a row, one for each kind of task.
func (d daysView) panels() []DayPanel {
	var list []DayPanel
	for _, kind := range d.ShownKinds() {
		if panel := d.panel(kind); len(panel.Table.Rows) > 0 && d.drawn(kind) {
			list = append(list, panel)
		}
	}
	return list
}

// drawn reports whether any line of a kind of task has a value.
func (d daysView) drawn(kind string) bool {
	return slices.ContainsFunc(d.lines(kind), func(sr boardreport.DaySeries) bool {
		return slices.ContainsFunc(sr.Points, func(p boardreport.DayPoint) bool { return p.Value != nil })
	})
}

// absent are the runs that are no line, and why.
func (d daysView) absent() []DayWords {
	var list []DayWords
	for _, a := range d.NotDrawn {
		list = append(list, DayWords{Name: a.Name, Href: a.URL, Text: a.Note})
	}
	return list
}

// filter chooses one scenario and one kind of task; without fields where there is no choice.
func (d daysView) filter() ui.Filter {
	if d.Kind != boardreport.DaysPhases || d.frame.Static {
		return ui.Filter{}
	}
	scenarios := []ui.Choice{{Label: "all scenarios"}}
	for _, sc := range d.Scenarios {
		scenarios = append(scenarios, ui.Choice{Value: sc.Slug, Label: words.Scenario(d.Of, sc.Slug), Selected: sc.Slug == d.Query.Scenario})
	}
	kinds := []ui.Choice{{Label: "each kind"}}
	for _, kind := range d.TaskKinds {
		kinds = append(kinds, ui.Choice{Value: kind, Label: words.KindWord(kind), Selected: kind == d.Query.Kind})
	}
	f := ui.Filter{Action: link.Benchmark(d.Benchmark, "days"),
		Fields: []ui.Field{{Name: "scenario", Label: "Scenario", Kind: ui.Select, Choices: scenarios}}}
	if len(d.TaskKinds) > 1 {
		f.Fields = append(f.Fields, ui.Field{Name: "kind", Label: "Kind", Kind: ui.Select, Choices: kinds})
	}
	if d.Query.Scenario != "" || d.Query.Kind != "" {
		f.Clear = f.Action
	}
	return f
}

// panelEvidence are the marks of evidence that the tables of the page have.
func panelEvidence(panels []DayPanel) []results.Evidence {
	var list []results.Evidence
	for i := range panels {
		list = append(list, views.EvidenceOf(panels[i].Table)...)
	}
	return list
}
