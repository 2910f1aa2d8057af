// Package about renders the page that describes how a benchmark is scored and whether reported
// results agree with the records.
package about

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

type About struct {
	Of       results.Benchmark
	Names    map[string]string // model names by id
	Board    results.Board
	Tasks    []results.Task
	Warnings []results.Warning
	Tables   []results.StatTable // published tables, including verdicts on the paper's statements
	Sources  []results.FigureSource
	Figures  []Figure
	Cite     views.Citation
	Query    Query

	texts, notes []views.Part
}

type Query struct {
	Table                  string // id of the table to show
	Verdict, Source, Place string // filters of the reported results
	Page                   table.Window
}

type Figure struct {
	results.Figure
	Run        string // slug of the run; empty if there is none
	Recomputed *float64
	Convention string
	Difference *float64 // computed value minus reported value
	Verdict    string   // verdict: differs, matches, open or empty
	Reason     string   // reason why the value cannot be recomputed
}

func Verdicts() []string { return []string{"", "differs", "matches", "open", "empty"} }

func verdictWords(verdict string) string {
	return map[string]string{"": "All", "differs": "differs", "matches": "matches", "open": "cannot be recomputed", "empty": "not reported"}[verdict]
}

// NewFigure compares a reported result with a run's metrics and tries the default convention first.
// If run is nil, reason explains why the result cannot be recomputed.
func NewFigure(f results.Figure, run *results.Run, reason string, metrics []results.Metric, preset string) Figure {
	x := Figure{Figure: f, Verdict: "open", Reason: reason}
	if f.Value == nil {
		x.Verdict, x.Reason = "empty", ""
	}
	if run == nil {
		return x
	}
	x.Run = run.Slug
	var values []check.Value
	for _, m := range metrics {
		if m.Scope != f.Scope || m.Key != f.Metric || m.Recorded() == nil {
			continue
		}
		v := check.Value{Convention: m.Convention, Value: *m.Recorded()} // excludes missing tasks, as the source did
		if m.Convention == preset {
			values = slices.Insert(values, 0, v)
		} else {
			values = append(values, v)
		}
	}
	r := check.Against(f, values)
	x.Recomputed, x.Convention = r.Recomputed, r.Convention
	if r.Difference != nil {
		d := -*r.Difference
		x.Difference = &d
	}
	switch {
	case r.Verdict == results.VerdictMatches:
		x.Verdict = "matches"
	case r.Verdict == results.VerdictDiffers:
		x.Verdict = "differs"
	case f.Value != nil && len(values) == 0:
		x.Reason = "the records do not hold it"
	}
	return x
}

// Finish loads the page's texts and sorts the reported results, differences first.
func (a *About) Finish() (err error) {
	noun := views.NounOr(a.Of.Words.Task, "task")
	for _, name := range []string{a.Of.ID, "family-" + string(a.Of.Scoring), "statistics"} {
		if name == "statistics" && !a.Of.Scored() {
			continue
		}
		parts, err := views.Parts("method/"+name, "{task}", noun, "{Task}", words.Capital(noun))
		if err != nil {
			return err
		}
		a.texts = append(a.texts, parts...)
	}
	a.notes, err = views.Parts("method/" + a.Of.ID + "-notes")
	slices.SortStableFunc(a.Figures, func(x, y Figure) int {
		return slices.Index(Verdicts(), x.Verdict) - slices.Index(Verdicts(), y.Verdict)
	})
	return err
}

// One returns the requested table, or nil if it does not exist.
func (a *About) One() *results.StatTable {
	for i := range a.Tables {
		if a.Tables[i].ID == a.Query.Table {
			return &a.Tables[i]
		}
	}
	return nil
}

func (a *About) claims() *results.StatTable {
	b := *a
	b.Query.Table = results.ClaimsTable
	return b.One()
}

func (a *About) count(verdict string, of func(f *Figure) bool) (n int) {
	for i := range a.Figures {
		if f := &a.Figures[i]; (verdict == "" || f.Verdict == verdict) && (of == nil || of(f)) {
			n++
		}
	}
	return n
}

func (a *About) path(q url.Values, anchor string) string {
	return link.To(q, "b", a.Of.ID, "about") + "#" + anchor
}

func (a *About) state() url.Values {
	return link.With(nil, "table", a.Query.Table, "verdict", a.Query.Verdict, "source", a.Query.Source, "place", a.Query.Place,
		a.Query.Page.Key, a.Query.Page.Value())
}

func (a *About) turn(key, value string) string {
	return a.path(link.With(a.state(), key, value), "check")
}

func (a *About) source(id string) string {
	for _, s := range a.Sources {
		if s.ID == id {
			return s.Title
		}
	}
	return id
}

