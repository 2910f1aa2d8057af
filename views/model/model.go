package model

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Model is one model across all benchmarks. Its fields are in alphabetical order, as in the
// response.
type Model struct {
	Aliases  []string        `json:"aliases"`  // alternative names of the model in records and reported results
	Figures  []Figure        `json:"figures"`  // reported results with a value
	ID       string          `json:"id"`       // slug of the model
	Limit    int             `json:"limit"`    // maximum number of entries of each list per page
	Name     string          `json:"name"`     // display name
	Offset   int             `json:"offset"`   // number of entries of each list before the page
	Places   []Placement     `json:"places"`   // positions of the model's systems on the boards
	Runs     []views.RunHead `json:"runs"`     // runs with records, without metrics
	Scripted bool            `json:"scripted"` // true for a scripted agent, which is not a model
	Total    int             `json:"total"`    // number of entries of the longest list
	Vendor   string          `json:"vendor"`   // vendor; empty if unknown

	AllRuns []results.Run     `json:"-"`
	Called  map[string]string `json:"-"` // benchmark names by id
	of      map[string]bool   // benchmarks with a run or a reported result of the model
}

// Figure is a reported result with its verdict, if it can be compared with records.
type Figure struct {
	results.Figure
	SourceTitle string                  `json:"source_title"` // title of the paper or site
	Verdict     *results.PublishedValue `json:"verdict"`      // comparison with the value computed from records; null if it cannot be computed
}

// New returns a model with its runs and reported results. AddBoard and AddFigures add the data of
// each benchmark.
func New(m results.Model, runs []results.Run, figures []results.Figure) *Model {
	d := &Model{ID: m.ID, Name: m.Name, Vendor: m.Vendor, Scripted: m.Scripted, Aliases: append([]string{}, m.Aliases...),
		AllRuns: runs, Figures: []Figure{}, Places: []Placement{}, of: map[string]bool{}}
	for _, r := range runs {
		d.of[r.Benchmark] = true
	}
	for _, f := range figures {
		d.of[f.Benchmark] = true
	}
	return d
}

// On reports whether a benchmark has a run or a reported result of the model.
func (d *Model) On(benchmark string) bool { return d.of[benchmark] }

// AddBoard adds the model's placements on a benchmark's board.
func (d *Model) AddBoard(b results.Benchmark, board results.Board) {
	for i, p := range placementsOf(b, board) {
		if p.System.Model == d.ID {
			p.Peers = peersOf(&board, i)
			d.Places = append(d.Places, p)
		}
	}
}

// peersOf returns the headline values of all ranked systems and reported results in the group of
// the row with index own, except its own value.
func peersOf(b *results.Board, own int) []float64 {
	list := []float64{}
	for i := range b.Rows {
		r := &b.Rows[i]
		if value := r.Metrics[b.Headline].Value; i != own && r.Group == b.Rows[own].Group && value != nil && !views.Unranked(r) {
			list = append(list, *value)
		}
	}
	return list
}

// AddFigures adds the reported results of the model on one benchmark. figures may contain results
// of other models.
func (d *Model) AddFigures(benchmark string, figures []results.Figure, sources []results.FigureSource) {
	type key struct {
		System                       results.System
		Source, Table, Scope, Metric string
	}
	titles := map[string]string{}
	for _, s := range sources {
		titles[s.ID] = s.Title
	}
	verdicts := map[key]*results.PublishedValue{}
	for _, p := range d.Places {
		for i := range p.Published {
			v := &p.Published[i]
			verdicts[key{views.AnyProvider(p.System), v.Source, v.Table, v.Scope, v.Metric}] = v
		}
	}
	for _, f := range figures {
		if f.Benchmark == benchmark && f.Value != nil {
			system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
			d.Figures = append(d.Figures, Figure{f, titles[f.Source], verdicts[key{system, f.Source, f.Table, f.Scope, f.Metric}]})
		}
	}
}

