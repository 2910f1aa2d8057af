package views

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// CardPlace is what the foot of a card says of its page.
type CardPlace struct {
	Address string // without the scheme
	Date    string // of the last change of what it shows; empty: not known
}

func (p CardPlace) Foot(count string) card.Foot {
	return card.Foot{Count: count, Address: p.Address, Date: p.Date}
}

// ScriptedCard is said on every card of runs that programs made.
const ScriptedCard = "Scripted agents, not models. "

// InFull keeps a short name on one line.
func InFull(name string) string {
	if utf8.RuneCountInString(name) > 28 {
		return name
	}
	return strings.ReplaceAll(name, " ", "\u00a0")
}

// CardRows are the rows that a card draws, in the board's order: the first ranked
// systems of the largest group and, where they leave room, the first printed
// figures of the same. ranked counts the former, all the rows that might be drawn.
func CardRows(s board.Top, lead results.Board) (ranked int, drawn []results.BoardRow, all int) {
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

// DrawnOf counts the rows of a card.
func DrawnOf(n, all, ranked int) string {
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

// HomeCardText says in one line who leads a benchmark.
func HomeCardText(b homereport.HomeBenchmark, s board.Top) string {
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

// CardForest draws the first rows of a plot on its scale.
func CardForest(scale chart.ForestScale, rows []chart.ForestRow) card.Forest {
	share := func(v float64) *float64 {
		x := scale.At(v) / 100
		return &x
	}
	var f card.Forest
	for _, v := range scale.Ticks {
		f.Ticks = append(f.Ticks, card.Tick{At: *share(v), Label: scale.Tick(v)})
	}
	for _, r := range rows[:min(len(rows), card.ForestMost)] {
		row := card.ForestRow{Name: r.Name, Value: r.Value, Hollow: r.Estimate.Hollow, Tied: r.Tied}
		if r.Estimate.Value != nil && scale.Off(r.Estimate) == 0 {
			row.At = share(*r.Estimate.Value)
		}
		if from, to, ok := scale.Bar(r.Estimate); ok {
			from, to = from/100, to/100
			row.Lo, row.Hi = &from, &to
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}
