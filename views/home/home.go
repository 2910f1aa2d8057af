package home

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/findings"
	"github.com/clawatlas/clawatlas/views/ui"
)

// homeView draws a report.Home.
type homeView struct {
	*homereport.Home
	Meta     ui.Meta
	Cards    []benchmarkCard
	Findings []findings.Finding
}

// homeFindings is how many findings the home page has; the list has all.
const homeFindings = 4

// HomePage says what the site is, and what is new on it.
func HomePage(f views.Frame, d *homereport.Home, list []findings.Finding) templ.Component {
	p := homeView{Home: d, Findings: list[:min(homeFindings, len(list))],
		Meta: f.Meta("", "Leaderboards and traces of agent benchmarks; scores are recomputed from the records and linked to them, "+
			"and what is known from print alone says so.", "/", link.API(nil, "benchmarks"))}
	p.Meta.CSVPath, p.Meta.FeedPath = f.Table(nil), link.ChangesFeed(nil)
	for i := range d.Papers {
		p.Cards = append(p.Cards, cardOf(&d.Papers[i], d.Names))
	}
	return homePage(p)
}

// lead says in numbers what the site holds.
func (p homeView) lead() string {
	tasks, complete := 0, 0
	for _, b := range p.Papers {
		tasks += b.Size.Tasks
		complete += b.Complete()
	}
	if len(p.Papers) < 2 {
		return "Scores are recomputed from the records that harnesses wrote. Every score leads to what the agent did."
	}
	return words.Capital(words.Numeral(len(p.Papers))) + " benchmarks from papers, " + words.Counted(tasks, "task") + ", " +
		completeSystems(complete) +
		". Scores are recomputed from raw records, with their intervals, and lead to what the agent did."
}

// headName is the system of the run at the head.
func (p homeView) headName() string {
	return words.System(views.Name(p.Names, p.Head.Run.System.Model), p.Head.Run.System)
}

// headCaption says what the field shows.
func (p homeView) headCaption() string {
	text := " on " + p.Head.Benchmark.Name + ": " + p.picture().Outcome()
	if p.Head.Run.StartedAt != nil {
		text += ", " + words.Date(p.Head.Run.StartedAt)
	}
	if p.Head.Run.Scripted {
		text += ". Made by a scripted agent, not by a model"
	}
	return text + "."
}

// picture is the run at the head.
func (p homeView) picture() fingerprint.Run {
	return views.FingerprintOf(p.Head.Fingerprint, p.Head.Benchmark, p.headName(), "")
}

// open reports whether other records are all that there is, so that they are not
// folded away.
func (p homeView) open() bool { return len(p.Papers) == 0 }

// otherWords counts what is folded.
func (p homeView) otherWords() string {
	runs := 0
	for _, b := range p.Other {
		runs += b.Size.Runs
	}
	return ": loose transcripts, single tasks and other sets that came with records, " + words.Counted(runs, "run") + " in " +
		words.Counted(len(p.Other), "group") + "."
}

// benchmarkCard sums up one benchmark.
type benchmarkCard struct {
	*homereport.HomeBenchmark
	Headline views.MetricInfo
	Leaders  []homeLeader
	Printed  []homeLeader // that no record bears out
	Scale    chart.ForestScale
	Note     string
	System   string // whose picture it is
}

// homeLeader is a system at the top of a board.
type homeLeader struct {
	chart.ForestRow
	Mark, MarkWord string
}

// leadersOnCard is how many systems a card names; the board has all.
const leadersOnCard = 3

// cardOf reads the top off a board: the systems with records that lead it and, apart
// from them, the printed figures that stand above all of these.
func cardOf(h *homereport.HomeBenchmark, names map[string]string) benchmarkCard {
	c := benchmarkCard{HomeBenchmark: h, Headline: views.MetricOf(h.Board.Headline)}
	top := board.TopOf(h.Board)
	tied := len(top.Tied) > 1 && !board.TooFew(h.Board.Statistics)
	ranked := rankedWith(h.Board, top)
	var list []chart.Estimate
	for i := range ranked[:min(leadersOnCard, len(ranked))] {
		l := c.leader(&ranked[i])
		if tied && *ranked[i].TieClass == results.LeadersClass {
			l.Mark, l.MarkWord = "=", "shares the lead"
		}
		c.Leaders = append(c.Leaders, l)
		list = append(list, l.Estimate)
	}
	printed := 0
	for i := range h.Board.Rows {
		r := &h.Board.Rows[i]
		if r.Run != nil || r.Metrics[h.Board.Headline].Value == nil {
			continue
		}
		printed++
		if r.Group == h.Board.Rows[0].Group && len(c.Printed) < leadersOnCard &&
			(len(ranked) == 0 || top.Above(h.Board.Headline) && len(c.Printed) == 0) {
			c.Printed = append(c.Printed, c.leader(r))
		}
	}
	unit := chart.Plain
	if c.Headline.Percent() {
		unit = chart.Percent
	}
	c.Scale = chart.NewForestScale(unit, c.Headline.Low, list)
	c.Note = cardNote(h, top, printed)
	if h.Leader != nil {
		c.System = words.System(views.Name(names, h.Leader.Run.System.Model), h.Leader.Run.System)
	}
	return c
}

