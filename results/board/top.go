package board

import "github.com/clawatlas/clawatlas/results"

// Top is who leads a finished board, by two kinds of evidence.
type Top struct {
	Tied    []results.BoardRow // the leader and those tied with it, in the group with the most ranked systems
	Next    *results.BoardRow  // the first ranked system of that group that the test tells from the leader
	Ranked  int                // ranked systems of that group
	Printed *results.BoardRow  // the best row of figures alone in the board's first group
	TooFew  bool               // all of several ranked systems are tied, because TooFew is true of the board
}

// TopOf reads the top off a finished board.
func TopOf(b results.Board) Top {
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
	s := Top{Ranked: ranked[most]}
	for i := range b.Rows {
		r := &b.Rows[i]
		if s.Printed == nil && r.Run == nil && r.Metrics[b.Headline].Value != nil && r.Group == b.Rows[0].Group {
			s.Printed = r
		}
		if r.TieClass == nil || r.Group != most {
			continue
		}
		if *r.TieClass == results.LeadersClass {
			s.Tied = append(s.Tied, *r)
		} else if s.Next == nil {
			s.Next = r
		}
	}
	s.TooFew = len(s.Tied) > 1 && len(s.Tied) == s.Ranked && TooFew(b.Statistics)
	return s
}

// Above reports whether the best printed figure stands above the systems with
// records, on the same list.
func (s Top) Above(headline string) bool {
	if s.Printed == nil || len(s.Tied) == 0 || s.Printed.Group != s.Tied[0].Group {
		return false
	}
	p, leader := s.Printed.Metrics[headline].Value, s.Tied[0].Metrics[headline].Value
	return p != nil && leader != nil && *p > *leader
}

// TooFew reports whether no test over the board's units can reach the level
// after the adjustment, whatever the records say.
func TooFew(s results.Statistics) bool {
	return s.Clusters > 0 && LeastHolm(s.Clusters, s.Comparisons) >= Alpha
}
