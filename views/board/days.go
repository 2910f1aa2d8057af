package board

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// daysParts is what the template shows.
type daysParts struct {
	Meta        ui.Meta
	Benchmark   results.Benchmark
	Kind        string // phases, stages, scenarios or none
	Lead        string
	Series      int // lines of all charts
	Filter      ui.Filter
	UpdatesNote string
	Verdicts    []boardreport.DayVerdict
	Panels      []DayPanel // one for each kind of task
	NotDrawn    []DayWords // runs that are no line, and why
	Rounds      views.Grid // behind the chosen point
	Effect      views.Grid // of an update
	First       views.Grid // of the first update
	Strips      []DayStrip
	Pager       *ui.Pager // of the systems; nil if it has one page
	Updates     views.Grid
	Rules       dayRulesParts
}

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
	Take       chart.Named // the same
}

// DayWords writes one line out.
type DayWords struct{ Name, Href, Text string }

// DayStrip shows all rounds of a scenario as one run took them.
type DayStrip struct {
	Name, Href string
	Strip      fingerprint.Row
}

// stripRows are the rounds of all runs.
func (p daysParts) stripRows() []fingerprint.Row {
	var list []fingerprint.Row
	for _, s := range p.Strips {
		list = append(list, s.Strip)
	}
	return list
}

// daysView draws a report.Days.
type daysView struct {
	*boardreport.Days
	frame views.Frame
}

// DaysPage is the page of day-by-day trajectories.
func DaysPage(f views.Frame, d *boardreport.Days) templ.Component {
	return daysPage(daysView{d, f}.parts())
}

// DaysTables are for CSV: the points, one a row, and the rules that are known without a run.
func DaysTables(d *boardreport.Days) []views.Grid {
	return []views.Grid{daysView{Days: d}.longGrid(), daysView{Days: d}.rulesGrid()}
}

func (d daysView) parts() daysParts {
	b, q := d.Of, d.Query
	p := daysParts{Benchmark: b, Kind: d.Kind, Series: len(d.Series), UpdatesNote: d.updatesNote(), Verdicts: d.Verdicts}
	where := ""
	if q.Scenario != "" {
		where = " in " + words.Scenario(b, q.Scenario)
	}
	p.Lead = d.lead() + where + "."
	p.Pager = views.PagerOf(q.Rows, "systems with records", func(key, value string) string {
		return link.To(link.With(q.Values(), key, value), "b", b.ID, "days")
	})
	title := "Day by day" + where
	if q.Kind != "" {
		title += ", " + words.KindWord(q.Kind)
	}
	p.Meta = d.frame.BenchMeta(b, "days", title, p.Lead, link.With(q.Values(), "run", q.Run, "day", q.Day))
	if d.Kind == boardreport.DaysPhases && !d.frame.Static {
		p.Filter = d.filter()
	}
	csv := link.To(link.With(q.Values(), "format", "csv"), "b", b.ID, "days") // with the systems that are drawn
	for _, kind := range d.ShownKinds() {
		if panel := d.panel(kind, csv); len(panel.Table.Rows) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	for _, a := range d.NotDrawn {
		p.NotDrawn = append(p.NotDrawn, DayWords{Name: a.Name, Href: a.URL, Text: a.Note})
	}
	p.Rules = d.rules(csv)
	if len(d.Systems) > 0 {
		p.Effect, p.First = d.effectGrid(), d.firstGrid()
	}
	if d.Kind == boardreport.DaysPhases {
		p.Updates = d.updatesGrid()
	}
	if q.Scenario != "" {
		p.Strips = d.Strips()
	}
	if q.Run != "" {
		p.Rounds = d.roundsGrid()
	}
	return p
}

// filter chooses one scenario and one kind of task.
func (d daysView) filter() ui.Filter {
	scenarios := []ui.Choice{{Label: "all scenarios"}}
	for _, sc := range d.Scenarios {
		scenarios = append(scenarios, ui.Choice{Value: sc.Slug, Label: words.Scenario(d.Of, sc.Slug), Selected: sc.Slug == d.Query.Scenario})
	}
	kinds := []ui.Choice{{Label: "each kind"}}
	for _, kind := range d.TaskKinds {
		kinds = append(kinds, ui.Choice{Value: kind, Label: words.KindWord(kind), Selected: kind == d.Query.Kind})
	}
	f := ui.Filter{Action: link.Benchmark(d.Benchmark, "days"), Fields: []ui.Field{{Name: "scenario", Label: "Scenario", Kind: ui.Select, Choices: scenarios}}}
	if len(d.TaskKinds) > 1 {
		f.Fields = append(f.Fields, ui.Field{Name: "kind", Label: "Kind", Kind: ui.Select, Choices: kinds})
	}
	if d.Query.Scenario != "" || d.Query.Kind != "" {
		f.Clear = f.Action
	}
	return f
}

// evidence are the marks of evidence that the tables of the page have.
func (p daysParts) evidence() []results.Evidence {
	var list []results.Evidence
	for i := range p.Panels {
		list = append(list, views.EvidenceOf(p.Panels[i].Table)...)
	}
	return list
}