// leader is a row of the board as a card has it.
func (c benchmarkCard) leader(r *results.BoardRow) homeLeader {
	m := r.Metrics[c.Board.Headline]
	return homeLeader{ForestRow: chart.ForestRow{Name: report.RowName(r), Href: report.RowAddress(*r),
		Value: c.Headline.Show(m.Value), Estimate: views.EstimateOf(r, c.Board.Headline)}}
}

// comma follows all but the last of a list.
func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return "."
}

// rankedWith are the ranked rows of the leader's group.
func rankedWith(b results.Board, top board.Top) []results.BoardRow {
	var rows []results.BoardRow
	for _, r := range b.Rows {
		if len(top.Tied) > 0 && r.TieClass != nil && r.Group == top.Tied[0].Group {
			rows = append(rows, r)
		}
	}
	return rows
}

// cardNote says whether the lead is real, and how many more there are.
func cardNote(h *homereport.HomeBenchmark, top board.Top, printed int) string {
	var parts []string
	switch n := len(top.Tied); {
	case n == 0 && h.Size.Runs > 0:
		parts = append(parts, "no complete run, so none is ranked")
	case n == 0 && printed > 0:
		parts = append(parts, "no run yet")
	case n == 0:
		parts = append(parts, "no figure yet")
	case top.Ranked == 1:
		parts = append(parts, "one system is ranked")
	case board.TooFew(h.Board.Statistics):
		parts = append(parts, words.Count(top.Ranked)+" ranked, too few "+views.NounOr(h.Benchmark.Words.Scenario,
			"scenario")+"s to separate any")
	case n == 1:
		parts = append(parts, "the first is separably ahead of "+words.Count(top.Ranked-1)+" more")
	default:
		parts = append(parts, words.Count(n)+" of "+words.Count(top.Ranked)+" ranked share the lead")
	}
	switch {
	case printed == 1:
		parts = append(parts, "1 printed figure")
	case printed > 1:
		parts = append(parts, words.Count(printed)+" printed")
	}
	return words.Capital(strings.Join(parts, "; ")) + "."
}

// asks is what the benchmark asks, in its first sentence.
func (c benchmarkCard) asks() string {
	first, _, more := strings.Cut(c.Benchmark.Summary, ". ")
	if more {
		first += "."
	}
	return ui.Plain(first)
}

// completeSystems counts systems of which a complete run is here.
func completeSystems(n int) string {
	if n == 0 {
		return "no complete system"
	}
	return words.Counted(n, "complete system")
}

// Weighs counts tasks and systems, and names the metric of the values.
func (c benchmarkCard) Weighs() string {
	text := views.NounCount(c.Size.Tasks, c.Benchmark.Words.Task, "task") + ", " + completeSystems(c.Complete())
	if len(c.Leaders)+len(c.Printed) > 0 {
		text += ". " + c.Headline.Label
		if c.Headline.Unit != "" {
			text += ", " + c.Headline.Unit
		}
	}
	return text
}

// picture is the leader's run.
func (c benchmarkCard) picture() fingerprint.Run {
	return views.FingerprintOf(c.Leader.Fingerprint, c.Benchmark, c.System, "")
}

// about is a leader's interval in words.
func (c benchmarkCard) about(l homeLeader) string {
	if l.Estimate.Lo == nil {
		return c.Headline.Label + ", without an interval"
	}
	return c.Headline.Label + ", 95 % interval " + c.Headline.Show(l.Estimate.Lo) + " to " + c.Headline.Show(l.Estimate.Hi)
}

// runsOf says how many runs a benchmark has.
func runsOf(b homereport.HomeBenchmark) string {
	if b.Size.Runs == 0 {
		return "no run yet"
	}
	return words.Counted(b.Size.Runs, "run")
}

// AboutPage says what the site is and how to add a run.
func AboutPage(f views.Frame, a *homereport.About) (templ.Component, error) {
	m := f.Meta("About", "What the site does with run records, how it marks evidence, what it removes from traces, and how to add a run.",
		link.To(nil, "about"), "", ui.Crumb{Label: "About"})
	m.CSVPath = f.Table(nil, "about")
	text, err := views.Prose("about")
	return aboutPage(m, text, a), err
}

// orDash is a text or the mark of what was not recorded.
func orDash(s string) string {
	if s == "" {
		return words.NotRecorded
	}
	return ui.Plain(s)
}
