package web

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// modelsRoutes registers the models and the special views of a benchmark.
func (s *Server) modelsRoutes(page, api route) {
	page("/models", heavy, s.modelsPage, query{textField("benchmark"), pageField(), csvField()})
	api("/models", heavy, s.modelsAPI, query{textField("benchmark")}.and(windowFields()...))
	page("/models/:model", heavy, s.modelPage, modelFields().and(pageField(), csvField()))
	api("/models/:model", heavy, s.modelAPI, modelFields().and(windowFields()...))
	page("/b/:benchmark/efficiency", heavy, s.efficiencyPage, efficiencyFields().and(pageField(), csvField()))
	api("/benchmarks/:benchmark/efficiency", heavy, s.efficiencyAPI, efficiencyFields().and(windowFields()...))
	page("/b/:benchmark/tools", heavy, s.toolsPage, query{textField("run"), pageField(), csvField()})
	api("/benchmarks/:benchmark/tools", heavy, s.toolsAPI, query{textField("run")}.and(windowFields()...))
	page("/b/:benchmark/matrix", heavy, s.matrixPage, matrixFields().and(textField("pair"), pageField(), csvField()))
	api("/benchmarks/:benchmark/matrix", heavy, s.matrixAPI, matrixFields())
	page("/b/:benchmark/tables", heavy, s.tablesPage, query{textField("table"), csvField()})
	api("/benchmarks/:benchmark/tables", heavy, s.tablesAPI, query{textField("table")})
}

// place is where a system of a model stands on one board.
type place struct {
	Benchmark     string `json:"benchmark"`
	BenchmarkName string `json:"benchmark_name"`
	Convention    string `json:"convention"`
	Headline      string `json:"headline"`
	Of            int    `json:"of"` // ranked rows of its group
	Tasks         int    `json:"tasks"`
	URL           string `json:"url"`
	// Pairs sets the system against the others; nil in lists, and for a system
	// that is not ranked or that has no other.
	Pairs *systemPairs `json:"pairs"`
	results.BoardRow
}

// ranked reports whether the place belongs to the population: it has a complete
// run that nothing speaks against. Printed figures and other runs stand at their
// value without a rank.
func (p place) ranked() bool { return p.Run != nil && p.Complete && len(p.Objections) == 0 }

// modelRow is one model of the list.
type modelRow struct {
	results.Model
	Benchmarks int     `json:"benchmarks"`
	Runs       int     `json:"runs"`
	Figures    int     `json:"figures"`
	URL        string  `json:"url"`
	Places     []place `json:"places"`
}

// places finds where every model stands, by model.
func (s *Server) places(ctx context.Context) (map[string][]place, error) {
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	places := map[string][]place{}
	for _, b := range list {
		all, err := s.defaultBoard(ctx, b)
		if err != nil {
			return nil, err
		}
		for _, p := range placesOf(b, all) {
			places[p.System.Model] = append(places[p.System.Model], p)
		}
	}
	return places, nil
}

// placesOf turns the rows of a board into places. Ranks hold within a group of
// comparable rows, over its population alone: a row without records has none.
func placesOf(b results.Benchmark, all results.Board) []place {
	ranked := map[string]int{}
	for _, r := range board.Population(all) {
		ranked[r.Group]++
	}
	var list []place
	for _, r := range all.Rows {
		p := place{Benchmark: b.ID, BenchmarkName: b.Name, Convention: all.Convention, Headline: all.Headline,
			Of: ranked[r.Group], Tasks: all.Statistics.Tasks, URL: report.RowAddress(r), BoardRow: r}
		if !p.ranked() {
			p.Rank, p.RankInterval = nil, nil
		}
		list = append(list, p)
	}
	return list
}

// modelRows lists the models, of one benchmark if it is not empty. A model
// without runs and figures is an alias that nothing speaks of, and left out.
func (s *Server) modelRows(ctx context.Context, benchmark string) ([]modelRow, error) {
	models, err := s.store.Models(ctx)
	if err != nil {
		return nil, err
	}
	sizes, err := s.store.ModelSizes(ctx)
	if err != nil {
		return nil, err
	}
	places, err := s.places(ctx)
	if err != nil {
		return nil, err
	}
	size := map[string]results.ModelSize{}
	for _, n := range sizes {
		size[n.Model] = n
	}
	list := []modelRow{}
	for _, m := range models {
		n := size[m.ID]
		row := modelRow{Model: m, Benchmarks: n.Benchmarks, Runs: n.Runs, Figures: n.Figures, URL: link.Model(m.ID), Places: []place{}}
		here := benchmark == ""
		for _, p := range places[m.ID] {
			row.Places = append(row.Places, p)
			here = here || p.Benchmark == benchmark
		}
		if here && n.Benchmarks > 0 {
			list = append(list, row)
		}
	}
	return list, nil
}

