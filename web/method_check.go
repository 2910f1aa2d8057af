package web

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// figureCheck is a published figure beside what the records give.
type figureCheck struct {
	results.Figure
	Run    string                 // slug of the run it is compared with; empty without one
	Values []figureValue          // recomputed, one per convention that has it
	Result results.PublishedValue // Verdict, Recomputed, Convention and Difference
	Reason string                 // why it cannot be recomputed
}

// figureValue is a recomputed value under one convention.
type figureValue struct {
	Convention string
	Value      float64
	Match      bool
}

// word is the figure's verdict as ?verdict= names it.
func (f *figureCheck) word() string {
	switch {
	case f.Value == nil:
		return "empty"
	case f.Result.Verdict == results.VerdictMatches:
		return "matches"
	case f.Result.Verdict == results.VerdictDiffers:
		return "differs"
	}
	return "open"
}

// checkedFigures compares all figures of a benchmark with the records.
func (s *Server) checkedFigures(ctx context.Context, b results.Benchmark, bd results.Board) ([]figureCheck, error) {
	figures, err := s.store.Figures(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: b.ID})
	if err != nil {
		return nil, err
	}
	find := runFinder(bd, runs)
	metrics := map[string][]results.Metric{}
	list := make([]figureCheck, len(figures))
	for i, f := range figures {
		run, reason := find(&f)
		if run != nil && metrics[run.Slug] == nil {
			if metrics[run.Slug], err = s.store.RunMetrics(ctx, run.ID); err != nil {
				return nil, err
			}
		}
		list[i] = figureCheck{Figure: f, Reason: reason}
		if run != nil {
			list[i].Run = run.Slug
			list[i].compare(metrics[run.Slug], score.Conventions(b.Scoring)[0].ID)
		} else {
			list[i].Result.Verdict = results.VerdictUnrecomputed
		}
	}
	return list, nil
}

// runFinder returns a function that finds the run whose records a figure was
// made from, or says why there is none. A source that came with records is
// compared with those alone, and only the sources of the board with its runs:
// an older README speaks of other tasks, so a difference would mean nothing.
func runFinder(bd results.Board, runs []results.Run) func(*results.Figure) (*results.Run, string) {
	bySource, bySlug := map[string]*results.Run{}, map[string]*results.Run{}
	own := map[string]bool{}
	for i := range runs {
		r := &runs[i]
		bySlug[r.Slug] = r
		if src := r.Facts[results.FactSource]; src != "" {
			own[src] = true
			bySource[src+"\x00"+r.System.Model] = r
		}
	}
	onBoard, bySystem := map[string]bool{}, map[string]*results.Run{}
	for i := range bd.Rows {
		r := &bd.Rows[i]
		for _, p := range r.Published {
			onBoard[p.Source] = true
		}
		if r.Run != nil {
			bySystem[r.System.Model+"\x00"+r.System.Framework+"\x00"+r.System.Variant] = bySlug[*r.Run]
		}
	}
	return func(f *results.Figure) (*results.Run, string) {
		var run *results.Run
		switch {
		case own[f.Source]:
			run = bySource[f.Source+"\x00"+f.Model]
		case onBoard[f.Source]:
			run = bySystem[f.Model+"\x00"+f.Framework+"\x00"+f.Variant]
		default:
			return nil, "its source speaks of other runs or tasks"
		}
		switch {
		case run == nil:
			return nil, "no records of this system"
		case !board.Covers(run, f):
			return nil, fmt.Sprintf("the run is incomplete: %d of %d scored", run.Counts.Scored, run.Counts.Expected)
		}
		return run, ""
	}
}

// compare sets the figure beside the run's values under every convention.
func (f *figureCheck) compare(metrics []results.Metric, preset string) {
	f.Result.Verdict = results.VerdictUnrecomputed
	if f.Value == nil {
		return
	}
	for _, m := range metrics {
		if m.Scope != f.Scope || m.Key != f.Metric || m.Recorded() == nil {
			continue
		}
		own := *m.Recorded() // by a source that lacks the same tasks
		v := figureValue{Convention: m.Convention, Value: own, Match: board.Matches(*f.Value, own, f.Digits, f.Unit)}
		if m.Convention == preset {
			f.Values = append([]figureValue{v}, f.Values...)
		} else {
			f.Values = append(f.Values, v)
		}
	}
	if len(f.Values) == 0 {
		f.Reason = "the records do not hold it"
		return
	}
	best := f.Values[0]
	for _, v := range f.Values[1:] {
		if !best.Match && (v.Match || math.Abs(*f.Value-v.Value) < math.Abs(*f.Value-best.Value)) {
			best = v
		}
	}
	d := *f.Value - best.Value
	f.Result.Recomputed, f.Result.Convention, f.Result.Difference, f.Result.Verdict = &best.Value, best.Convention, &d, results.VerdictDiffers
	if best.Match {
		f.Result.Verdict = results.VerdictMatches
	}
}

