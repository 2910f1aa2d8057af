package task

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// kindsView draws a report.Kinds.
type kindsView struct {
	*taskreport.Kinds
	Meta    ui.Meta
	Shown   *taskreport.KindSystem // whose scenarios are drawn; nil if there is no system
	Rows    views.Grid
	Pager   *ui.Pager // of the systems; nil if they are on one page
	Figures []kindFigure
}

// kindFigure is one printed table.
type kindFigure struct {
	ID    string
	Title string
	Chart chart.Scatter
	Table views.Grid
}

// KindsPage holds the two kinds of rounds against each other.
func KindsPage(f views.Frame, k *taskreport.Kinds, run string) templ.Component {
	p := kindsView{Kinds: k}
	q := url.Values{"run": {run}}
	if p.Shown = k.Find(run); p.Shown == nil && len(k.Systems) > 0 {
		p.Shown = &k.Systems[0]
	}
	p.Rows = p.SystemsGrid()
	p.Rows.Rows = report.Rows(&k.Window, p.Rows.Rows)
	p.Pager = views.PagerOf(k.Window, "systems", func(key, value string) string {
		return link.To(link.With(q, key, value), "b",
			k.Benchmark, "kinds")
	})
	for i, t := range k.Published {
		title := t.Table + " as printed, over " + words.Counted(t.N, "system")
		p.Figures = append(p.Figures, kindFigure{ID: fmt.Sprintf("printed-%d", i+1), Title: title,
			Chart: p.scatter(title, t.Points), Table: kindPoints(title+" ("+correlationWords(t.KindCorrelation)+")", "System", t.Points)})
	}
	p.Meta = f.BenchMeta(k.Of, "kinds", p.heading(), p.lead(), q)
	return kindsPage(p)
}

func (p kindsView) heading() string { return "Kinds of " + p.noun() }

// noun is the plural of what the benchmark calls a task.
func (p kindsView) noun() string { return views.NounOr(p.Of.Words.Task, "task") + "s" }

func (p kindsView) lead() string {
	return "Whether systems that do well at multi-choice " + p.noun() + " also do well at executable checks."
}

// drawn names the system whose scenarios are drawn.
func (p kindsView) drawn() string {
	return p.Shown.Name + ", over " + words.Counted(p.Shown.N, p.Of.Words.Scenario)
}

// correlationWords says r with its interval.
func correlationWords(c taskreport.KindCorrelation) string {
	if c.R == nil {
		return fmt.Sprintf("no correlation from %d points", c.N)
	}
	text := "r = " + words.Fixed(c.R, 2)
	if c.CI != nil {
		text += ", 95 % interval " + words.Fixed(&c.CI[0], 2) + " to " + words.Fixed(&c.CI[1], 2)
	}
	return text
}

func (p kindsView) scatter(title string, points []taskreport.KindPoint) chart.Scatter {
	s := chart.Scatter{Title: "Executable checks against multi-choice " + p.noun() + ": " + title,
		Desc: "The same numbers stand in the table below.",
		X: chart.Axis{Label: "Multi-choice " + p.noun() + " passed, %",
			Unit: chart.Percent}, Y: chart.Axis{Label: "Executable checks passed, %", Unit: chart.Percent}}
	for i := range points {
		s.Points = append(s.Points, chart.Point{Label: points[i].Name, Title: ui.Plain(points[i].Title), X: &points[i].MC, Y: &points[i].EC})
	}
	return s
}

// kindPoints is the table under a chart.
func kindPoints(caption, first string, points []taskreport.KindPoint) views.Grid {
	g := views.Grid{Caption: caption, Fit: true, Cols: []views.Col{{Key: strings.ToLower(first), Label: words.Capital(first)},
		{Key: "mc", Label: "Multi-choice", Unit: "%", Num: true}, {Key: "ec", Label: "Executable", Unit: "%", Num: true}}}
	for i := range points {
		name := views.Words(points[i].Name)
		if points[i].Title != "" {
			name = views.Words(points[i].Title).Noted(points[i].Name)
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{name, views.Percent(&points[i].MC), views.Percent(&points[i].EC)}})
	}
	return g
}

// SystemsGrid has one row for each system.
func (p kindsView) SystemsGrid() views.Grid {
	g := views.Grid{Caption: "Correlation over " + words.Many(p.Of.Words.Scenario) + ", by system", Fit: true,
		Note: "Pearson's r over the pass rates of both kinds by " + p.Of.Words.Scenario +
			", each counted once; 95 % interval by Fisher. A dozen points leave it wide.",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "n", Label: words.Capital(words.Many(p.Of.Words.Scenario)),
			Num: true}, {Key: "r", Label: "r", Num: true}, {Key: "interval", Label: "95 % interval", Num: true}}}
	for _, s := range p.Systems {
		name := views.Words(s.Name).Link(link.To(url.Values{"run": {s.Run}}, "b", p.Benchmark, "kinds"))
		if !s.Complete {
			name = name.Noted("incomplete")
		}
		interval := views.Words("")
		if s.CI != nil {
			interval = views.Words(words.Fixed(&s.CI[0], 2) + " to " + words.Fixed(&s.CI[1], 2))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{name, views.Whole(s.N), views.Number(s.R, 2), interval.Coloured("num")}})
	}
	return g
}

// KindsTable has one row for each point, for CSV.
func KindsTable(k *taskreport.Kinds) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "run"}, {Key: "source"}, {Key: "table"}, {Key: "point"}, {Key: "mc"}, {Key: "ec"}}}
	add := func(run, source, table string, points []taskreport.KindPoint) {
		for i := range points {
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(run), views.Words(source), views.Words(table),
				views.Words(points[i].Name), views.Number(&points[i].MC, 4), views.Number(&points[i].EC, 4)}})
		}
	}
	for _, s := range k.Systems {
		add(s.Run, "", "", s.Points)
	}
	for _, t := range k.Published {
		add("", t.Source, t.Table, t.Points)
	}
	return g
}
