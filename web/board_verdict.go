package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// standing is who leads a board, by two kinds of evidence.
type standing struct {
	tied    []results.BoardRow // the first tie class of the group with the most tested rows
	next    *results.BoardRow  // the first row with records below that class
	tested  int                // rows with records that took part
	printed *results.BoardRow  // the best row of figures alone in the first group
}

// standingOf reads the standing off a finished board.
func standingOf(b results.Board) standing {
	tested := map[string]int{}
	most := ""
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.TieClass != nil {
			tested[r.Group]++
			if tested[r.Group] > tested[most] {
				most = r.Group
			}
		}
	}
	s := standing{tested: tested[most]}
	for i := range b.Rows {
		r := &b.Rows[i]
		if s.printed == nil && r.Run == nil && r.Rank != nil && r.Group == b.Rows[0].Group {
			s.printed = r
		}
		if r.TieClass == nil || r.Group != most {
			continue
		}
		if *r.TieClass == 1 {
			s.tied = append(s.tied, *r)
		} else if s.next == nil {
			s.next = r
		}
	}
	return s
}

// boardVerdict says in words who leads and whether the lead is real.
func boardVerdict(b results.Board) string {
	s := standingOf(b)
	label := views.MetricOf(b.Headline).Label
	var parts []string
	switch {
	case len(s.tied) > 1:
		parts = append(parts, fmt.Sprintf("%s are statistically tied at the top: the paired test tells none of them from %s.", boardNames(s.tied), boardName(&s.tied[0])))
	case len(s.tied) == 1 && s.next != nil:
		parts = append(parts, fmt.Sprintf("%s leads, and the paired test tells it from %s, the next with records.", boardName(&s.tied[0]), boardName(s.next)))
	case len(s.tied) == 1:
		parts = append(parts, fmt.Sprintf("%s is the only system with complete records, so no test can say whether any lead is real.", boardName(&s.tied[0])))
	}
	if p := s.printed; p != nil {
		value := views.MetricOf(b.Headline).Show(p.Metrics[b.Headline].Value)
		switch {
		case len(s.tied) == 0:
			parts = append(parts, fmt.Sprintf("%s leads the printed figures with %s %s; without records nothing says whether that lead is real.", boardName(p), label, value))
		case p.Rank != nil && s.tied[0].Rank != nil && *p.Rank < *s.tied[0].Rank && p.Group == s.tied[0].Group:
			parts = append(parts, fmt.Sprintf("By printed figures %s stands higher with %s %s, which carries no interval.", boardName(p), label, value))
		}
	}
	if len(parts) == 0 && len(b.Rows) > 0 {
		parts = append(parts, "No system has complete records, so none is ranked.")
	}
	return strings.Join(parts, " ")
}

// boardName names a row by its model and what sets it apart.
func boardName(r *results.BoardRow) string {
	name := r.Name
	if name == "" {
		name = r.System.Model
	}
	if r.System.Variant != "" {
		name += " (" + r.System.Variant + ")"
	}
	return ui.Plain(name)
}

// boardNames joins the names of rows: "A, B and C".
func boardNames(rows []results.BoardRow) string {
	var b strings.Builder
	for i := range rows {
		switch {
		case i > 0 && i == len(rows)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(boardName(&rows[i]))
	}
	return b.String()
}
