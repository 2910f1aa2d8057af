package web

import (
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// statTables reads the benchmark's published tables with their sources, all of
// them or the one that ?table= names.
func (s *Server) statTables(c echo.Context) (*report.Bench, []results.StatTable, map[string]results.FigureSource, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, nil, err
	}
	ctx := c.Request().Context()
	list, err := s.store.StatTables(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	srcs, err := s.store.FigureSources(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	sources := map[string]results.FigureSource{}
	for _, src := range srcs {
		sources[src.ID] = src
	}
	id := ask(c).text("table")
	if id == "" {
		return v, list, sources, nil
	}
	for _, t := range list {
		if t.ID == id {
			return v, []results.StatTable{t}, sources, nil
		}
	}
	return nil, nil, nil, bad("table=%s is not a table of this benchmark.", id)
}

// tablesAPI is GET /api/v1/benchmarks/{benchmark}/tables.
func (s *Server) tablesAPI(c echo.Context) error {
	v, list, sources, err := s.statTables(c)
	if err != nil {
		return err
	}
	used := []results.FigureSource{}
	for _, t := range list {
		if src, ok := sources[t.Source]; ok {
			used = append(used, src)
			delete(sources, t.Source)
		}
	}
	return object(c, map[string]any{"benchmark": v.Benchmark.ID, "tables": list, "sources": used, "total": len(list)})
}

// tablesPage is /b/{benchmark}/tables: every published table that holds no
// metric of a system, and those that we computed.
func (s *Server) tablesPage(c echo.Context) error {
	v, list, sources, err := s.statTables(c)
	if err != nil {
		return err
	}
	b, id := v.Benchmark, ask(c).text("table")
	csv := wantsCSV(c)
	if csv {
		if len(list) == 1 {
			return gridCSV(c, b.ID+"-"+list[0].ID, views.StatGrid(b.ID, list[0]))
		}
		return gridCSV(c, b.ID+"-tables", listGrid(list))
	}
	q := url.Values{"table": {id}}
	p := views.Tables{Benchmark: b, Lead: fmt.Sprintf("%s that the papers and sites of %s print or that we computed from what they released.", words.Counted(len(list), "table"), b.Name)}
	title := "Tables"
	if id != "" {
		title = list[0].Title
		p.All = link.Benchmark(b.ID, "tables")
	}
	p.Meta = s.frame.BenchMeta(b, "tables", title, p.Lead, q)
	for _, t := range list {
		src := sources[t.Source]
		item := views.StatTable{ID: t.ID, Grid: views.StatGrid(b.ID, t), Source: src.Citation, Title: src.Title}
		if !s.frame.Static {
			item.CSV = link.To(url.Values{"table": {t.ID}, "format": {"csv"}}, "b", b.ID, "tables")
		}
		item.Href = link.Benchmark(b.ID, "method", t.ID)
		p.Tables = append(p.Tables, item)
	}
	return html(c, views.TablesPage(p))
}

// listGrid is the list of tables, for CSV.
func listGrid(list []results.StatTable) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "table"}, {Key: "title"}, {Key: "source"}, {Key: "place"}, {Key: "computed"}, {Key: "rows"}, {Key: "columns"}}}
	for _, t := range list {
		computed := "no"
		if t.Computed {
			computed = "yes"
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(t.ID), views.Words(t.Title), views.Words(t.Source), views.Words(t.Place), views.Words(computed), views.Whole(len(t.Rows)), views.Whole(len(t.Columns))}})
	}
	return g
}
