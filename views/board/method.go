package board

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// tablePlace says where a table stands in its source.
func tablePlace(t results.StatTable) string {
	if t.Computed {
		return "computed by us"
	}
	return t.Place
}

// statCell writes a cell of a printed table in the unit of its column.
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

// methodView draws a report.Method, with our own words from views/content.
type methodView struct {
	*boardreport.Method
	frame       views.Frame
	titles      map[string]string // of sources, by id
	Texts       []templ.Component
	Notes       []templ.Component // known discrepancies
	Explanation templ.Component   // of the statistics
}

// MethodPage says how a benchmark is scored and how far what was published of
// it agrees with the records.
func MethodPage(f views.Frame, m *boardreport.Method) (templ.Component, error) {
	v := methodView{Method: m, frame: f, titles: map[string]string{}}
	for _, src := range m.Sources {
		v.titles[src.ID] = src.Title
	}
	var err error
	if v.Texts, err = views.ProseOf("method/"+m.Of.ID, "method/family-"+string(m.Of.Scoring)); err != nil {
		return nil, err
	}
	if v.Notes, err = views.ProseOf("method/" + m.Of.ID + "-notes"); err != nil {
		return nil, err
	}
	noun := views.NounOr(m.Of.Words.Task, "task")
	v.Explanation, err = views.Prose("method/statistics", "{task}", noun, "{Task}", words.Capital(noun))
	return methodPage(v), err
}

// title and lead are the head of the page.
func (m methodView) title() string {
	if !m.Of.Scored() {
		return "How " + m.Of.Name + " is read"
	}
	return "How " + m.Of.Name + " is scored"
}

func (m methodView) lead() string {
	if !m.Of.Scored() {
		return ""
	}
	return "The formulas, their conventions and statistics, what is known to disagree, and every published figure beside the recomputed one."
}

func (m methodView) meta() ui.Meta {
	b := m.Of
	meta := m.frame.Meta(m.title(), b.Name+": "+cmp.Or(m.lead(), m.Conventions[0].Explain),
		link.To(m.Query.Values(m.Query.Offset), "b", b.ID, "method"), "",
		views.Crumbs(b, views.TabLabel(b, "method"))...)
	return methodMeta(meta, b, link.To(link.With(m.Query.Values(0), "format", "csv"), "b", b.ID, "method"))
}

// methodMeta adds what all pages of a method say.
func methodMeta(m ui.Meta, b results.Benchmark, csv string) ui.Meta {
	m.CSVPath, m.MethodPath, m.Scripted = csv, link.Benchmark(b.ID, "method"), b.Scripted
	return m
}

// identities is how many of the tables check the arithmetic of printed numbers; they
// stand on the page itself.
func (m methodView) identities() int {
	n := 0
	for _, t := range m.Printed {
		if t.ID == results.IdentitiesTable {
			n++
		}
	}
	return n
}

// counted says how many figures and tables a source has.
func (m methodView) counted(source string) string {
	figures, tables := 0, 0
	for i := range m.Figures {
		if m.Figures[i].Source == source {
			figures++
		}
	}
	for _, t := range m.Printed {
		if t.Source == source {
			tables++
		}
	}
	return words.Plural(figures, "figure", "figures") + ", " + words.Plural(tables, "table", "tables")
}

// ConventionsTable is the conventions, for CSV.
func ConventionsTable(m *boardreport.Method) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "convention"}, {Key: "title"}, {Key: "explain"}, {Key: "default"}}}
	for _, c := range m.Conventions {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(c.ID), views.Words(c.Title), views.Words(c.Explain),
			views.YesNo(c.Default)}})
	}
	return g
}

// FiguresTable is the reconciliation for CSV, with values as the store has them:
// fractions from 0 to 1 for scores.
func FiguresTable(m *boardreport.Method) (header []string, rows [][]string) {
	header = []string{"source", "table", "model", "framework", "variant", "scope", "metric", "unit", "digits", "printed", "recomputed",
		"convention", "difference", "verdict", "reason", "run"}
	for _, f := range m.Shown() {
		run := ""
		if f.Run != nil {
			run = *f.Run
		}
		rows = append(rows, []string{f.Source, f.Table, f.Model, f.Framework, f.Variant, f.Scope, f.Metric, f.Unit, strconv.Itoa(f.Digits),
			boardreport.CSVFloat(f.Value),
			boardreport.CSVFloat(f.Nearest), f.Convention, boardreport.CSVFloat(f.Difference), f.Verdict, f.Reason, run})
	}
	return header, rows
}

// StatTablePage is the page of one published table.
func StatTablePage(f views.Frame, b results.Benchmark, t results.StatTable, source results.FigureSource) templ.Component {
	meta := f.Meta(ui.TitleOf(t.Title, ", "+b.Name), "", link.Benchmark(b.ID, "method", t.ID), "",
		views.CrumbsBelow(b, views.ViewCrumb(b, "method"), ui.Crumb{Label: t.Title})...)
	csv := link.To(url.Values{"format": {"csv"}}, "b", b.ID, "method", t.ID)
	return statTablePage(methodMeta(meta, b, csv), b, t, source.Title)
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

// worlds says of printed tables over several harnesses that these run in several worlds,
// and of a benchmark whose updates overwrite chats that they do.
func (m methodView) worlds() string {
	text := words.LayoutFinding(m.Layouts)
	if text == "" {
		return ""
	}
	apart := words.LayoutsApart(m.Layouts)
	if tables := m.Harnesses(); len(tables) > 0 && apart != "" {
		return "Rows of several harnesses, as in " + strings.Join(tables, " and ") + ", are of several worlds. " + text + " " + apart
	}
	return text
}