// Span restricts the lists to one page of an API response.
func (d *Model) Span(limit, offset int) {
	d.Limit, d.Offset, d.Total = limit, offset, max(len(d.Places), len(d.AllRuns), len(d.Figures))
	d.Runs = []views.RunHead{}
	for _, r := range views.Span(d.AllRuns, limit, offset) {
		d.Runs = append(d.Runs, views.NewRunHead(r))
	}
	d.Places, d.Figures = views.Span(d.Places, limit, offset), views.Span(d.Figures, limit, offset)
}

func (d *Model) meta(f views.Frame) ui.Meta {
	path := link.Model(d.ID)
	m := f.Meta(d.Name, d.lead(), path, link.API(nil, "models", d.ID), ui.Crumb{Label: "Models", Href: link.To(nil, "models")}, ui.Crumb{Label: d.Name})
	m.CSVPath, m.Scripted = path+"?format=csv", d.Scripted
	return m
}

func (d *Model) lead() string {
	text := fmt.Sprintf("%s, %s and %s", words.Counted(len(d.of), "benchmark"), words.Counted(len(d.AllRuns), "run"),
		words.Counted(len(d.Figures), "reported result"))
	if d.Vendor != "" {
		text = d.Vendor + ": " + text
	}
	return text + "."
}

// placed reports whether a placement is plotted. It must be ranked over at least SmallSet tasks or
// a reported result, and have a value in percent for which higher is better.
func placed(p *Placement) bool {
	m := views.MetricOf(p.Headline)
	if p.Run != nil && p.Tasks < SmallSet {
		return false
	}
	return p.Metrics[p.Headline].Value != nil && (p.Run == nil || p.Ranked()) && m.Percent() && !m.Low
}

func (d *Model) places() []*Placement {
	var ranked, reported []*Placement
	for i := range d.Places {
		switch p := &d.Places[i]; {
		case !placed(p):
		case p.Run != nil:
			ranked = append(ranked, p)
		default:
			reported = append(reported, p)
		}
	}
	return append(ranked, reported...)
}

// boardName returns the name of a placement's board, with the system's harness and variant.
func boardName(p *Placement) string {
	return words.System(p.BenchmarkName, results.System{Framework: p.System.Framework, Variant: p.System.Variant})
}

// rows returns the plotted placements and a scale that covers all of them.
func (d *Model) rows() (list []row, scale chart.ForestScale) {
	var all []chart.Estimate
	for _, p := range d.places() {
		r := newRow(p)
		list, all = append(list, r), append(all, r.estimate)
		for k := range p.Peers {
			all = append(all, chart.Estimate{Value: &p.Peers[k]})
		}
	}
	return list, chart.FullScale(chart.Percent, all)
}

type row struct {
	*Placement
	rank, name, href, sub, value, interval string
	estimate                               chart.Estimate
}

func newRow(p *Placement) row {
	m, show := p.Metrics[p.Headline], views.MetricOf(p.Headline)
	r := row{Placement: p, rank: words.NotRecorded, name: boardName(p), href: link.Benchmark(p.Benchmark), value: show.Show(m.Value), interval: "reported",
		estimate: views.EstimateOf(&p.BoardRow, p.Headline), sub: show.Label + ", " + words.Counted(len(p.Peers)+1, "system")}
	if p.GroupKind != "" {
		r.href = link.To(url.Values{"group": {p.Group}}, "b", p.Benchmark)
	}
	if p.Tasks > 0 {
		r.sub += ", " + words.Counted(p.Tasks, views.NounOr(p.Noun, "task"))
	}
	if p.Run == nil {
		return r
	}
	if r.interval = words.NotRecorded; m.CI != nil {
		r.interval = show.Show(&m.CI[0]) + "–" + show.Show(&m.CI[1])
	}
	if p.RankInterval != nil {
		r.rank = words.Ranks(p.RankInterval[0], p.RankInterval[1])
	}
	return r
}

// verdictPlaces is the maximum number of boards mentioned in the verdict. The chart shows all of
// them.
const verdictPlaces = 2

