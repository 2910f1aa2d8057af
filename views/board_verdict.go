package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// boardTop is who leads a board, by two kinds of evidence.
type boardTop struct {
	tied    []results.BoardRow // the leader and those tied with it, in the group with the most ranked systems
	next    *results.BoardRow  // the first ranked system that the test tells from the leader
	ranked  int                // ranked systems of the group
	printed *results.BoardRow  // the best row of figures alone in the first group
}

// topOf reads the top off a finished board.
func topOf(b results.Board) boardTop {
	ranked := map[string]int{}
	most := ""
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.TieClass != nil {
			ranked[r.Group]++
			if ranked[r.Group] > ranked[most] {
				most = r.Group
			}
		}
	}
	s := boardTop{ranked: ranked[most]}
	for i := range b.Rows {
		r := &b.Rows[i]
		if s.printed == nil && r.Run == nil && r.Metrics[b.Headline].Value != nil && r.Group == b.Rows[0].Group {
			s.printed = r
		}
		if r.TieClass == nil || r.Group != most {
			continue
		}
		if *r.TieClass == results.LeadersClass {
			s.tied = append(s.tied, *r)
		} else if s.next == nil {
			s.next = r
		}
	}
	return s
}

// boardVerdict says who leads and whether the lead is real, the fact first and
// strong. task is the benchmark's word for a task.
func boardVerdict(b results.Board, task string) sentence {
	s := topOf(b)
	var v sentence
	switch {
	case len(s.tied) > 1 && len(s.tied) == s.ranked && tooFew(b.Statistics):
		v.strong(fmt.Sprintf("%s too few to separate any of %d systems", areUnits(b.Statistics), s.ranked))
		v.add(" from the first, ")
		v.systems(b.Headline, s.tied[:1], false)
		v.add(", at the 5 % level: all are tied with it, however far apart they stand.")
	case len(s.tied) == 2:
		v.systems(b.Headline, s.tied, true)
		v.strong(" cannot be told apart")
		v.add(" on " + nounCount(b.Statistics.Tasks, task, "task") + ".")
	case len(s.tied) > 2:
		v.strong(words.Capital(numeral(len(s.tied))) + " systems share the lead:")
		v.add(" ")
		v.systems(b.Headline, s.tied, false)
		v.add(". " + nounCount(b.Statistics.Tasks, task, "task") + " tell none of them from the first.")
	case len(s.tied) == 1:
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
func (v *sentence) alone(b results.Board, s boardTop) {
	v.systems(b.Headline, s.tied, true)
	switch {
	case s.next == nil && b.Without != "" && len(b.Doubtful) > 0:
		v.strong(" is the only system with complete records")
		v.add(".")
	case s.next == nil:
		v.strong(" is the only system with complete records")
		v.add(", so no test can say whether any lead is real.")
	default:
		v.strong(" leads")
		v.add(": the paired test tells it from ")
		v.systems(b.Headline, []results.BoardRow{*s.next}, false)
		if others := s.ranked - 2; others > 0 {
			v.add(", the next with records, and from all " + words.Count(others) + " below.")
			return
		}
		v.add(", the only other with complete records.")
	}
}

// printed is about the best printed figure, where it leads.
func (v *sentence) printed(b results.Board, s boardTop) {
	switch {
	case s.printed == nil:
	case len(s.tied) == 0:
		v.systems(b.Headline, []results.BoardRow{*s.printed}, true)
		v.strong(" leads the printed figures")
		v.add("; without records nothing says whether that lead is real.")
	case s.above(b.Headline):
		v.add(" ")
		v.systems(b.Headline, []results.BoardRow{*s.printed}, false)
		v.add(" is printed higher, without an interval.")
	}
}

// tooFew reports whether no test over the board's units can reach the level
// after the adjustment, whatever the records say.
func tooFew(s results.Statistics) bool {
	return s.Clusters > 0 && board.LeastHolm(s.Clusters, s.Comparisons) >= board.Alpha
}

// areUnits counts the board's units as the subject of a sentence.
func areUnits(s results.Statistics) string {
	if s.Clusters == 1 {
		return "One " + s.Unit + " is"
	}
	return fmt.Sprintf("%d %ss are", s.Clusters, s.Unit)
}

// boardNote is the verdict without names, for a place that shows them.
func boardNote(b results.Board) string {
	s := topOf(b)
	switch {
	case len(s.tied) > 1 && len(s.tied) == s.ranked && tooFew(b.Statistics):
		return areUnits(b.Statistics) + " too few to separate any system from the leader."
	case len(s.tied) > 1:
		return "Statistically tied: the paired test tells none of them from the first."
	case len(s.tied) == 1 && s.next != nil:
		return "Leads: the paired test tells it from " + report.RowName(s.next) + ", the next with records."
	case len(s.tied) == 1 && s.above(b.Headline):
		return "The only system with complete records; the printed figure above it carries no interval."
	case len(s.tied) == 1:
		return "The only system with complete records."
	case s.printed != nil:
		return "A printed figure: without records nothing says whether the lead is real."
	case len(b.Rows) > 0:
		return "No system has complete records, so none is ranked."
	}
	return "No run and no published figure yet."
}

// above reports whether the best printed figure stands above the systems with
// records, on the same list.
func (s boardTop) above(headline string) bool {
	if s.printed == nil || len(s.tied) == 0 || s.printed.Group != s.tied[0].Group {
		return false
	}
	p, leader := s.printed.Metrics[headline].Value, s.tied[0].Metrics[headline].Value
	return p != nil && leader != nil && *p > *leader
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

// numeral spells a small number.
func numeral(n int) string {
	if names := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve"); n >= 0 && n < len(names) {
		return names[n]
	}
	return words.Count(n)
}
