package board

import "github.com/clawatlas/clawatlas/results"

// Top summarises the top of a finished leaderboard. It covers the group with the most ranked
// systems, unless stated otherwise.
type Top struct {
	Tied    []results.BoardRow // leader and the systems tied with it
	Next    *results.BoardRow  // first system that is significantly behind the leader; nil if none
	Ranked  int                // number of ranked systems
	Printed *results.BoardRow  // best row with only reported results, in the leaderboard's first group; nil if none
	TooFew  bool               // set if several systems are all tied because there are too few units
}

// TopOf summarises the top of a finished leaderboard.
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

// Above reports whether the best reported result is higher than the value of the leader with
// records, in the same group.
func (s Top) Above(headline string) bool {
	if s.Printed == nil || len(s.Tied) == 0 || s.Printed.Group != s.Tied[0].Group {
		return false
	}
	p, leader := s.Printed.Metrics[headline].Value, s.Tied[0].Metrics[headline].Value
	return p != nil && leader != nil && *p > *leader
}

// TooFew reports whether the leaderboard has too few units for any adjusted test to be significant.
func TooFew(s results.Statistics) bool {
	return s.Clusters > 0 && LeastHolm(s.Clusters, s.Comparisons) >= Alpha
}
