package board

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
)

// whiskersMost is how many lines of a chart show their intervals; those of more
// would cover each other. The table has all.
const whiskersMost = 4

// panel is the chart of one kind of task with its table and words.
func (d daysView) panel(kind string) DayPanel {
	p := DayPanel{ID: kind}
	if len(d.TaskKinds) > 1 {
		p.Title = words.Capital(d.noun(kind, 2))
	}
	p.Charts, p.Table = d.charts(kind), d.grid(kind)
	p.Key = d.key(kind)
	var reasons []string // why no drop is named, with how many lines it concerns
	count := map[string]int{}
	for _, sr := range d.lines(kind) {
		text := d.DropWords(&sr)
		if sr.LargestDrop != nil {
			p.Words = append(p.Words, DayWords{Name: sr.Name, Href: sr.URL, Text: text})
			continue
		}
		if count[text]++; count[text] == 1 {
			reasons = append(reasons, text)
		}
	}
	for _, text := range reasons {
		p.Without = append(p.Without, fmt.Sprintf("%s: %s", words.Counted(count[text], "line"), strings.ToLower(text[:1])+text[1:]))
	}
	return p
}

// lines are the lines of one kind of task.
func (d daysView) lines(kind string) []boardreport.DaySeries {
	var list []boardreport.DaySeries
	for _, sr := range d.Series {
		if sr.Kind == kind {
			list = append(list, sr)
		}
	}
	return list
}

// noun names n tasks of a kind where a benchmark has several kinds.
func (d daysView) noun(kind string, n int) string {
	word := d.Of.Words.Task
	if n != 1 {
		word += "s"
	}
	if len(d.TaskKinds) > 1 {
		word = strings.ReplaceAll(words.KindWord(kind), " ", "-") + " " + word
	}
	return word
}

// charts draw the lines of one kind with the updates as verticals: a few runs each
// in a panel of its own, with its band and its scenarios, because bands that lie
// over each other cannot be read; else all lines in one chart.
func (d daysView) charts(kind string) []DayChart {
	lines := d.lines(kind)
	runs := 0
	for _, sr := range lines {
		if sr.Run != nil {
			runs++
		}
	}
	if runs < 2 || runs > whiskersMost || runs < len(lines) {
		return []DayChart{{Chart: d.chart(kind, lines, runs)}}
	}
	var list []DayChart
	for _, sr := range lines {
		c := DayChart{Run: *sr.Run, Name: sr.Name, Href: sr.URL, Chart: d.chart(kind, []boardreport.DaySeries{sr}, 1)}
		c.Chart.Title = d.chartTitle(kind) + ", " + sr.Name
		c.Chart.Panel = true
		k, n := 0, 0
		for _, p := range sr.Points {
			if p.Passed != nil && p.Of != nil {
				k, n = k+*p.Passed, n+*p.Of
			}
		}
		if n > 0 {
			c.Count = fmt.Sprintf("%s of %s", words.Count(k), words.Count(n))
		}
		list = append(list, c)
	}
	return list
}

// key says what bands and thin lines are.
func (d daysView) key(kind string) string {
	text, runs, thin := "", 0, false
	for _, sr := range d.lines(kind) {
		if sr.Run != nil {
			runs++
			thin = thin || len(sr.Scenarios) > 0
		}
	}
	switch {
	case runs == 0:
		return ""
	case runs <= whiskersMost:
		text = "Band, or bar: 95 % interval."
	}
	scenario, many := d.Of.Words.Scenario, d.Of.Words.Task+"s"
	switch {
	case runs > whiskersMost || d.Scenario != "" || d.Kind == boardreport.DaysScenarios:
	case thin:
		text += fmt.Sprintf(" Thin lines: one %s each, on days on which it has %d %s or more.", scenario, days.LeastOfScenario, many)
	default:
		text += fmt.Sprintf(" No %s has %d %s on two days in a row, so none has a line of its own.", scenario, days.LeastOfScenario, many)
	}
	return text
}

