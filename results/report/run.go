package report

import (
	"github.com/clawatlas/clawatlas/results"
)

// Standing is where a run is on a board.
type Standing struct {
	Row  results.BoardRow
	Of   int // ranked systems of its group, itself included
	Tied int // others that the test cannot tell from the leader, if this one cannot be told either
}

// StandingOf is a row among the others of its group.
func StandingOf(b results.Board, own results.BoardRow) *Standing {
	s := &Standing{Row: own}
	for _, row := range b.Rows {
		if row.Rank == nil || row.Group != own.Group {
			continue
		}
		s.Of++
		if row.Run != nil && (own.Run == nil || *row.Run != *own.Run) && row.TieClass != nil && *row.TieClass == results.LeadersClass {
			s.Tied++
		}
	}
	return s
}

// ModelStanding is the place on a board that stands for a model: its first that is
// ranked or, without one, its first printed figure; nil if it has neither.
func ModelStanding(b results.Board, model string) *Standing {
	var printed *Standing
	for _, row := range b.Rows {
		switch {
		case row.System.Model != model || row.Metrics[b.Headline].Value == nil || Unranked(&row):
		case row.Run != nil:
			return StandingOf(b, row)
		case printed == nil:
			printed = StandingOf(b, row)
		}
	}
	return printed
}