// verdict describes the model's rank on its boards, or explains why it has none.
func (d *Model) verdict() string {
	var ranks []string
	ranked, reported := 0, 0
	for _, p := range d.places() {
		if p.Run == nil {
			reported++
			continue
		}
		if ranked++; p.RankInterval == nil || len(ranks) == verdictPlaces {
			continue
		}
		text := boardName(p) + ": rank " + words.Ranks(p.RankInterval[0], p.RankInterval[1]) + " of " + words.Count(p.Of)
		if p.Other > 0 {
			text += fmt.Sprintf(" by %s, but %d by %s", views.MetricOf(p.Headline).Label, p.Other, views.MetricOf("points").Label)
		}
		ranks = append(ranks, text)
	}
	switch {
	case len(ranks) > 0:
		return strings.Join(ranks, ". ") + "."
	case ranked > 0:
		return "No board ranks it against another system."
	case reported > 0:
		return "Reported results only; there are no run records to test them."
	}
	return ""
}

// Grid returns a table with a row for each of the model's systems on each benchmark.
func (d *Model) Grid() table.Table {
	g := table.Table{Caption: "Systems of " + d.Name,
		Cols: []table.Col{{Key: "benchmark", Label: "Benchmark"}, {Key: "system", Label: "Harness"}, {Key: "evidence", Label: "Evidence"},
			{Key: "metric", Label: "Metric"}, {Key: "value", Label: "Value", Unit: "%", Num: true}, {Key: "interval", Label: "95 % CI", Num: true},
			{Key: "rank", Label: "Rank", Num: true}, {Key: "rank_interval", Label: "Rank interval", Num: true}, {Key: "passed", Label: "Full marks", Num: true}}}
	for _, p := range d.Places {
		m := p.Metrics[p.Headline]
		interval, ranks, passed := "", "", ""
		if m.CI != nil {
			interval = words.Between(&m.CI[0], &m.CI[1])
		}
		if p.RankInterval != nil {
			ranks = words.Ranks(p.RankInterval[0], p.RankInterval[1])
		}
		if p.Counts != nil {
			passed = views.PassedOf(p.Counts.Passed, p.Counts.Scored)
		}
		name := table.Words(strings.Trim(p.System.Framework+" · "+p.System.Variant, " ·"))
		if p.Run != nil {
			name = name.Link(p.URL)
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(p.BenchmarkName).Link(link.Benchmark(p.Benchmark)), name,
			table.Words(words.EvidenceWord(p.Evidence)).Proved(p.Evidence), table.Words(metric.Of(p.Headline).Label), table.Percent(m.Value),
			table.RightWords(interval), table.RightWords(rankText(p)), table.RightWords(ranks), table.RightWords(passed)}})
	}
	return g
}

func (d *Model) figures() table.Table {
	g := table.Table{Caption: words.Counted(len(d.Figures), "reported result") + " of " + d.Name,
		Cols: []table.Col{{Key: "metric", Label: "Metric"}, {Key: "scope", Label: "Scope"}, {Key: "system", Label: "Harness"}, {Key: "place", Label: "Where"},
			{Key: "value", Label: "Reported", Num: true}, {Key: "unit", Label: "Unit"}, {Key: "recomputed", Label: "Recomputed", Unit: "%", Num: true},
			{Key: "verdict", Label: "Verdict"}}}
	for _, f := range d.Figures {
		recomputed, verdict := table.RightWords(""), table.Words("")
		if f.Verdict != nil {
			if verdict = table.Words(f.Verdict.Verdict); f.Verdict.Recomputed != nil {
				recomputed = table.Percent(f.Verdict.Recomputed)
			}
			if f.Verdict.Verdict == results.VerdictMatches && f.Verdict.Convention != "" {
				verdict = verdict.Noted("convention " + f.Verdict.Convention)
			}
		}
		value := table.Number(f.Value, f.Digits)
		if f.Unit == "percent" {
			value = table.Number(new(*f.Value*100), f.Digits)
		}
		scope := "all"
		if f.Scope != "" {
			scope = strings.Replace(f.Scope, ":", " ", 1)
		}
		g.Rows = append(g.Rows, table.Row{Group: f.SourceTitle,
			Cells: []table.Cell{table.Words(metric.Of(f.Metric).Label), table.Words(scope), table.Words(strings.Trim(f.Framework+" · "+f.Variant, " ·")),
				table.Words(f.Table).Link(link.Benchmark(f.Benchmark, "about")), value, table.Words(views.UnitWord(f.Unit)), recomputed, verdict}})
	}
	return g
}
