package board

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

func countFigure(s *FigureSummary, f *boardreport.PublishedFigure) {
	switch f.Word() {
	case "empty":
		s.Unpublished++
		return
	case "matches":
		s.Matches++
	case "differs":
		s.Differs++
	default:
		s.Open++
	}
	s.Printed++
}

func (m methodView) figureRow(f *boardreport.PublishedFigure) FigureRow {
	name := m.Names[f.Model]
	if name == "" {
		name = f.Model
	}
	info := views.MetricOf(f.Metric)
	r := FigureRow{
		Place: f.Table, Source: m.titles[f.Source], Href: link.Model(f.Model), Metric: info.Label, Scope: scopeWords(f.Scope, m.Of),
		System:  ui.Plain(words.System(name, results.System{Framework: f.Framework, Variant: f.Variant})),
		Printed: words.Printed(f.Value, f.Digits, f.Unit), Unit: figureUnit(f.Unit), Verdict: f.Verdict, Reason: f.Reason, Note: f.Note,
	}
	if f.Run != nil {
		r.Href = link.Run(*f.Run)
	}
	for _, v := range f.Recomputed {
		r.Values = append(r.Values, FigureValue{Convention: v.Convention, Text: words.Printed(&v.Value, f.Digits, f.Unit), Match: v.Matches})
	}
	switch f.Word() {
	case "matches":
		r.Class = "v-pass"
	case "differs":
		r.Class = "v-fail"
		r.Verdict = "differs by " + words.PrintedChange(-*f.Difference, f.Digits, f.Unit)
	case "empty":
		r.Class, r.Verdict, r.Reason = "quiet", "not published", ""
	default:
		r.Class = "quiet"
	}
	return r
}

func figureUnit(unit string) string {
	switch unit {
	case "percent":
		return "%"
	case "seconds":
		return "s"
	case "usd":
		return "US$"
	case "fraction", "count":
		return ""
	}
	return unit
}

// scopeWords says what part of the benchmark a figure is about.
func scopeWords(scope string, b results.Benchmark) string {
	kind, id, ok := strings.Cut(scope, ":")
	if !ok {
		return scope
	}
	if kind == "scenario" && b.Words.Scenario != "" {
		kind = b.Words.Scenario
	}
	return kind + " " + id
}

func (m methodView) figureFilter() *ui.Filter {
	path := link.Benchmark(m.Of.ID, "method")
	f := &ui.Filter{Action: path + "#check", Submit: "Filter"}
	labels := map[string]string{"": "any", "matches": "matches", "differs": "differs", "open": "cannot be recomputed", "empty": "not published"}
	verdicts := ui.Field{Name: "verdict", Label: "Verdict", Kind: ui.Select}
	for _, v := range boardreport.FigureVerdicts() {
		verdicts.Choices = append(verdicts.Choices, ui.Choice{Value: v, Label: labels[v], Selected: v == m.Query.Verdict})
	}
	sources := ui.Field{Name: "source", Label: "Source", Kind: ui.Select, Choices: []ui.Choice{{Label: "any", Selected: m.Query.Source == ""}}}
	used := map[string]bool{}
	for i := range m.Figures {
		used[m.Figures[i].Source] = true
	}
	for _, src := range m.Sources {
		if used[src.ID] {
			sources.Choices = append(sources.Choices, ui.Choice{Value: src.ID, Label: src.Title, Selected: src.ID == m.Query.Source})
		}
	}
	f.Fields = []ui.Field{verdicts, sources, {Name: "q", Label: "System", Kind: ui.Text, Value: m.Query.Name, Hint: "part of a name"}}
	if m.Query.Verdict != "" || m.Query.Source != "" || m.Query.Name != "" {
		f.Clear = path + "#check"
	}
	return f
}

func (m methodView) figurePager(total int) *ui.Pager {
	if total <= figuresOnPage || m.Query.Offset >= total {
		return nil
	}
	shown := min(figuresOnPage, total-m.Query.Offset)
	p := views.OffsetPager(m.Query.Offset, shown, total, figuresOnPage, "figures", func(offset string) string {
		return link.To(link.With(m.Query.Values(0), "offset", offset), "b", m.Of.ID, "method") + "#check"
	})
	return &p
}

// figuresOnPage is how many figures one page shows.
const figuresOnPage = 100

// check is the section of the page.
func (m methodView) check() FigureCheck {
	c := FigureCheck{Total: FigureSummary{Place: "All"}}
	type table struct{ Source, Name string }
	at := map[table]int{}
	for i := range m.Figures {
		f := &m.Figures[i]
		k := table{Source: f.Source, Name: f.Table}
		if _, ok := at[k]; !ok {
			at[k] = len(c.Summary)
			c.Summary = append(c.Summary, FigureSummary{Place: f.Table, Source: m.titles[f.Source]})
		}
		for _, s := range []*FigureSummary{&c.Summary[at[k]], &c.Total} {
			countFigure(s, f)
		}
	}
	shown := m.Shown()
	c.Shown = len(shown)
	for _, f := range report.Span(shown, figuresOnPage, m.Query.Offset) {
		c.Rows = append(c.Rows, m.figureRow(&f))
	}
	c.Pager = m.figurePager(len(shown))
	if !m.frame.Static {
		c.Filter = m.figureFilter()
	}
	return c
}
