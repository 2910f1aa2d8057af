package board

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
)

// RuleCurve is one rule over the days with a check of it.
type RuleCurve struct {
	ID, Title string
	Chart     chart.Lines
	Table     views.Grid
}

// curves are those of the rules that some drawn run was checked against.
func (d daysView) curves() []RuleCurve {
	if len(d.RuleLines) == 0 {
		return nil
	}
	var list []RuleCurve
	for i := range d.Rules {
		list = append(list, d.ruleCurve(i))
	}
	return list
}

// pairGrids set runs with what a variant adds beside those without it.
func (d daysView) pairGrids() []views.Grid {
	var list []views.Grid
	for _, pair := range d.RulePairs {
		g := views.Grid{Caption: fmt.Sprintf("Checks that both have reached: %s, %s", pair.NameA, pair.NameB), Fit: true,
			Note: "p is McNemar's, exact and two-sided, not adjusted for the number of rules.",
			Cols: []views.Col{{Key: "rule", Label: "Rule"}, {Key: "both", Label: "Both kept", Num: true},
				{Key: "only_a", Label: pair.NameA + " alone", Num: true}, {Key: "only_b", Label: pair.NameB + " alone", Num: true},
				{Key: "neither", Label: "Neither", Num: true}, {Key: "p", Label: "p", Num: true}}}
		for _, r := range pair.Rules {
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(d.ruleTitle(r.Rule)), views.Whole(r.Both),
				views.Whole(r.OnlyA), views.Whole(r.OnlyB), views.Whole(r.Neither), views.Words(words.PValue(&r.P))}})
		}
		list = append(list, g)
	}
	return list
}

// ruleTitle names a rule.
func (d daysView) ruleTitle(id string) string {
	for _, r := range d.Rules {
		if r.ID == id && r.Name != "" {
			return id + ": " + r.Name
		}
	}
	return id
}

// rulesGrid says when each rule is introduced and checked.
func (d daysView) rulesGrid() views.Grid {
	g := views.Grid{Caption: words.Counted(len(d.Rules), "rule") + " and their days", Fit: true,
		Note: "A pause is the number of days from one day with a check of the rule to the next. Only checks that name a rule's script are " +
			"counted.",
		Cols: []views.Col{{Key: "rule", Label: "Rule"}, {Key: "introduced", Label: "First checked"},
			{Key: "checks", Label: "Checks", Num: true}, {Key: "days", Label: "Days", Num: true}, {Key: "last", Label: "Last checked"},
			{Key: "pause", Label: "Longest pause"}}}
	for _, r := range d.Rules {
		pause := 0
		for _, day := range r.Days {
			pause = max(pause, day.After)
		}
		last := r.Days[len(r.Days)-1].Day
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(d.ruleTitle(r.ID)),
			views.Words(r.Introduced).Link(link.Scenario(d.Benchmark, r.Introduced)), views.Whole(r.Checks), views.Whole(len(r.Days)),
			views.Words(last).Link(link.Scenario(d.Benchmark, last)), views.Words(words.Counted(pause, "day"))}})
	}
	return g
}

// keptGrid is how each system kept each rule.
func (d daysView) keptGrid() views.Grid {
	g := views.Grid{Caption: "Rules kept, " + words.Counted(len(d.RuleLines), "system"),
		Note: "A command checks its rules one after the other and ends at the first that is broken, so that the rules behind it are not " +
			"reached. First of a day: the first check of each day after the one of introduction, before that day has taught anything, if it " +
			"was reached; after a pause, those of them with no check of the rule on the day before. Taught again: the next check after a " +
			"broken one of which the agent was told. Rates and Wilson's intervals from 10 checks on; checks of one day depend on each other.",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "all", Label: "Kept"},
			{Key: "not_reached", Label: "Not reached", Num: true}, {Key: "first", Label: "First of a day"},
			{Key: "returned", Label: "After a pause"}, {Key: "same_day", Label: "Taught again, same day"},
			{Key: "later_day", Label: "Taught again, later day"}}}
	for i, r := range d.Rules {
		for _, sys := range d.RuleLines {
			l := sys.Lines[i]
			g.Rows = append(g.Rows, views.GridRow{Group: d.ruleTitle(r.ID),
				Cells: []views.Cell{views.Words(sys.Name).Link(sys.URL), views.RuleCount(l.All), views.Whole(l.NotReached),
					views.RuleCount(l.First), views.RuleCount(l.Returned), views.RuleCount(l.SameDay), views.RuleCount(l.LaterDay)}})
		}
	}
	return g
}

// ruleCurve draws one rule over the days with a check of it.
func (d daysView) ruleCurve(rule int) RuleCurve {
	r := d.Rules[rule]
	c := RuleCurve{ID: "rule-" + r.ID, Title: d.ruleTitle(r.ID)}
	c.Chart = chart.Lines{Title: d.Of.Name + ": share of reached checks that kept " + c.Title,
		Desc: "The same numbers stand in the table below.", XLabel: d.word(), Y: chart.Axis{Label: "Kept, %", Unit: chart.Percent}}
	c.Table = views.Grid{Caption: c.Title + ", by day", Fit: true, Tall: len(r.Days) > 12,
		Cols: []views.Col{{Key: "day", Label: "Day"}, {Key: "checks", Label: "Checks", Num: true},
			{Key: "after", Label: "Days since the last"}, {Key: "since", Label: "Since the first", Num: true}}}
	for _, sys := range d.RuleLines {
		c.Table.Cols = append(c.Table.Cols, views.Col{Key: sys.Run, Label: sys.Name})
		s := chart.Series{Name: sys.Name}
		for _, p := range sys.Lines[rule].Points {
			s.Values = append(s.Values, p.Kept.Rate())
		}
		c.Chart.Series = append(c.Chart.Series, s)
	}
	for i, day := range r.Days {
		c.Chart.X, c.Chart.N = append(c.Chart.X, day.Day), append(c.Chart.N, fmt.Sprintf("n %d", day.Checks))
		after := views.Whole(day.After)
		if i == 0 {
			after = views.Words("introduced")
		}
		row := views.GridRow{Cells: []views.Cell{views.Words(day.Day).Link(link.Scenario(d.Benchmark, day.Day)), views.Whole(day.Checks),
			after, views.Whole(day.Since)}}
		for _, sys := range d.RuleLines {
			row.Cells = append(row.Cells, pointOfRule(sys.Lines[rule].Points[i]))
		}
		c.Table.Rows = append(c.Table.Rows, row)
	}
	return c
}

// pointOfRule is one rule on one day: what was kept of the reached checks, and
// whether it was kept before the day had taught it.
func pointOfRule(p days.RulePoint) views.Cell {
	var notes []string
	if p.First != nil {
		notes = append(notes, map[bool]string{true: "first kept", false: "first broken"}[*p.First])
	}
	if p.NotReached > 0 {
		notes = append(notes, fmt.Sprintf("%d not reached", p.NotReached))
	}
	if p.Told > 0 {
		notes = append(notes, "told "+words.Counted(p.Told, "time"))
	}
	if p.Kept.N == 0 {
		return views.Words("none reached")
	}
	return views.Words(fmt.Sprintf("%d of %d", p.Kept.K, p.Kept.N)).Noted(views.JoinNotes(notes...))
}
