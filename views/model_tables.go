package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// placesGrid has one row per system of the model and benchmark.
func (d modelView) placesGrid() Grid {
	g := Grid{Caption: "Where " + d.Name + " stands, " + words.Plural(len(d.Places), "system", "systems"),
		Note: "Ranks and rank intervals are over the complete systems with records that are comparable: of one benchmark and, where frameworks are harnesses of their own, of one framework. Printed figures stand at their value without a rank. Better, not separable and worse count the other systems; the lists below name them.",
		Cols: []Col{{Key: "benchmark", Label: "Benchmark"}, {Key: "system", Label: "System"}, {Key: "evidence", Label: "Evidence"}, {Key: "metric", Label: "Metric"},
			{Key: "value", Label: "Value", Unit: "%", Num: true}, {Key: "interval", Label: "95 % interval", Num: true}, {Key: "rank", Label: "Rank", Num: true},
			{Key: "rank_interval", Label: "Rank interval", Num: true}, {Key: "better_than", Label: "Better than", Num: true, Title: "other systems that it is separably better than"},
			{Key: "not_separable", Label: "Not separable", Num: true, Title: "other systems that it is not separable from"},
			{Key: "worse_than", Label: "Worse than", Num: true, Title: "other systems that it is separably worse than"}, {Key: "passed", Label: "Passed", Num: true}}}
	for _, p := range d.Places {
		g.Rows = append(g.Rows, GridRow{Cells: placementCells(p)})
	}
	return g
}

// placementCells are a row of placesGrid.
func placementCells(p report.Placement) []Cell {
	m := p.Metrics[p.Headline]
	interval, ranks, passed := "", "", ""
	if m.CI != nil {
		interval = words.Between(&m.CI[0], &m.CI[1])
	}
	if p.RankInterval != nil {
		ranks = words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	if p.Counts != nil {
		passed = passedOf(p.Counts.Passed, p.Counts.Scored)
	}
	cells := []Cell{Words(p.BenchmarkName).Link(link.Benchmark(p.Benchmark)), systemCell(p), Words(evidenceWord(p.Evidence)).Proved(p.Evidence).Coloured("nowrap"),
		Words(metric.Of(p.Headline).Label), Percent(m.Value), rightWords(interval), rightWords(rankText(p)), rightWords(ranks)}
	for _, relation := range []report.Relation{report.Better, report.NotSeparable, report.Worse} {
		count := ""
		if p.Pairs != nil {
			count = fmt.Sprintf("%d of %d", p.Pairs.Count(relation), len(p.Pairs.Rows)) // of those that are tested together
		}
		cells = append(cells, rightWords(count))
	}
	return append(cells, rightWords(passed))
}

func rightWords(text string) Cell { return Words(text).Coloured("num") }

// systemCell names the framework and variant and leads to the run.
func systemCell(p report.Placement) Cell {
	name := strings.Trim(p.System.Framework+" · "+p.System.Variant, " ·")
	if name == "" {
		name = "framework not recorded"
	}
	if p.Run != nil {
		return Words(name).Link(p.URL)
	}
	return Words(name)
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
func notSolvedGrid(w report.NotSolved, benchmark string) Grid {
	g := Grid{Caption: fmt.Sprintf("%s, %s: %d of %d %ss that were not solved, those first that most other systems solved", benchmark, w.Run, len(w.Tasks), w.NotSolved, w.Word), Fit: true,
		Cols: []Col{{Key: "task", Label: strings.ToUpper(w.Word[:1]) + w.Word[1:]}, {Key: "status", Label: "Outcome"},
			{Key: "mean", Label: "Score", Unit: "%", Num: true}, {Key: "solved_by", Label: "Solved by others", Num: true}}}
	for _, t := range w.Tasks {
		others := fmt.Sprintf("%d of %d", t.SolvedBy, t.Of)
		if t.Of == 0 {
			others = ""
		}
		name, _ := words.Titled(w.Titles.Task(t.Scenario, t.Task), t.Task)
		scenario, _ := words.Titled(w.Titles.Scenario(t.Scenario), t.Scenario)
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(name).Link(t.URL).Noted(scenario),
			Words(words.StatusWord(t.Status)).Marked(t.Status), Percent(t.Mean), rightWords(others)}})
	}
	return g
}

// figuresGrid lists the published figures with their verdicts.
func (d modelView) figuresGrid() Grid {
	g := Grid{Caption: words.Plural(len(d.Figures), "published figure", "published figures") + " of " + d.Name, Tall: true,
		Cols: []Col{{Key: "metric", Label: "Metric"}, {Key: "scope", Label: "Scope"}, {Key: "system", Label: "System"}, {Key: "place", Label: "Where"},
			{Key: "value", Label: "Printed", Num: true}, {Key: "unit", Label: "Unit"}, {Key: "recomputed", Label: "Recomputed", Unit: "%", Num: true}, {Key: "verdict", Label: "Verdict"}}}
	for _, f := range d.Figures {
		recomputed, verdict := Percent(nil), Words("")
		if f.Verdict != nil {
			recomputed = Percent(f.Verdict.Recomputed)
			verdict = Words(f.Verdict.Verdict)
			if f.Verdict.Verdict == results.VerdictMatches && f.Verdict.Convention != "" {
				verdict = verdict.Noted("convention " + f.Verdict.Convention)
			}
		}
		system := strings.Trim(f.Framework+" · "+f.Variant, " ·")
		scope := "all"
		if f.Scope != "" {
			scope = strings.Replace(f.Scope, ":", " ", 1)
		}
		g.Rows = append(g.Rows, GridRow{Group: f.SourceTitle, Cells: []Cell{Words(metric.Of(f.Metric).Label), Words(scope), Words(system),
			Words(f.Table).Link(link.Benchmark(f.Benchmark, "method")), printedCell(f.Figure), Words(UnitWord(f.Unit)), recomputed, verdict}})
	}
	return g
}

// printedCell is a figure with the digits and in the unit of its source.
func printedCell(f results.Figure) Cell {
	if f.Value != nil && f.Unit == "percent" {
		v := *f.Value * 100
		return Number(&v, f.Digits)
	}
	return Number(f.Value, f.Digits)
}