// modelsPage is /models.
func (s *Server) modelsPage(c echo.Context) error {
	ctx := c.Request().Context()
	benchmark, choices, err := s.benchmarkChoice(ctx, ask(c).text("benchmark"))
	if err != nil {
		return err
	}
	rows, err := s.modelRows(ctx, benchmark)
	if err != nil {
		return err
	}
	grid := modelsGrid(rows)
	if wantsCSV(c) {
		return gridCSV(c, "models", grid)
	}
	page := readLeaf(c, pageParam, rowsOnPage)
	q := url.Values{"benchmark": {benchmark}}
	grid.Rows = report.Rows(&page, grid.Rows)
	p := views.Models{Grid: grid, Pager: views.PagerOf(page, "models", func(key, value string) string { return link.To(link.With(q, key, value), "models") })}
	p.Meta = s.frame.Meta("Models", "Every model with its runs, published figures and ranks.", link.To(q, "models"), link.API(q, "models"), ui.Crumb{Label: "Models"})
	if !s.frame.Static {
		p.Filter = ui.Filter{Action: "/models", Fields: []ui.Field{{Name: "benchmark", Label: "Benchmark", Kind: ui.Select, Choices: choices}}}
		if benchmark != "" {
			p.Filter.Clear = "/models"
		}
		p.Meta.CSVPath = link.To(link.With(q, "format", "csv"), "models")
	}
	return html(c, views.ModelsPage(p))
}

// benchmarkChoice checks the filter and lists what it can be.
func (s *Server) benchmarkChoice(ctx context.Context, current string) (string, []ui.Choice, error) {
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return "", nil, err
	}
	choices := []ui.Choice{{Label: "all benchmarks"}}
	known := current == ""
	for _, b := range list {
		known = known || b.ID == current
		choices = append(choices, ui.Choice{Value: b.ID, Label: b.Name, Selected: b.ID == current})
	}
	if !known {
		return "", nil, bad("benchmark=%s is not in this database.", current)
	}
	return current, choices, nil
}

// modelsAPI is GET /api/v1/models.
func (s *Server) modelsAPI(c echo.Context) error {
	ctx := c.Request().Context()
	limit, offset := listWindow(c)
	benchmark, _, err := s.benchmarkChoice(ctx, ask(c).text("benchmark"))
	if err != nil {
		return err
	}
	rows, err := s.modelRows(ctx, benchmark)
	if err != nil {
		return err
	}
	total := len(rows)
	rows = rows[min(offset, total):min(offset+limit, total)]
	return object(c, map[string]any{"models": rows, "total": total, "limit": limit, "offset": offset})
}

// modelsGrid is the table of the list: per benchmark the model's best row.
func modelsGrid(rows []modelRow) views.Grid {
	g := views.Grid{Caption: words.Plural(len(rows), "model", "models") + " with a run or a published figure",
		Note: "A rank is that of the model's best system in the largest group of comparable systems that has it, among complete systems with records; a printed figure has none. The page of the model has all of them, with intervals.",
		Cols: []views.Col{{Key: "model", Label: "Model"}, {Key: "vendor", Label: "Vendor"}, {Key: "benchmarks", Label: "Benchmarks", Num: true},
			{Key: "runs", Label: "Runs with records", Num: true}, {Key: "figures", Label: "Published figures", Num: true}, {Key: "places", Label: "Rank"}}}
	for _, r := range rows {
		name := views.Words(r.Name).Link(r.URL)
		if r.Scripted {
			name = name.Noted("scripted agent")
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{name, views.Words(r.Vendor), views.Whole(r.Benchmarks),
			views.Whole(r.Runs), views.Whole(r.Figures), views.Words(placesText(r.Places))}})
	}
	return g
}

// placesText says where the model stands in each benchmark: the first row of
// it, which is its best in the largest group of comparable rows that has it.
func placesText(places []place) string {
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
func rankText(p place) string {
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
