package model

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/strengths"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// pairsGrid lists the other systems of one benchmark: those that the system is
// separably better than, those that it is not separable from, those that it is
// separably worse than.
func pairsGrid(model string, p modelreport.Placement) views.Grid {
	x := p.Pairs
	name := words.System(model, results.System{Framework: p.System.Framework, Variant: p.System.Variant})
	g := views.Grid{Caption: fmt.Sprintf("%s: %s against %s", p.BenchmarkName, name,
		words.Plural(x.Total, "other complete system", "other complete systems")), Fit: true, Tall: len(x.Rows) > 24, Note: strings.TrimSpace(rivalsNote(x.Window)),
		Cols: []views.Col{{Key: "system", Label: "Other system"}, {Key: "value", Label: metric.Of(x.Metric).Label, Unit: "%", Num: true},
			{Key: "rank_interval", Label: "Its rank interval", Num: true},
			{Key: "difference", Label: "Difference", Unit: "points", Num: true},
			{Key: "ci", Label: "95 % interval", Unit: "points", Num: true}, {Key: "p", Label: "p", Num: true},
			{Key: "p_holm", Label: "p, Holm", Num: true}}}
	for _, k := range []struct {
		relation modelreport.Relation
		words    string
	}{{modelreport.Better, "Separably better than"}, {modelreport.NotSeparable, "Not separable from"},
		{modelreport.Worse, "Separably worse than"}} {
		for _, r := range x.Rows {
			if r.Relation != k.relation {
				continue
			}
			ranks := ""
			if r.RankInterval != nil {
				ranks = words.Ranks(r.RankInterval[0], r.RankInterval[1])
			}
			interval := ""
			if r.CI != nil {
				interval = words.Points(&r.CI[0]) + " to " + words.Points(&r.CI[1])
			}
			g.Rows = append(g.Rows, views.GridRow{Group: fmt.Sprintf("%s %s", k.words, words.Plural(x.Count(k.relation), "system", "systems")),
				Cells: []views.Cell{
					views.Words(r.Name).Link(link.Model(r.System.Model)), views.Percent(r.Value), views.RightWords(ranks),
					views.Points(r.Difference).Link(r.URL), views.RightWords(interval), views.RightWords(views.PValue(r.P)),
					views.RightWords(views.PValue(r.PHolm))}})
		}
	}
	return g
}

// strengthsGrid compares the scopes of one system with the mean of the others. A
// difference has a colour only where it is more than chance.
func strengthsGrid(st modelreport.ScopeComparison, benchmark string) views.Grid {
	system := words.System(benchmark, results.System{Framework: st.System.Framework, Variant: st.System.Variant})
	basis := "recomputed from records"
	if st.Evidence == results.Published {
		basis = "published figures, " + st.Source
	}
	g := views.Grid{Caption: fmt.Sprintf("%s: %s by scope, %s", system, metric.Of(st.Metric).Label, basis), Fit: true,
		Cols: []views.Col{{Key: "scope", Label: "Scope"}, {Key: "tasks", Label: "Tasks", Num: true},
			{Key: "value", Label: metric.Of(st.Metric).Label, Unit: "%", Num: true},
			{Key: "mean", Label: "Mean of the others", Unit: "%", Num: true}, {Key: "systems", Label: "Other systems", Num: true},
			{Key: "difference", Label: "Difference", Unit: "points", Num: true}}}
	recorded := st.Evidence != results.Published
	if recorded {
		p := views.Col{Key: "p_holm", Label: "p, Holm", Num: true}
		if st.Family > 0 {
			p.Unit = "over " + words.Plural(st.Family, "scope", "scopes")
		}
		g.Cols = append(g.Cols, p)
	}
	most := 0.0
	for _, sc := range st.Scopes {
		if sc.Holds {
			most = max(most, math.Abs(*sc.Difference))
		}
	}
	g.Ramp = views.RampOfDiff(most)
	for _, sc := range st.Scopes {
		tasks := views.Words("")
		if sc.Tasks > 0 {
			tasks = views.Whole(sc.Tasks)
		}
		diff := views.Points(sc.Difference)
		if sc.Holds {
			diff = diff.Coloured(ui.HeatDiff(sc.Difference, most))
		} else if recorded {
			diff = diff.Coloured("quiet")
		}
		row := views.GridRow{Group: strengths.Kind(sc.Scope),
			Cells: []views.Cell{scopeCell(sc), tasks, views.Percent(sc.Value), views.Percent(sc.Mean), views.Whole(sc.Systems), diff}}
		if recorded {
			row.Cells = append(row.Cells, views.RightWords(views.PValue(sc.PHolm)))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// strengthsNote says what was compared with what, and what a colour means.
func strengthsNote(st modelreport.ScopeComparison) string {
	switch {
	case st.Evidence == results.Published:
		return "Printed means cannot be tested, so no difference here is called a strength or a weakness. The mean is over the other " +
			"systems of the same table, where all of them print one."
	case st.Family == 0:
		return "Where no difference stands there is no other complete system with records to compare with."
	}
	return "Recomputed scores: on each task the system's score is compared with the mean of the other complete systems on the same task. p is that of " +
		"a sign-flip test of these differences, over tasks, or over scenarios where a scope spans several and scenarios are the benchmark's unit; " +
		"it is adjusted by Holm's method for the scopes with a p in its table. A difference is coloured where p lies below " +
		words.Fixed(&views.Alpha, 2) + ", and is grey where it may be chance."
}

// scopeCell names a scope by its title, with its id beside it.
func scopeCell(sc modelreport.ScopeValue) views.Cell {
	id := strengths.Name(sc.Scope)
	if sc.Title == "" || sc.Title == id {
		return views.Words(id).Link(sc.URL)
	}
	return views.Words(sc.Title).Link(sc.URL).Noted(id)
}
