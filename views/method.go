package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Method is the page that says how a benchmark is scored.
type Method struct {
	Meta        ui.Meta
	Benchmark   results.Benchmark
	Texts       []templ.Component // our own words, from views/content
	Notes       []templ.Component // known discrepancies
	Statistics  templ.Component
	Conventions []BoardConvention
	Warnings    []results.Warning // about the dataset
	Dataset     DatasetPin
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

// StatTablePageOf is the page of one published table.
type StatTablePageOf struct {
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
func boardHref(benchmark string, c BoardConvention) string {
	if c.Default {
		return "/b/" + benchmark
	}
	return "/b/" + benchmark + "?convention=" + c.ID
}

// warningPlace is the file and line of a warning.
func warningPlace(w results.Warning) string {
	if w.Line > 0 {
		return w.File + ":" + words.Count(w.Line)
	}
	return w.File
}
