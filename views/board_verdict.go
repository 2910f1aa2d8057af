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

// verdictSentence says in words who leads and whether the lead is real.
func verdictSentence(b results.Board) string {
	s := topOf(b)
	label := MetricOf(b.Headline).Label
	var parts []string
	switch {
	case len(s.tied) > 1 && len(s.tied) == s.ranked && tooFew(b.Statistics):
		parts = append(parts, fmt.Sprintf("%s too few to separate any of %d systems from the leader at the 5 %% level, so all are tied with it, however far apart they stand.", areUnits(b.Statistics), s.ranked))
	case len(s.tied) > 1:
		parts = append(parts, fmt.Sprintf("%s are statistically tied at the top: the paired test%s tells none of them from %s.", boardNames(s.tied), adjusted(s.ranked-1), report.RowName(&s.tied[0])))
	case len(s.tied) == 1 && s.next != nil:
		parts = append(parts, fmt.Sprintf("%s leads, and the paired test%s tells it from %s, the next with records.", report.RowName(&s.tied[0]), adjusted(s.ranked-1), report.RowName(s.next)))
	case len(s.tied) == 1 && b.Without != "" && len(b.Doubtful) > 0:
		parts = append(parts, fmt.Sprintf("%s is the only system with complete records.", report.RowName(&s.tied[0])))
	case len(s.tied) == 1:
		parts = append(parts, fmt.Sprintf("%s is the only system with complete records, so no test can say whether any lead is real.", report.RowName(&s.tied[0])))
	}
	if p := s.printed; p != nil {
		value := MetricOf(b.Headline).Show(p.Metrics[b.Headline].Value)
		switch {
		case len(s.tied) == 0:
			parts = append(parts, fmt.Sprintf("%s leads the printed figures with %s %s; without records nothing says whether that lead is real.", report.RowName(p), label, value))
		case s.above(b.Headline):
			parts = append(parts, fmt.Sprintf("By printed figures %s stands higher with %s %s, which carries no interval.", report.RowName(p), label, value))
		}
	}
	if len(parts) == 0 && len(b.Rows) > 0 {
		parts = append(parts, "No system has complete records, so none is ranked.")
	}
	return strings.Join(parts, " ")
}

// adjusted names the number of comparisons that a test was adjusted for.
func adjusted(comparisons int) string {
	if comparisons < 2 {
		return ""
	}
	return fmt.Sprintf(", adjusted for %d comparisons,", comparisons)
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

// namedAtOnce is how many systems one sentence names.
const namedAtOnce = 12

// boardNames joins the names of rows: "A, B and C". Of many it names the first
// and counts the others; the table below the sentence has all.
func boardNames(rows []results.BoardRow) string {
	var b strings.Builder
	if n := len(rows) - namedAtOnce; n > 1 {
		for i := range rows[:namedAtOnce] {
			b.WriteString(report.RowName(&rows[i]) + ", ")
		}
		return strings.TrimSuffix(b.String(), ", ") + " and " + words.Count(n) + " others"
	}
	for i := range rows {
		switch {
		case i > 0 && i == len(rows)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(report.RowName(&rows[i]))
	}
	return b.String()
}
