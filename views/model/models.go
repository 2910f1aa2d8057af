package model

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// modelsView draws a report.Models.
type modelsView struct {
	*modelreport.Models
	frame views.Frame
}

// ModelsPage lists all models.
func ModelsPage(f views.Frame, d *modelreport.Models) templ.Component {
	return modelsPage(modelsView{d, f})
}

func (d modelsView) meta() ui.Meta {
	q := d.Values()
	m := d.frame.Meta("Models", "Every model with its runs, published figures and ranks.", link.To(q, "models"), link.API(q, "models"),
		ui.Crumb{Label: "Models"})
	m.CSVPath = link.To(link.With(q, "format", "csv"), "models")
	return m
}

// grid has the rows of the page.
func (d modelsView) grid() views.Grid {
	g := ModelsTable(d.Models)
	g.Rows = report.Rows(&d.Window, g.Rows)
	return g
}

// lead says over how many the ranks are.
func (d modelsView) lead() string {
	cols := d.Ranking()
	if len(cols) == 0 {
		return "Every model with its runs, its published figures and where it stands in each benchmark."
	}
	return "Where models stand on the boards that rank several systems: the rank of the best system of each, with its value and rank interval."
}

// ranks is the table of ranked models by board.
func (d modelsView) ranks() views.Grid {
	boards := d.Ranking()
	g := views.Grid{Caption: "Ranks among complete systems with records; printed figures have none",
		Cols: []views.Col{{Key: "model", Label: "Model"}}}
	for _, b := range boards {
		g.Cols = append(g.Cols, views.Col{Key: b.ID, Label: ui.Plain(b.Name), Num: true, Href: link.Benchmark(b.ID)})
	}
	for _, r := range d.Ranked(boards) {
		row := views.GridRow{Cells: []views.Cell{views.Words(r.Name).Link(r.URL)}}
		for _, p := range r.Best {
			row.Cells = append(row.Cells, rankCell(p))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// rankCell is a rank with what it rests on.
func rankCell(p *modelreport.Placement) views.Cell {
	if p == nil {
		return views.RightWords("")
	}
	note := views.MetricOf(p.Headline).Show(p.Metrics[p.Headline].Value)
	if p.RankInterval != nil {
		note += ", ranks " + words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	return views.RightWords(rankText(*p)).Link(p.URL).Noted(note)
}

// pager leads through the list; nil if it has one page.
func (d modelsView) pager() *ui.Pager {
	return views.PagerOf(d.Window, "models", func(key, value string) string { return link.To(link.With(d.Values(), key, value), "models") })
}

// filter narrows the list to a benchmark.
func (d modelsView) filter() ui.Filter {
	f := ui.Filter{Action: link.To(nil, "models"),
		Fields: []ui.Field{{Name: "benchmark", Label: "Benchmark", Kind: ui.Select, Choices: benchmarkChoices(d.Models)}}}
	if d.Benchmark != "" {
		f.Clear = f.Action
	}
	return f
}

// benchmarkChoices are what the list can be narrowed to.
func benchmarkChoices(d *modelreport.Models) []ui.Choice {
	choices := []ui.Choice{{Label: "all benchmarks"}}
	for _, b := range d.Benchmarks {
		choices = append(choices, ui.Choice{Value: b.ID, Label: b.Name, Selected: b.ID == d.Benchmark})
	}
	return choices
}

// ModelsTable is the table of the list: per benchmark the model's best row.
func ModelsTable(d *modelreport.Models) views.Grid {
	rows := d.Models
	g := views.Grid{Caption: words.Plural(len(rows), "model", "models") + " with a run or a published figure",
		Note: "A rank is that of the model's best system in the largest group of comparable systems that has it, among complete systems " +
			"with records; a printed figure has none. The page of the model has all of them, with intervals.",
		Cols: []views.Col{{Key: "model", Label: "Model"}, {Key: "vendor", Label: "Vendor"}, {Key: "benchmarks", Label: "Benchmarks", Num: true},
			{Key: "runs", Label: "Runs with records", Num: true}, {Key: "figures", Label: "Published figures", Num: true},
			{Key: "places", Label: "Rank"}}}
	for _, r := range rows {
		name := views.Words(r.Name).Link(r.URL)
		if r.Scripted {
			name = name.Noted("scripted agent")
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{name, views.Words(r.Vendor), views.Whole(r.Benchmarks),
			views.Whole(r.Runs), views.Whole(r.Figures), views.Words(placementsText(r.Places))}})
	}
	return g
}

// placementsText says where the model stands in each benchmark: the first row of
// it, which is its best in the largest group of comparable rows that has it.
func placementsText(places []modelreport.Placement) string {
	var parts []string
	last := ""
	for _, p := range places {
		if p.Benchmark != last {
			parts = append(parts, p.BenchmarkName+" "+rankText(p))
		}
		last = p.Benchmark
	}
	return strings.Join(parts, "; ")
}

// rankText is "2 of 15" or why there is none.
func rankText(p modelreport.Placement) string {
	switch {
	case p.Run == nil:
		return "printed"
	case !p.Complete:
		return "incomplete"
	case p.Rank == nil:
		return "not ranked"
	}
	return fmt.Sprintf("%d of %d", *p.Rank, p.Of)
}
