package board

import (
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// methodParts is what the template shows.
type methodParts struct {
	Meta        ui.Meta
	Benchmark   results.Benchmark
	Texts       []templ.Component // our own words, from views/content
	Notes       []templ.Component // known discrepancies
	Statistics  templ.Component
	Conventions []boardreport.Convention
	Warnings    []report.Warning // about the dataset
	Dataset     boardreport.DatasetPin
	Check       FigureCheck
	Identities  []results.StatTable // the arithmetic of the printed numbers
	Tables      []StatTableLink
	Sources     []MethodSource
}

// FigureCheck compares every published figure with the records.
type FigureCheck struct {
	Filter  *ui.Filter
	Summary []FigureSummary
	Total   FigureSummary
	Rows    []FigureRow
	Pager   *ui.Pager
	Shown   int // figures that pass the filter
}

// FigureSummary counts the figures of one table by verdict.
type FigureSummary struct {
	Source, Place          string
	Printed                int // figures with a value
	Matches, Differs, Open int
	Unpublished            int // places without a value
}

// FigureRow is one published figure beside the recomputed values.
type FigureRow struct {
	Place, Source string
	System, Href  string
	Metric, Scope string
	Printed, Unit string
	Values        []FigureValue
	Verdict       string
	Class         string // v-pass, v-fail or quiet
	Reason        string // why it cannot be recomputed, or what differs
	Note          string // of the figure
}

// FigureValue is a recomputed value under one convention.
type FigureValue struct {
	Convention string // empty where there is one only
	Text       string
	Match      bool
}

// StatTableLink is a published table that has a page of its own.
type StatTableLink struct {
	Table  results.StatTable
	Source string
	Href   string
}

// MethodSource is where figures and tables come from.
type MethodSource struct {
	results.FigureSource
	Figures, Tables int
}

// statTableParts is what the template of one published table shows.
type statTableParts struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Table     results.StatTable
	Source    results.FigureSource
}

// place says where a table stands in its source.
func tablePlace(t results.StatTable) string {
	if t.Computed {
		return "computed by us"
	}
	return t.Place
}

// cell writes a cell of a printed table in the unit of its column.
func statCell(c results.StatColumn, x results.StatCell) string {
	if x.Value == nil {
		if x.Text == "" {
			return words.NotRecorded
		}
		return ui.Plain(x.Text)
	}
	return words.Fixed(x.Value, c.Digits)
}

// statUnit is a column's unit as its header shows it.
func statUnit(unit string) string {
	switch unit {
	case "percent":
		return "%"
	case "text", "count", "fraction":
		return ""
	case "usd":
		return "US$"
	}
	return unit
}

// statHref leads to what a row of a table speaks of.
func statHref(benchmark, ref string) string {
	for prefix, path := range map[string]string{"scenario:": "/b/" + benchmark + "/scenarios/", "model:": "/models/"} {
		if len(ref) > len(prefix) && ref[:len(prefix)] == prefix && results.ValidSlug(ref[len(prefix):]) {
			return path + ref[len(prefix):]
		}
	}
	return ""
}

// boardHref leads to the leaderboard under a convention.
func boardHref(benchmark string, c boardreport.Convention) string {
	if c.Default {
		return "/b/" + benchmark
	}
	return "/b/" + benchmark + "?convention=" + c.ID
}

// warningPlace is the file and line of a warning.
func warningPlace(w report.Warning) string {
	if w.Line != nil {
		return w.File + ":" + words.Count(*w.Line)
	}
	return w.File
}

// methodView draws a report.Method.
type methodView struct {
	*boardreport.Method
	frame  views.Frame
	titles map[string]string // of sources, by id
}

// MethodPage says how a benchmark is scored and how far what was published of
// it agrees with the records.
func MethodPage(f views.Frame, m *boardreport.Method) (templ.Component, error) {
	v := methodView{m, f, map[string]string{}}
	for _, src := range m.Sources {
		v.titles[src.ID] = src.Title
	}
	p, err := v.parts()
	return methodPage(p), err
}

