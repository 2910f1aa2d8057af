package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// BoardCard returns the preview image of a board, which shows the leader and the top systems with
// intervals.
func BoardCard(b results.Benchmark, lead results.Board, foot card.Foot) card.Card {
	m := views.MetricOf(lead.Headline)
	top := board.TopOf(lead)
	f, all := boardCardForest(lead, m)
	fact, _ := Verdict(b.Name, lead, views.NounOr(b.Words.Task, "task"), nil)
	x := card.Card{Title: strings.TrimSuffix(fact, "."), Sub: m.Label, Foot: foot}
	if n := lead.Statistics.Tasks; n > 0 && top.Ranked > 0 {
		x.Sub += " over " + views.NounCount(n, b.Words.Task, "task")
	}
	switch {
	case all == 0:
		x.Sub = "No complete run and no reported result of " + m.Label + " yet"
	case top.Ranked == 0:
		x.Sub += " as reported, without records and so without intervals."
	case lead.Statistics.Clusters < 2:
		x.Sub += ". With so few records there is no interval."
	default:
		x.Sub += ", 95 % intervals. Shaded: tied for first by the paired test. Hollow: reported only."
	}
	if lead.Without != "" {
		x.Sub = "Without tasks whose check is faulty. " + x.Sub
	}
	if b.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	if all > 0 {
		x.Body = f
		x.Foot.Count = fmt.Sprintf("%s of %s systems", words.Count(len(f.Rows)), words.Count(all))
	}
	return x
}

// boardCardForest returns the forest plot of the top systems in the leading group, and the number
// of systems in that group.
func boardCardForest(lead results.Board, m views.MetricInfo) (f card.Forest, all int) {
	scale := Scale(lead)
	share := func(percent float64) *float64 { percent /= 100; return &percent }
	for _, v := range scale.Ticks {
		f.Ticks = append(f.Ticks, card.Tick{At: *share(scale.At(v)), Label: scale.Tick(v)})
	}
	for i := range lead.Rows {
		r := &lead.Rows[i]
		e := views.EstimateOf(r, lead.Headline)
		if r.Group != lead.Rows[0].Group || views.Unranked(r) || e.Value == nil {
			continue
		}
		if all++; all > card.ForestMost {
			continue
		}
		row := card.ForestRow{Name: views.RowName(r), Value: m.Show(e.Value), Hollow: e.Hollow,
			Tied: r.TieClass != nil && *r.TieClass == results.LeadersClass}
		if scale.Off(e) == 0 {
			row.At = share(scale.At(*e.Value))
		}
		if from, to, ok := scale.Bar(e); ok {
			row.Lo, row.Hi = share(from), share(to)
		}
		f.Rows = append(f.Rows, row)
	}
	return f, all
}