func (a *About) sums() table.Table {
	g := table.Table{Fit: true, Caption: fmt.Sprintf("%s by table: how many can be recomputed from records and match to the reported digits", words.Counted(len(a.Figures), "place")),
		Cols: []table.Col{{Key: "table", Label: "Table"}, {Key: "reported", Label: "Reported", Num: true}}}
	for _, v := range Verdicts()[1:] {
		g.Cols = append(g.Cols, table.Col{Key: v, Label: words.Capital(verdictWords(v)), Num: true})
	}
	row := func(name, source, place string, of func(f *Figure) bool) table.Row {
		cells := []table.Cell{table.Words(name).Noted(source), table.Whole(a.count("", of) - a.count("empty", of))}
		for _, v := range Verdicts()[1:] {
			cell := table.Whole(a.count(v, of))
			if *cell.Value > 0 {
				cell = cell.Link(a.path(link.With(nil, "verdict", v, "source", source, "place", place), "check"))
			}
			cells = append(cells, cell)
		}
		cells[0] = table.Words(name).Noted(a.source(source))
		return table.Row{Cells: cells}
	}
	known := map[[2]string]bool{}
	figures := slices.Clone(a.Figures)
	slices.SortStableFunc(figures, func(x, y Figure) int {
		return slices.IndexFunc(a.Sources, func(s results.FigureSource) bool { return s.ID == x.Source }) -
			slices.IndexFunc(a.Sources, func(s results.FigureSource) bool { return s.ID == y.Source })
	})
	for _, x := range figures {
		if k := [2]string{x.Source, x.Table}; !known[k] {
			known[k] = true
			g.Rows = append(g.Rows, row(x.Table, x.Source, x.Table, func(f *Figure) bool { return f.Source == x.Source && f.Table == x.Table }))
		}
	}
	total := row("All", "", "", nil)
	total.Class = "total"
	g.Rows = append(g.Rows, total)
	return g
}

func (a *About) Results() table.Table {
	g := table.Table{Cols: []table.Col{{Key: "system", Label: "System"}, {Key: "metric", Label: "Metric"}, {Key: "scope", Label: "Part"},
		{Key: "unit", Label: "Unit"}, {Key: "reported", Label: "Reported", Num: true}, {Key: "recomputed", Label: "From records", Num: true},
		{Key: "convention", Label: "Convention"}, {Key: "difference", Label: "Difference", Num: true}, {Key: "verdict", Label: "Verdict"},
		{Key: "place", Label: "Reported in"}}}
	for i := range a.Figures {
		f := &a.Figures[i]
		if a.Query.Verdict != "" && f.Verdict != a.Query.Verdict || a.Query.Source != "" && f.Source != a.Query.Source ||
			a.Query.Place != "" && f.Table != a.Query.Place {
			continue
		}
		href := link.Model(f.Model)
		if f.Run != "" {
			href = link.Run(f.Run)
		}
		scale, digits := 1.0, f.Digits
		if f.Unit == "percent" {
			scale = 100
		}
		number := func(v *float64, more int) table.Cell {
			if v == nil {
				return table.Number(nil, digits)
			}
			x := scale * *v
			return table.Number(&x, digits+more)
		}
		name := words.System(cmp.Or(a.Names[f.Model], f.Model), results.System{Framework: f.Framework, Variant: f.Variant})
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(name).Link(href), table.Words(metric.Of(f.Metric).Label),
			table.Words(f.Scope), table.Words(views.UnitWord(f.Unit)), number(f.Value, 0), number(f.Recomputed, 0), table.Words(f.Convention),
			number(f.Difference, 0), table.Words(f.words()), table.Words(f.Table).Noted(f.Note)}})
	}
	return g
}

func (a *About) resultsPage() table.Table {
	g := a.Results()
	g.Rows = table.Rows(&a.Query.Page, g.Rows)
	g.Caption = fmt.Sprintf("Reported results: %s of %d", cmp.Or(verdictWords(a.Query.Verdict), "All"), len(a.Figures))
	if a.Query.Place != "" {
		g.Caption += ", " + a.Query.Place
	}
	return g.Lean()
}

func (a *About) verdictTabs() (tabs []ui.Tab) {
	for _, v := range Verdicts() {
		if n := a.count(v, nil); n > 0 {
			tabs = append(tabs, ui.Tab{Label: words.Capital(verdictWords(v)), Count: strconv.Itoa(n), Current: v == a.Query.Verdict && a.Query.Place == "",
				Href: a.path(link.With(nil, "verdict", v), "check")})
		}
	}
	return tabs
}