func (m methodView) parts() (methodParts, error) {
	b := m.Of
	p := methodParts{Benchmark: b, Dataset: m.Dataset, Warnings: m.Warnings, Conventions: m.Conventions, Check: m.check()}
	p.Meta = m.frame.Meta("How "+b.Name+" is scored", "Formulas, conventions, statistics and known discrepancies of "+b.Name+", and every published figure beside the recomputed one.",
		link.To(m.Query.Values(m.Query.Offset), "b", b.ID, "method"), link.API(nil, "benchmarks", b.ID, "method"), views.Crumbs(b, views.TabLabel(b, "method"))...)
	p.Meta.CSVPath = link.To(link.With(m.Query.Values(0), "format", "csv"), "b", b.ID, "method")
	p.Meta.MethodPath = link.Benchmark(b.ID, "method")
	p.Meta.Scripted = b.Scripted
	var err error
	noun := views.NounOr(b.Words.Task, "task")
	if p.Texts, err = views.ProseOf("method/"+b.ID, "method/family-"+string(b.Scoring)); err != nil {
		return p, err
	}
	if p.Notes, err = views.ProseOf("method/" + b.ID + "-notes"); err != nil {
		return p, err
	}
	if p.Statistics, err = views.Prose("method/statistics", "{task}", noun, "{Task}", words.Capital(noun)); err != nil {
		return p, err
	}
	tables, figures := map[string]int{}, map[string]int{}
	for i, t := range m.Printed {
		tables[t.Source]++
		if t.ID == results.IdentitiesTable {
			p.Identities = append(p.Identities, t)
			continue
		}
		p.Tables = append(p.Tables, StatTableLink{Table: t, Source: m.titles[t.Source], Href: m.Tables[i].URL})
	}
	for i := range m.Figures {
		figures[m.Figures[i].Source]++
	}
	for _, src := range m.Sources {
		p.Sources = append(p.Sources, MethodSource{FigureSource: src, Figures: figures[src.ID], Tables: tables[src.ID]})
	}
	return p, nil
}

// ConventionsTable is the conventions, for CSV.
func ConventionsTable(m *boardreport.Method) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "convention"}, {Key: "title"}, {Key: "explain"}, {Key: "default"}}}
	for _, c := range m.Conventions {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(c.ID), views.Words(c.Title), views.Words(c.Explain), views.YesNo(c.Default)}})
	}
	return g
}

// FiguresTable is the reconciliation for CSV, with values as the store has them:
// fractions from 0 to 1 for scores.
func FiguresTable(m *boardreport.Method) (header []string, rows [][]string) {
	header = []string{"source", "table", "model", "framework", "variant", "scope", "metric", "unit", "digits", "printed", "recomputed", "convention", "difference", "verdict", "reason", "run"}
	for _, f := range m.Shown() {
		run := ""
		if f.Run != nil {
			run = *f.Run
		}
		rows = append(rows, []string{f.Source, f.Table, f.Model, f.Framework, f.Variant, f.Scope, f.Metric, f.Unit, strconv.Itoa(f.Digits), boardreport.CSVFloat(f.Value),
			boardreport.CSVFloat(f.Nearest), f.Convention, boardreport.CSVFloat(f.Difference), f.Verdict, f.Reason, run})
	}
	return header, rows
}

// StatTablePage is the page of one published table.
func StatTablePage(f views.Frame, b results.Benchmark, t results.StatTable, source results.FigureSource) templ.Component {
	p := statTableParts{Benchmark: b, Table: t, Source: source}
	p.Meta = f.Meta(ui.TitleOf(t.Title, ", "+b.Name), "", link.Benchmark(b.ID, "method", t.ID), link.API(nil, "benchmarks", b.ID, "tables", t.ID), views.CrumbsBelow(b, views.ViewCrumb(b, "method"), ui.Crumb{Label: t.Title})...)
	p.Meta.CSVPath = link.To(url.Values{"format": {"csv"}}, "b", b.ID, "method", t.ID)
	p.Meta.MethodPath = link.Benchmark(b.ID, "method")
	p.Meta.Scripted = b.Scripted
	return statTablePage(p)
}

// StatTableCSV is one published table as rows.
func StatTableCSV(t results.StatTable) (header []string, rows [][]string) {
	header = []string{t.Label, "ref"}
	for _, col := range t.Columns {
		header = append(header, col.Key)
	}
	for _, r := range t.Rows {
		row := []string{r.Label, r.Ref}
		for _, cell := range r.Cells {
			if cell.Value != nil {
				row = append(row, boardreport.CSVFloat(cell.Value))
			} else {
				row = append(row, cell.Text)
			}
		}
		rows = append(rows, row)
	}
	return header, rows
}
