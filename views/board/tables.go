package board

import (
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// tablesView draws a report's published tables.
type tablesView struct {
	*boardreport.Tables
	frame views.Frame
}

// TablesPage shows published tables as they were printed.
func TablesPage(f views.Frame, d *boardreport.Tables) templ.Component {
	return tablesPage(tablesView{d, f})
}

func (d tablesView) lead() string {
	return words.Counted(d.Total, "table") + " that the papers and sites of " + d.Of.Name +
		" print or that we computed from what they released."
}

func (d tablesView) meta() ui.Meta {
	id, title := "", "Tables"
	if d.One {
		id, title = d.Tables.Tables[0].ID, d.Tables.Tables[0].Title
	}
	return d.frame.BenchMeta(d.Of, "tables", title, d.lead(), url.Values{"table": {id}})
}

// oneSource reports whether several tables are all from the same place, which is then
// said once.
func (d tablesView) oneSource() bool {
	list := d.Tables.Tables
	return len(list) > 1 && !slices.ContainsFunc(list, func(t results.StatTable) bool { return t.Source != list[0].Source })
}

// csv is the address of one table as CSV.
func (d tablesView) csv(t results.StatTable) string {
	return link.To(url.Values{"table": {t.ID}, "format": {"csv"}}, "b", d.Of.ID, "tables")
}

// TableList is the list of tables, for CSV.
func TableList(list []results.StatTable) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "table"}, {Key: "title"}, {Key: "source"}, {Key: "place"}, {Key: "computed"}, {Key: "rows"},
		{Key: "columns"}}}
	for _, t := range list {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(t.ID), views.Words(t.Title), views.Words(t.Source),
			views.Words(t.Place), views.YesNo(t.Computed), views.Whole(len(t.Rows)), views.Whole(len(t.Columns))}})
	}
	return g
}