// chart draws some lines.
func (d daysView) chart(kind string, lines []boardreport.DaySeries, runs int) chart.Lines {
	c := chart.Lines{Title: d.chartTitle(kind), Desc: "The same numbers stand in the table below.", XLabel: d.word(), Ends: true,
		Y: chart.Axis{Label: d.measure() + ", %", Unit: chart.Percent}}
	if len(d.TaskKinds) > 1 {
		c.Y.Min, c.Y.Max = d.scale() // charts beside and below each other are read against each other
	}
	for i, day := range d.Days.Days {
		c.X = append(c.X, day.Label)
		c.N = append(c.N, fmt.Sprintf("n %d", day.Kinds[kind]))
		if day.Updates != "" {
			c.Updates = append(c.Updates, chart.Vertical{At: i, Label: day.Updates})
		}
		if day.Apart {
			c.Apart++
		}
	}
	var systems []results.System
	for _, sr := range lines {
		systems = append(systems, sr.System)
	}
	shared := views.SharedFramework(systems)
	if shared != "" {
		c.Title += ", " + shared
	}
	for _, sr := range lines {
		line := chart.Series{Name: views.WithoutFramework(sr.Name, shared), Hollow: sr.Run == nil}
		if sr.Run == nil && runs > 0 {
			line.Name += ", printed"
		}
		for _, pt := range sr.Points {
			line.Values = append(line.Values, pt.Value)
			if sr.Run != nil && runs <= whiskersMost {
				line.Ranges = append(line.Ranges, pt.CI)
			}
		}
		if runs == 1 && sr.Run != nil {
			for _, sc := range sr.Scenarios {
				c.Series = append(c.Series, chart.Series{Name: d.scenarioTitle(sc.Scenario), Values: sc.Values, Grey: true})
			}
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// scale has room for the lines of all kinds, from a multiple of 0.1 to 1.
func (d daysView) scale() (lo, hi *float64) {
	low, high := 1.0, 1.0
	for _, sr := range d.Series {
		for _, sc := range sr.Scenarios {
			for _, v := range sc.Values {
				if v != nil {
					low = min(low, *v)
				}
			}
		}
		for _, p := range sr.Points {
			if p.Value != nil {
				low = min(low, *p.Value)
			}
			if p.CI != nil {
				low = min(low, p.CI[0])
			}
		}
	}
	low = math.Floor(low*10+1e-9) / 10
	return &low, &high
}

func (d daysView) chartTitle(kind string) string {
	title := d.Of.Name + ": " + strings.ToLower(d.measure()) + " by " + d.word()
	if len(d.TaskKinds) > 1 {
		title += ", " + d.noun(kind, 2)
	}
	return title
}

// grid has one row per system and one column per day; each recorded point
// leads to its rounds.
func (d daysView) grid(kind string) views.Grid {
	lines := d.lines(kind)
	g := views.Grid{Caption: fmt.Sprintf("%s by day, %s", d.measure(), words.Plural(len(lines), "system", "systems")), Note: d.gridNote(lines)}
	if len(d.TaskKinds) > 1 {
		g.Caption = fmt.Sprintf("%s by day, %s, %s", d.measure(), d.noun(kind, 2), words.Plural(len(lines), "system", "systems"))
	}
	if len(lines) == 0 {
		return g
	}
	if d.Kind == boardreport.DaysScenarios && len(d.Days.Days) > 8 {
		return d.tallGrid(kind, g)
	}
	g.Cols = []views.Col{{Key: "system", Label: "System"}}
	have := views.GridRow{Class: "off", Cells: []views.Cell{views.Words(words.Capital(d.Of.Words.Task) + "s that have the day")}}
	for _, day := range d.Days.Days {
		g.Cols = append(g.Cols, views.Col{Key: "day_" + day.ID, Label: day.Label, Unit: "%", Num: true})
		have.Cells = append(have.Cells, views.Whole(day.Kinds[kind]).Noted("in "+words.Counted(day.Scenarios, d.Of.Words.Scenario)))
	}
	for _, sr := range lines {
		row := views.GridRow{Cells: []views.Cell{views.Words(sr.Name).Link(sr.URL).Proved(sr.Evidence).Noted(views.JoinNotes(sr.Source,
			sr.Note))}}
		for _, pt := range sr.Points {
			row.Cells = append(row.Cells, d.pointCell(sr, pt))
		}
		g.Rows = append(g.Rows, row)
	}
	g.Rows = append(g.Rows, have)
	return g
}

// tallGrid has one row per day and one column per system, for many days.
func (d daysView) tallGrid(kind string, g views.Grid) views.Grid {
	g.Tall = true
	g.Cols = []views.Col{{Key: "day", Label: "Day"}, {Key: "tasks", Label: words.Capital(d.Of.Words.Task) + "s", Num: true},
		{Key: "updates", Label: "Changed before it"}}
	lines := d.lines(kind)
	for _, sr := range lines {
		g.Cols = append(g.Cols, views.Col{Key: sr.Name, Label: sr.Name, Unit: "%", Num: true})
	}
	for i, day := range d.Days.Days {
		row := views.GridRow{Group: day.Group, Cells: []views.Cell{views.Words(day.Label).Link(link.Scenario(d.Benchmark, day.ID)),
			views.Whole(day.Kinds[kind]), views.Words(day.Updates)}}
		for _, sr := range lines {
			row.Cells = append(row.Cells, d.pointCell(sr, sr.Points[i]))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (d daysView) pointCell(sr boardreport.DaySeries, pt boardreport.DayPoint) views.Cell {
	cell := views.Percent(pt.Value)
	if pt.Value == nil {
		return cell
	}
	switch {
	case sr.Run == nil:
		cell = cell.Link(sr.URL)
	case d.frame.Static:
		// Lists of rounds are views that only a server can compute.
		cell = cell.Link(sr.URL + "#scenarios")
	default:
		state := link.With(d.Query.Values(), "run", *sr.Run, "day", pt.Day)
		if len(d.TaskKinds) > 1 {
			state.Set("kind", sr.Kind)
		}
		cell = cell.Link(link.To(state, "b", d.Benchmark, "days") + "#rounds")
	}
	n := ""
	switch {
	case pt.Passed != nil:
		n = fmt.Sprintf("%d of %d", *pt.Passed, *pt.Of)
	case pt.Of != nil:
		n = "n " + fmt.Sprint(*pt.Of)
	}
	return cell.Noted(views.JoinNotes(n, views.RangeWords(pt.CI)))
}

// scenarioTitle is what a scenario is called: its title, or where it has none its id.
func (d daysView) scenarioTitle(id string) string {
	for _, sc := range d.Scenarios {
		if sc.Slug == id && sc.Title != "" {
			return sc.Title
		}
	}
	return id
}
