package views

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// CardPlace is what the foot of a card says of its page.
type CardPlace struct {
	Address string // without the scheme
	Date    string // of the last change of what it shows; empty: not known
}

func (p CardPlace) foot(count string) card.Foot {
	return card.Foot{Count: count, Address: p.Address, Date: p.Date}
}

// scriptedCard is said on every card of runs that programs made.
const scriptedCard = "Scripted agents, not models. "

// whole keeps a short name on one line.
func whole(name string) string {
	if utf8.RuneCountInString(name) > 28 {
		return name
	}
	return strings.ReplaceAll(name, " ", "\u00a0")
}

// BoardCard is the picture of a leaderboard: who leads, and the first systems with
// their intervals.
func BoardCard(b results.Benchmark, lead results.Board, p CardPlace) card.Card {
	m := MetricOf(lead.Headline)
	top := board.TopOf(lead)
	ranked, drawn, all := cardRows(top, lead)
	x := card.Card{Title: boardCardTitle(b, lead, top), Foot: p.foot(drawnOf(len(drawn), all, ranked))}
	x.Sub = m.Label
	if n := lead.Statistics.Tasks; n > 0 && ranked > 0 {
		x.Sub += " over " + nounCount(n, b.Words.Task, "task")
	}
	switch {
	case len(drawn) == 0:
		x.Sub = "No complete run and no printed figure of " + m.Label + " yet"
	case ranked == 0:
		x.Sub += " as printed, without records and so without intervals."
	case lead.Statistics.Clusters < 2:
		x.Sub += ". With so few records there is no interval."
	default:
		x.Sub += ", 95 % intervals."
		if ranked > 1 {
			x.Sub += " Shaded: tied for first."
		}
	}
	if ranked > 0 && ranked < len(drawn) {
		x.Sub += " Hollow: printed."
	}
	if lead.Without != "" {
		x.Sub = "Without the tasks that no answer can pass. " + x.Sub
	}
	if b.Scripted {
		x.Sub = scriptedCard + x.Sub
	}
	if len(drawn) > 0 {
		x.Body = boardCardForest(lead, m, drawn)
	}
	return x
}

// cardQuery is what makes the card another one: not the default convention, or not
// all tasks.
func (d boardView) cardQuery() url.Values {
	q := link.With(nil, "without", d.Query.Without)
	if d.Query.Convention != d.Query.Preset {
		q.Set("convention", d.Query.Convention)
	}
	return q
}

// cardRows are the rows that a card draws, in the board's order: the first ranked
// systems of the largest group and, where they leave room, the first printed
// figures of the same. ranked counts the former, all the rows that might be drawn.
func cardRows(s board.Top, lead results.Board) (ranked int, drawn []results.BoardRow, all int) {
	group := ""
	if s.Ranked > 0 {
		group = s.Tied[0].Group
	} else if s.Printed != nil {
		group = s.Printed.Group
	}
	room := card.ForestMost - min(s.Ranked, card.ForestMost)
	for _, r := range lead.Rows {
		if r.Group != group || report.Unranked(&r) || r.Metrics[lead.Headline].Value == nil {
			continue
		}
		all++
		switch {
		case r.TieClass != nil && ranked < card.ForestMost:
			ranked++
		case r.TieClass == nil && room > 0:
			room--
		default:
			continue
		}
		drawn = append(drawn, r)
	}
	return ranked, drawn, all
}

// drawnOf counts the rows of a card.
func drawnOf(n, all, ranked int) string {
	what := "printed"
	switch {
	case n == 0:
		return ""
	case ranked == n:
		what = "ranked"
	case ranked > 0:
		what = "systems"
	}
	if n == all {
		return words.Count(n) + " " + what
	}
	return words.Count(n) + " of " + words.Count(all) + " " + strings.Replace(what, "ranked", "systems", 1)
}

// boardCardForest draws rows on the board's own scale.
func boardCardForest(lead results.Board, m MetricInfo, rows []results.BoardRow) card.Forest {
	var list []chart.ForestRow
	for i := range rows {
		r := &rows[i]
		e := estimateOf(r, lead.Headline)
		list = append(list, chart.ForestRow{Name: report.RowName(r), Value: m.Show(e.Value), Estimate: e, Tied: r.TieClass != nil && *r.TieClass == results.LeadersClass})
	}
	return cardForest(boardScale(lead), list)
}

// boardCardTitle is the verdict of a board without its numbers.
func boardCardTitle(b results.Benchmark, lead results.Board, s board.Top) string {
	name := func(r *results.BoardRow) string { return whole(report.RowName(r)) }
	on := " on " + whole(b.Name)
	switch {
	case s.TooFew:
		return fmt.Sprintf("%s too few to separate any of %d systems%s", areUnits(lead.Statistics), s.Ranked, on)
	case len(s.Tied) == 2:
		return name(&s.Tied[0]) + " and " + name(&s.Tied[1]) + " cannot be told apart" + on
	case len(s.Tied) > 2:
		return words.Capital(words.Numeral(len(s.Tied))) + " systems share the lead" + on
	case len(s.Tied) == 1 && s.Next != nil:
		return name(&s.Tied[0]) + " leads" + on + ", and a test tells it from the next"
	case len(s.Tied) == 1:
		return name(&s.Tied[0]) + " is the only system with complete records" + on
	case s.Printed != nil:
		return name(s.Printed) + " leads the printed figures of " + whole(b.Name)
	}
	return "No system is ranked" + on + " yet"
}

// HomeCard is the picture of the site: its benchmarks with who leads them.
func HomeCard(d *report.Home, p CardPlace) card.Card {
	x := card.Card{Title: "Which agents lead, and whether the lead is real", Sub: "Scores of agent benchmarks, recomputed from the records and linked to them"}
	var lines card.Lines
	runs := 0
	for _, b := range d.Papers {
		runs += b.Size.Runs
		s := board.TopOf(b.Board)
		if s.Ranked == 0 && s.Printed == nil {
			continue
		}
		lines = append(lines, card.Line{Name: b.Benchmark.Name, Text: homeCardText(b, s)})
	}
	if len(lines) > 0 {
		x.Body = lines
	}
	x.Foot = p.foot(words.Counted(runs, "run"))
	return x
}

// homeCardText says in one line who leads a benchmark.
func homeCardText(b report.HomeBenchmark, s board.Top) string {
	m := MetricOf(b.Board.Headline)
	value := func(r *results.BoardRow) string { return m.Label + " " + m.Show(r.Metrics[m.Key].Value) }
	switch {
	case s.TooFew:
		return fmt.Sprintf("too few %ss to separate %d systems", b.Board.Statistics.Unit, s.Ranked)
	case len(s.Tied) == 2:
		return report.RowName(&s.Tied[0]) + " and " + report.RowName(&s.Tied[1]) + " cannot be told apart"
	case len(s.Tied) > 2:
		return words.Capital(words.Numeral(len(s.Tied))) + " systems share the lead"
	case len(s.Tied) == 1 && s.Next != nil:
		return report.RowName(&s.Tied[0]) + " leads, " + value(&s.Tied[0])
	case len(s.Tied) == 1:
		return report.RowName(&s.Tied[0]) + ", " + value(&s.Tied[0]) + ": the only complete records"
	}
	return report.RowName(s.Printed) + ", " + value(s.Printed) + ": a printed figure"
}
