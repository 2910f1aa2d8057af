package board

import (
	"fmt"
	"net/url"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// tablesParts is what the template shows.
type tablesParts struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	All       string // address of all tables, where the page shows one
	Tables    []publishedTable
}

// publishedTable is one published table with its source.
type publishedTable struct {
	ID     string
	Grid   views.Grid
	Title  string // of the source
	Source string
	Href   string
	CSV    string
}

// TablesPage shows published tables as they were printed.
func TablesPage(f views.Frame, d *boardreport.Tables) templ.Component {
	b, id, title := d.Of, "", "Tables"
	p := tablesParts{Benchmark: b, Lead: fmt.Sprintf("%s that the papers and sites of %s print or that we computed from what they released.", words.Counted(d.Total, "table"), b.Name)}
	if d.One {
		id, title = d.Tables[0].ID, d.Tables[0].Title
		p.All = link.Benchmark(b.ID, "tables")
	}
	p.Meta = f.BenchMeta(b, "tables", title, p.Lead, url.Values{"table": {id}})
	for _, t := range d.Tables {
		src := d.Source(t)
		p.Tables = append(p.Tables, publishedTable{ID: t.ID, Grid: views.StatGrid(b, t), Source: src.Citation, Title: src.Title, Href: link.Benchmark(b.ID, "method", t.ID),
			CSV: link.To(url.Values{"table": {t.ID}, "format": {"csv"}}, "b", b.ID, "tables")})
	}
	return tablesPage(p)
}

// TableList is the list of tables, for CSV.
func TableList(list []results.StatTable) views.Grid {
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