func (a *About) list() table.Table {
	g := table.Table{Caption: words.Counted(len(a.Tables), "table") + " that hold no metric of a system", Cols: []table.Col{{Key: "table", Label: "Table"},
		{Key: "rows", Label: "Rows", Num: true}, {Key: "columns", Label: "Columns", Num: true}, {Key: "place", Label: "Where"}, {Key: "source", Label: "Source"}}}
	for i := range a.Tables {
		if t := &a.Tables[i]; t.ID != results.ClaimsTable {
			g.Rows = append(g.Rows, table.Row{ID: t.ID, Cells: []table.Cell{table.Words(t.Title).Link(link.To(link.With(nil, "table", t.ID), "b", a.Of.ID, "about")),
				table.Whole(len(t.Rows)), table.Whole(len(t.Columns)), table.Words(placeOf(t)), table.Words(a.source(t.Source))}})
		}
	}
	return g
}

func placeOf(t *results.StatTable) string {
	if t.Computed {
		return "computed by us"
	}
	return t.Place
}

func (a *About) Grid(t results.StatTable) table.Table {
	g := views.StatGrid(a.Of, t)
	g.Tall, g.Cols[0].Key = false, t.Label
	return g
}

func (a *About) CSV() (name string, g table.Table) {
	if t := a.One(); t != nil {
		b := *a
		b.Of = results.Benchmark{ID: a.Of.ID} // ids instead of titles in CSV
		return t.ID, b.Grid(*t)
	}
	if len(a.Figures) == 0 {
		return "rules", a.rules()
	}
	return "reported", a.Results()
}

func (a *About) datasetWords() string {
	noun := views.NounOr(a.Of.Words.Task, "task")
	switch {
	case a.Of.Official && a.Of.Digest != "":
		return words.Counted(len(a.Tasks), noun) + ", shipped with this site or set by its operator; other content is refused."
	case a.Of.Official:
		return words.Counted(len(a.Tasks), noun) + "; this site knows their solutions, not their texts."
	}
	return words.Counted(len(a.Tasks), noun) + ", as the first records read have them. They have not been compared with a published dataset."
}

func (a *About) digest() string {
	d := results.Dataset{Benchmark: a.Of, Tasks: a.Tasks}
	return d.ContentDigest()
}

func (a *About) rules() table.Table {
	g := table.Table{Caption: "Rules of the leaderboard", Cols: []table.Col{{Key: "rule", Label: "Rule"}, {Key: "text", Label: "What it says"}}}
	add := func(name, text table.Cell) {
		if text.Text != "" {
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{name, text}})
		}
	}
	list := score.ConventionsOf(a.Of)
	if a.Of.Scored() {
		add(table.Words("Ranked by"), table.Words(a.headline()))
	}
	for i, c := range list {
		name := table.Words("Averages")
		if len(list) > 1 {
			name = table.Words(c.Title).Link(link.To(link.With(nil, "convention", c.ID), "b", a.Of.ID))
		}
		if len(list) > 1 && i == 0 {
			name = name.Noted("default")
		}
		add(name, table.Words(c.Explain))
	}
	add(table.Words("Counts as failed"), table.Words(a.Of.FailureRule))
	if a.Of.Scored() {
		add(table.Words("Evidence"), table.Words("● scored from traces: contradictions between verdict, checker output and trace exclude a run. "+
			"◐ scored from verdicts: sums are checked, actions cannot be seen. ○ reported only: not ranked."))
	}
	if len(a.Tasks) > 0 {
		add(table.Words("Dataset"), table.Words(a.datasetWords()).Noted("sha256 "+a.digest()))
	}
	for _, s := range a.Sources {
		add(table.Words("Source"), table.Words(s.Citation+dated(s.Date)).Noted(s.Note))
	}
	return g
}

// badges returns the badge of the leading run; nil if there is no such run or the site's origin is
// unknown.
func (a *About) badges(ctx context.Context) []views.SharedBadge {
	page := ui.Absolute(ctx, link.Benchmark(a.Of.ID))
	i := slices.IndexFunc(a.Board.Rows, func(r results.BoardRow) bool { return r.Run != nil && r.Rank != nil && *r.Rank == 1 })
	if page == "" || i < 0 {
		return nil
	}
	r := &a.Board.Rows[i]
	return []views.SharedBadge{views.BadgeFor(ctx, link.Badge(a.Of.ID, *r.Run, ""), a.Of.Name, words.System(r.Name, r.System), page)}
}

func (a *About) headline() string {
	m := metric.Of(a.Board.Headline)
	if m.Name == "" || strings.EqualFold(m.Name, m.Label) {
		return m.Label
	}
	return m.Label + ", " + m.Name
}

func dated(date string) string {
	if date == "" {
		return ""
	}
	return ", " + date
}

// words returns the verdict, or the reason if the result cannot be recomputed.
func (f *Figure) words() string {
	if f.Verdict == "open" && f.Reason != "" {
		return f.Reason
	}
	return verdictWords(f.Verdict)
}
