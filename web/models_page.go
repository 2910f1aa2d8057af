package web

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// modelPage is /models/{model}: one model in every benchmark.
func (s *Server) modelPage(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := param(c, "model")
	if err != nil {
		return err
	}
	q, err := readModelQuery(c)
	if err != nil {
		return err
	}
	d, err := s.loadModel(ctx, id, q)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, id, d.placesGrid())
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	p := buildModel(d, names)
	d.query.rows = readLeaf(c, pageParam, rowsOnPage)
	d.query.page(&p, d)
	path := link.Model(id)
	p.Meta = s.frame.Meta(d.Model.Name, p.Lead, path, "/api/v1"+path, ui.Crumb{Label: "Models", Href: "/models"}, ui.Crumb{Label: d.Model.Name})
	if !s.frame.Static {
		p.Meta.CSVPath = path + "?format=csv"
	}
	p.Meta.Scripted = d.Model.Scripted
	return html(c, views.ModelPage(p))
}

// modelAPI is GET /api/v1/models/{model}.
func (s *Server) modelAPI(c echo.Context) error {
	id, err := param(c, "model")
	if err != nil {
		return err
	}
	q, err := readModelQuery(c)
	if err != nil {
		return err
	}
	limit, offset := listWindow(c)
	d, err := s.loadModel(c.Request().Context(), id, q)
	if err != nil {
		return err
	}
	runs := []report.RunHead{}
	for _, r := range report.Span(d.Runs, limit, offset) {
		runs = append(runs, report.NewRunHead(r))
	}
	total := max(len(d.Places), len(d.Runs), len(d.Figures))
	d.Places, d.Figures = report.Span(d.Places, limit, offset), report.Span(d.Figures, limit, offset)
	return object(c, map[string]any{
		"id": d.Model.ID, "name": d.Model.Name, "vendor": d.Model.Vendor, "scripted": d.Model.Scripted, "aliases": listed(d.Model.Aliases),
		"places": listed(d.Places), "strengths": listed(d.Strengths), "worst": listed(d.Worst), "runs": runs, "figures": listed(d.Figures),
		"total": total, "limit": limit, "offset": offset,
	})
}

// listed makes an empty list of nil, because absent lists are [] in the API.
func listed[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}

// buildModel makes the page struct.
func buildModel(d *modelData, names map[string]string) views.Model {
	p := views.Model{Model: d.Model, Places: d.placesGrid(), Runs: d.Runs, Names: names}
	p.Lead = fmt.Sprintf("%s, %s with records and %s.", words.Plural(d.Size.Benchmarks, "benchmark", "benchmarks"),
		words.Plural(d.Size.Runs, "run", "runs"), words.Plural(d.Size.Figures, "published figure", "published figures"))
	titles := map[string]string{}
	for _, pl := range d.Places {
		titles[pl.Benchmark] = pl.BenchmarkName
	}
	for _, pl := range d.Places {
		if pl.Pairs != nil {
			p.Pairs = append(p.Pairs, pairsGrid(d.Model.Name, pl))
		}
	}
	for _, st := range d.Strengths {
		switch {
		case len(st.Scopes) > 0:
			p.Strengths = append(p.Strengths, strengthsGrid(st, titles[st.Benchmark]))
		case st.Reason != "":
			p.NotCompared = append(p.NotCompared, fmt.Sprintf("%s is not compared by scope: %s.", words.System(titles[st.Benchmark], results.System{Framework: st.System.Framework, Variant: st.System.Variant}), st.Reason))
		}
	}
	for _, w := range d.Worst {
		if len(w.Tasks) > 0 {
			p.Worst = append(p.Worst, views.Worst{Grid: worstGrid(w, titles[w.Benchmark]), Href: link.Run(w.Run) + "#failing",
				More: fmt.Sprintf("All %d not solved", w.NotSolved)})
		}
	}
	if len(d.Figures) > 0 {
		p.Figures = d.figuresGrid()
	}
	return p
}