// check builds the section of the page.
func (d *methodData) check(q figureQuery, names map[string]string, static bool) views.FigureCheck {
	c := views.FigureCheck{Total: views.FigureSummary{Place: "All"}}
	at := map[string]int{}
	var kept []*figureCheck
	for i := range d.figures {
		f := &d.figures[i]
		k := f.Source + "\x00" + f.Table
		if _, ok := at[k]; !ok {
			at[k] = len(c.Summary)
			c.Summary = append(c.Summary, views.FigureSummary{Place: f.Table, Source: d.titles[f.Source]})
		}
		for _, s := range []*views.FigureSummary{&c.Summary[at[k]], &c.Total} {
			countFigure(s, f)
		}
		if q.keeps(f, names) {
			kept = append(kept, f)
		}
	}
	c.Shown = len(kept)
	for _, f := range report.Span(kept, figuresOnPage, q.offset) {
		c.Rows = append(c.Rows, d.figureRow(f, names))
	}
	if !static {
		c.Filter = d.figureFilter(q)
		c.Pager = d.figurePager(q, len(kept))
	}
	return c
}

func countFigure(s *views.FigureSummary, f *figureCheck) {
	switch f.word() {
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

func (d *methodData) figureRow(f *figureCheck, names map[string]string) views.FigureRow {
	name := names[f.Model]
	if name == "" {
		name = f.Model
	}
	m := views.MetricOf(f.Metric)
	r := views.FigureRow{
		Place: f.Table, Source: d.titles[f.Source], Href: link.Model(f.Model), Metric: m.Label, Scope: scopeWords(f.Scope, d.benchmark),
		System:  ui.Plain(words.System(name, results.System{Framework: f.Framework, Variant: f.Variant})),
		Printed: words.Printed(f.Value, f.Digits, f.Unit), Unit: figureUnit(f.Unit), Verdict: f.Result.Verdict, Reason: f.Reason, Note: f.Note,
	}
	if f.Run != "" {
		r.Href = link.Run(f.Run)
	}
	for _, v := range f.Values {
		r.Values = append(r.Values, views.FigureValue{Convention: v.Convention, Text: words.Printed(&v.Value, f.Digits, f.Unit), Match: v.Match})
	}
	switch f.word() {
	case "matches":
		r.Class = "v-pass"
	case "differs":
		r.Class = "v-fail"
		r.Verdict = "differs by " + words.PrintedChange(-*f.Result.Difference, f.Digits, f.Unit)
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

func (d *methodData) figureFilter(q figureQuery) *ui.Filter {
	path := link.Benchmark(d.benchmark.ID, "method")
	f := &ui.Filter{Action: path + "#check", Submit: "Filter"}
	labels := map[string]string{"": "any", "matches": "matches", "differs": "differs", "open": "cannot be recomputed", "empty": "not published"}
	verdicts := ui.Field{Name: "verdict", Label: "Verdict", Kind: ui.Select}
	for _, v := range figureVerdicts() {
		verdicts.Choices = append(verdicts.Choices, ui.Choice{Value: v, Label: labels[v], Selected: v == q.verdict})
	}
	sources := ui.Field{Name: "source", Label: "Source", Kind: ui.Select, Choices: []ui.Choice{{Label: "any", Selected: q.source == ""}}}
	used := map[string]bool{}
	for i := range d.figures {
		used[d.figures[i].Source] = true
	}
	for _, src := range d.sources {
		if used[src.ID] {
			sources.Choices = append(sources.Choices, ui.Choice{Value: src.ID, Label: src.Title, Selected: src.ID == q.source})
		}
	}
	f.Fields = []ui.Field{verdicts, sources, {Name: "q", Label: "System", Kind: ui.Text, Value: q.name, Hint: "part of a name"}}
	if q.verdict != "" || q.source != "" || q.name != "" {
		f.Clear = path + "#check"
	}
	return f
}

func (d *methodData) figurePager(q figureQuery, total int) *ui.Pager {
	if total <= figuresOnPage || q.offset >= total {
		return nil
	}
	at := func(offset int) string {
		return link.To(q.values(offset), "b", d.benchmark.ID, "method") + "#check"
	}
	p := &ui.Pager{From: q.offset + 1, To: min(q.offset+figuresOnPage, total), Total: total, Noun: "figures"}
	if q.offset > 0 {
		p.First, p.Prev = at(0), at(max(0, q.offset-figuresOnPage))
	}
	if q.offset+figuresOnPage < total {
		p.Next, p.Last = at(q.offset+figuresOnPage), at((total-1)/figuresOnPage*figuresOnPage)
	}
	return p
}
