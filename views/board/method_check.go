package board

import (
	"cmp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// figureSum counts the figures of one table by their verdict's word.
type figureSum struct {
	Source, Place string
	of            map[string]int
}

// printed is how many of the figures have a value.
func (s figureSum) printed() int { return s.of["matches"] + s.of["differs"] + s.of["open"] }

// sums counts the figures of each table, in their order.
func (m methodView) sums() []figureSum {
	var list []figureSum
	at := map[[2]string]int{}
	for i := range m.Figures {
		f := &m.Figures[i]
		k := [2]string{f.Source, f.Table}
		if _, ok := at[k]; !ok {
			at[k] = len(list)
			list = append(list, figureSum{m.titles[f.Source], f.Table, map[string]int{}})
		}
		list[at[k]].of[f.Word()]++
	}
	return list
}

// figureSystem names the system of a figure.
func (m methodView) figureSystem(f boardreport.PublishedFigure) string {
	return ui.Plain(words.System(cmp.Or(m.Names[f.Model], f.Model), results.System{Framework: f.Framework, Variant: f.Variant}))
}

// figureHref leads to the run that a figure is held against or, without one, to
// the model.
func figureHref(f boardreport.PublishedFigure) string {
	if f.Run != nil {
		return link.Run(*f.Run)
	}
	return link.Model(f.Model)
}

// figureVerdict is the verdict on a figure, its class, and why it cannot be
// recomputed or what differs.
func figureVerdict(f boardreport.PublishedFigure) (text, class, reason string) {
	switch f.Word() {
	case "matches":
		return f.Verdict, "v-pass", f.Reason
	case "differs":
		return "differs by " + words.PrintedChange(-*f.Difference, f.Digits, f.Unit), "v-fail", f.Reason
	case "empty":
		return "not published", "quiet", ""
	}
	return f.Verdict, "quiet", f.Reason
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
	if m.frame.Static {
		return nil
	}
	path := link.Benchmark(m.Of.ID, "method")
	f := &ui.Filter{Action: path + "#check", Submit: "Filter"}
	labels := map[string]string{"": "any", "matches": "matches", "differs": "differs", "open": "cannot be recomputed",
		"empty": "not published"}
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
const figuresOnPage = 25
