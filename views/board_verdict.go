package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// boardVerdict says who leads and whether the lead is real, the fact first and
// strong. task is the benchmark's word for a task.
func boardVerdict(b results.Board, task string) sentence {
	s := board.TopOf(b)
	var v sentence
	switch {
	case s.TooFew:
		v.strong(fmt.Sprintf("%s too few to separate any of %d systems", areUnits(b.Statistics), s.Ranked))
		v.add(" from the first, ")
		v.systems(b.Headline, s.Tied[:1], false)
		v.add(", at the 5 % level: all are tied with it, however far apart they stand.")
	case len(s.Tied) == 2:
		v.systems(b.Headline, s.Tied, true)
		v.strong(" cannot be told apart")
		v.add(" on " + nounCount(b.Statistics.Tasks, task, "task") + ".")
	case len(s.Tied) > 2:
		v.strong(words.Capital(words.Numeral(len(s.Tied))) + " systems share the lead:")
		v.add(" ")
		v.systems(b.Headline, s.Tied, false)
		v.add(". " + nounCount(b.Statistics.Tasks, task, "task") + " tell none of them from the first.")
	case len(s.Tied) == 1:
		v.alone(b, s)
	}
	v.printed(b, s)
	if len(v) == 0 && len(b.Rows) > 0 {
		v.strong("No system has complete records")
		v.add(", so none is ranked.")
	}
	return v
}

// alone is about a leader that nobody is tied with.
func (v *sentence) alone(b results.Board, s board.Top) {
	v.systems(b.Headline, s.Tied, true)
	switch {
	case s.Next == nil && b.Without != "" && len(b.Doubtful) > 0:
		v.strong(" is the only system with complete records")
		v.add(".")
	case s.Next == nil:
		v.strong(" is the only system with complete records")
		v.add(", so no test can say whether any lead is real.")
	default:
		v.strong(" leads")
		v.add(": the paired test tells it from ")
		v.systems(b.Headline, []results.BoardRow{*s.Next}, false)
		if others := s.Ranked - 2; others > 0 {
			v.add(", the next with records, and from all " + words.Count(others) + " below.")
			return
		}
		v.add(", the only other with complete records.")
	}
}

// printed is about the best printed figure, where it leads.
func (v *sentence) printed(b results.Board, s board.Top) {
	switch {
	case s.Printed == nil:
	case len(s.Tied) == 0:
		v.systems(b.Headline, []results.BoardRow{*s.Printed}, true)
		v.strong(" leads the printed figures")
		v.add("; without records nothing says whether that lead is real.")
	case s.Above(b.Headline):
		v.add(" ")
		v.systems(b.Headline, []results.BoardRow{*s.Printed}, false)
		v.add(" is printed higher, without an interval.")
	}
}

// areUnits counts the board's units as the subject of a sentence.
func areUnits(s results.Statistics) string {
	if s.Clusters == 1 {
		return "One " + s.Unit + " is"
	}
	return fmt.Sprintf("%d %ss are", s.Clusters, s.Unit)
}

// namedAtOnce is how many systems a sentence names; one more is named rather
// than counted.
const namedAtOnce = 3

// systems names rows with their value: "A (75.99), B (74.69) and C (74.46)". Of
// many it names the first and counts the others; the plot below has all.
func (v *sentence) systems(headline string, rows []results.BoardRow, strong bool) {
	left := 0
	if len(rows) > namedAtOnce+1 {
		left = len(rows) - namedAtOnce
		rows = rows[:namedAtOnce]
	}
	for i := range rows {
		switch {
		case i == 0:
		case i == len(rows)-1 && left == 0:
			v.put(phrase{Text: " and ", Strong: strong})
		default:
			v.put(phrase{Text: ", ", Strong: strong})
		}
		v.put(phrase{Text: report.RowName(&rows[i]) + " (" + MetricOf(headline).Show(rows[i].Metrics[headline].Value) + ")", Strong: strong, Whole: true})
	}
	if left > 0 {
		v.put(phrase{Text: " and " + words.Count(left) + " more", Strong: strong})
	}
}
