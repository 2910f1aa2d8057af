package board

import (
	"fmt"
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// BoardCard is the picture of a leaderboard: who leads, and the first systems with
// their intervals.
func BoardCard(b results.Benchmark, lead results.Board, p views.CardPlace) card.Card {
	m := views.MetricOf(lead.Headline)
	top := board.TopOf(lead)
	ranked, drawn, all := views.CardRows(top, lead)
	x := card.Card{Title: boardCardTitle(b, lead, top), Foot: p.Foot(views.DrawnOf(len(drawn), all, ranked))}
	x.Sub = m.Label
	if n := lead.Statistics.Tasks; n > 0 && ranked > 0 {
		x.Sub += " over " + views.NounCount(n, b.Words.Task, "task")
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
			x.Sub += " Shaded: share of the lead by the paired test."
		}
	}
	if ranked > 0 && ranked < len(drawn) {
		x.Sub += " Hollow: printed."
	}
	if lead.Without != "" {
		x.Sub = "Without the tasks that no answer can pass. " + x.Sub
	}
	if b.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	if len(drawn) > 0 {
		x.Body = boardCardForest(lead, m, drawn)
	}
	return x
}

// cardQuery is what makes the card another one: not the default convention, or not
// all tasks.
func (p boardView) cardQuery() url.Values {
	q := link.With(nil, "without", p.Query.Without)
	if p.Query.Convention != p.Query.Preset {
		q.Set("convention", p.Query.Convention)
	}
	return q
}

// boardCardForest draws rows on the board's own scale.
func boardCardForest(lead results.Board, m views.MetricInfo, rows []results.BoardRow) card.Forest {
	var list []chart.ForestRow
	for i := range rows {
		r := &rows[i]
		e := views.EstimateOf(r, lead.Headline)
		list = append(list, chart.ForestRow{Name: report.RowName(r), Value: m.Show(e.Value), Estimate: e, Tied: r.TieClass != nil &&
			*r.TieClass == results.LeadersClass})
	}
	return views.CardForest(boardScale(lead), list)
}

// boardCardTitle is the verdict of a board without its numbers.
func boardCardTitle(b results.Benchmark, lead results.Board, s board.Top) string {
	name := func(r *results.BoardRow) string { return views.InFull(report.RowName(r)) }
	on := " on " + views.InFull(b.Name)
	switch {
	case s.TooFew:
		return fmt.Sprintf("%s too few to separate any of %d systems%s", views.AreUnits(lead.Statistics), s.Ranked, on)
	case len(s.Tied) == 2:
		return name(&s.Tied[0]) + " and " + name(&s.Tied[1]) + " cannot be told apart" + on
	case len(s.Tied) > 2:
		return words.Capital(words.Numeral(len(s.Tied))) + " systems share the lead" + on
	case len(s.Tied) == 1 && s.Next != nil:
		return name(&s.Tied[0]) + " leads" + on + ", and a test separates it from the next"
	case len(s.Tied) == 1:
		return name(&s.Tied[0]) + " is the only system with complete records" + on
	case s.Printed != nil:
		return name(s.Printed) + " leads the printed figures of " + views.InFull(b.Name)
	}
	return "No system is ranked" + on + " yet"
}
