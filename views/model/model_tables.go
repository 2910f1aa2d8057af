package model

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// placesGrid has one row per system of the model and benchmark.
func (d modelView) placesGrid() views.Grid {
	g := views.Grid{Caption: "Where " + d.Name + " stands, " + words.Plural(len(d.Places), "system", "systems"),
		Note: "Ranks and rank intervals are over the complete systems with records that are comparable: of one benchmark and, where " +
			"frameworks are harnesses of their own, of one framework. Printed figures stand at their value without a rank.",
		Cols: []views.Col{{Key: "benchmark", Label: "Benchmark"}, {Key: "system", Label: "System"}, {Key: "evidence", Label: "Evidence"},
			{Key: "metric", Label: "Metric"},
			{Key: "value", Label: "Value", Unit: "%", Num: true}, {Key: "interval", Label: "95 % interval", Num: true},
			{Key: "rank", Label: "Rank", Num: true},
			{Key: "rank_interval", Label: "Rank interval", Num: true},
			{Key: "passed", Label: "Full marks", Num: true}}}
	for _, p := range d.Places {
		g.Rows = append(g.Rows, views.GridRow{Cells: placementCells(p)})
	}
	return g
}

// placementCells are a row of placesGrid.
func placementCells(p modelreport.Placement) []views.Cell {
	m := p.Metrics[p.Headline]
	interval, ranks, passed := "", "", ""
	if m.CI != nil {
		interval = words.Between(&m.CI[0], &m.CI[1])
	}
	if p.RankInterval != nil {
		ranks = words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	if p.Counts != nil {
		passed = views.PassedOf(p.Counts.Passed, p.Counts.Scored)
	}
	return []views.Cell{views.Words(p.BenchmarkName).Link(link.Benchmark(p.Benchmark)), systemCell(p),
		views.Words(evidenceWord(p.Evidence)).Proved(p.Evidence).Coloured("nowrap"),
		views.Words(metric.Of(p.Headline).Label), views.Percent(m.Value), views.RightWords(interval), views.RightWords(rankText(p)),
		views.RightWords(ranks), views.RightWords(passed)}
}

// systemCell names the framework and variant and leads to the run.
func systemCell(p modelreport.Placement) views.Cell {
	name := strings.Trim(p.System.Framework+" · "+p.System.Variant, " ·")
	if name == "" {
		name = "framework not recorded"
	}
	if p.Run != nil {
		return views.Words(name).Link(p.URL)
	}
	return views.Words(name)
}

// evidenceWord is the kind of evidence in one word.
func evidenceWord(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "recomputed"
	case results.Records:
		return "records"
	}
	return "published"
}

// notSolvedGrid lists what others solved and this run did not.
func notSolvedGrid(w modelreport.NotSolved, benchmark, system string) views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("%s, %s: %s not solved%s", benchmark, system, words.Plural(w.NotSolved, w.Word, w.Word+"s"),
		firstOf(len(w.Tasks), w.NotSolved)), Fit: true,
		Cols: []views.Col{{Key: "task", Label: strings.ToUpper(w.Word[:1]) + w.Word[1:]}, {Key: "status", Label: "Outcome"},
			{Key: "mean", Label: "Score", Unit: "%", Num: true}, {Key: "solved_by", Label: "Solved by others", Num: true}}}
	for _, t := range w.Tasks {
		others := fmt.Sprintf("%d of %d", t.SolvedBy, t.Of)
		if t.Of == 0 {
			others = ""
		}
		name, _ := words.Titled(w.Titles.Task(t.Scenario, t.Task), t.Task)
		scenario, _ := words.Titled(w.Titles.Scenario(t.Scenario), t.Scenario)
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(name).Link(t.URL).Noted(scenario),
			views.Words(words.StatusWord(t.Status)).Marked(t.Status), views.Percent(t.Mean), views.RightWords(others)}})
	}
	return g
}

// firstOf says of a list that it is cut.
func firstOf(n, all int) string {
	if n == all {
		return ""
	}
	return ", the first " + words.Count(n)
}

// figuresGrid lists the published figures with their verdicts.
func (d modelView) figuresGrid() views.Grid {
	g := views.Grid{Caption: words.Plural(len(d.Figures), "published figure", "published figures") + " of " + d.Name, Tall: true,
		Cols: []views.Col{{Key: "metric", Label: "Metric"}, {Key: "scope", Label: "Scope"}, {Key: "system", Label: "System"},
			{Key: "place", Label: "Where"},
			{Key: "value", Label: "Printed", Num: true}, {Key: "unit", Label: "Unit"},
			{Key: "recomputed", Label: "Recomputed", Unit: "%", Num: true}, {Key: "verdict", Label: "Verdict"}}}
	for _, f := range d.Figures {
		recomputed, verdict := views.Percent(nil), views.Words("")
		if f.Verdict != nil {
			recomputed = views.Percent(f.Verdict.Recomputed)
			verdict = views.Words(f.Verdict.Verdict)
			if f.Verdict.Verdict == results.VerdictMatches && f.Verdict.Convention != "" {
				verdict = verdict.Noted("convention " + f.Verdict.Convention)
			}
		}
		system := strings.Trim(f.Framework+" · "+f.Variant, " ·")
		scope := "all"
		if f.Scope != "" {
			scope = strings.Replace(f.Scope, ":", " ", 1)
		}
		g.Rows = append(g.Rows, views.GridRow{Group: f.SourceTitle,
			Cells: []views.Cell{views.Words(metric.Of(f.Metric).Label), views.Words(scope), views.Words(system),
				views.Words(f.Table).Link(link.Benchmark(f.Benchmark, "about")), printedCell(f.Figure), views.Words(views.UnitWord(f.Unit)),
				recomputed, verdict}})
	}
	return g
}

// printedCell is a figure with the digits and in the unit of its source.
func printedCell(f results.Figure) views.Cell {
	if f.Value != nil && f.Unit == "percent" {
		v := *f.Value * 100
		return views.Number(&v, f.Digits)
	}
	return views.Number(f.Value, f.Digits)
}