// placesGrid has one row per system of the model and benchmark.
func (d *modelData) placesGrid() views.Grid {
	g := views.Grid{Caption: "Where " + d.Model.Name + " stands, " + words.Plural(len(d.Places), "system", "systems"),
		Note: "Ranks and rank intervals are over the complete systems with records that are comparable: of one benchmark and, where frameworks are harnesses of their own, of one framework. Printed figures stand at their value without a rank. Better, not separable and worse count the other systems; the lists below name them.",
		Cols: []views.Col{{Key: "benchmark", Label: "Benchmark"}, {Key: "system", Label: "System"}, {Key: "evidence", Label: "Evidence"}, {Key: "metric", Label: "Metric"},
			{Key: "value", Label: "Value", Unit: "%", Num: true}, {Key: "interval", Label: "95 % interval", Num: true}, {Key: "rank", Label: "Rank", Num: true},
			{Key: "rank_interval", Label: "Rank interval", Num: true}, {Key: "better_than", Label: "Better than", Num: true, Title: "other systems that it is separably better than"},
			{Key: "not_separable", Label: "Not separable", Num: true, Title: "other systems that it is not separable from"},
			{Key: "worse_than", Label: "Worse than", Num: true, Title: "other systems that it is separably worse than"}, {Key: "passed", Label: "Passed", Num: true}}}
	for _, p := range d.Places {
		g.Rows = append(g.Rows, views.GridRow{Cells: p.cells()})
	}
	return g
}

// cells are the place's row of placesGrid.
func (p place) cells() []views.Cell {
	m := p.Metrics[p.Headline]
	interval, ranks, passed := "", "", ""
	if m.CI != nil {
		interval = words.Between(&m.CI[0], &m.CI[1])
	}
	if p.RankInterval != nil {
		ranks = words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	if p.Counts != nil {
		passed = fmt.Sprintf("%d of %d", p.Counts.Passed, p.Counts.Expected)
	}
	cells := []views.Cell{views.Words(p.BenchmarkName).Link(link.Benchmark(p.Benchmark)), systemCell(p), views.Words(evidenceWord(p.Evidence)).Proved(p.Evidence).Coloured("nowrap"),
		views.Words(metric.Of(p.Headline).Label), views.Percent(m.Value), rightWords(interval), rightWords(rankText(p)), rightWords(ranks)}
	for _, relation := range []string{relBetter, relTied, relWorse} {
		count := ""
		if p.Pairs != nil {
			count = fmt.Sprintf("%d of %d", p.Pairs.count(relation), len(p.Pairs.Rows)) // of those that are tested together
		}
		cells = append(cells, rightWords(count))
	}
	return append(cells, rightWords(passed))
}

func rightWords(text string) views.Cell { return views.Words(text).Coloured("num") }

// systemCell names the framework and variant and leads to the run.
func systemCell(p place) views.Cell {
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

// worstGrid lists what others solved and this run did not.
func worstGrid(w worst, benchmark string) views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("%s, %s: %d of %d %ss that were not solved, those first that most other systems solved", benchmark, w.Run, len(w.Tasks), w.NotSolved, w.Word), Fit: true,
		Cols: []views.Col{{Key: "task", Label: strings.ToUpper(w.Word[:1]) + w.Word[1:]}, {Key: "status", Label: "Outcome"},
			{Key: "mean", Label: "Score", Unit: "%", Num: true}, {Key: "solved_by", Label: "Solved by others", Num: true}}}
	for _, t := range w.Tasks {
		others := fmt.Sprintf("%d of %d", t.SolvedBy, t.Of)
		if t.Of == 0 {
			others = ""
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(t.Task).Link(t.URL).Noted(t.Scenario),
			views.Words(words.StatusWord(t.Status)).Marked(t.Status), views.Percent(t.Mean), rightWords(others)}})
	}
	return g
}

// figuresGrid lists the published figures with their verdicts.
func (d *modelData) figuresGrid() views.Grid {
	g := views.Grid{Caption: words.Plural(len(d.Figures), "published figure", "published figures") + " of " + d.Model.Name, Tall: true,
		Cols: []views.Col{{Key: "metric", Label: "Metric"}, {Key: "scope", Label: "Scope"}, {Key: "system", Label: "System"}, {Key: "place", Label: "Where"},
			{Key: "value", Label: "Printed", Num: true}, {Key: "unit", Label: "Unit"}, {Key: "recomputed", Label: "Recomputed", Unit: "%", Num: true}, {Key: "verdict", Label: "Verdict"}}}
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
		g.Rows = append(g.Rows, views.GridRow{Group: f.SourceTitle, Cells: []views.Cell{views.Words(metric.Of(f.Metric).Label), views.Words(scope), views.Words(system),
			views.Words(f.Table).Link(link.Benchmark(f.Benchmark, "method")), printedCell(f.Figure), views.Words(views.UnitWord(f.Unit)), recomputed, verdict}})
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
