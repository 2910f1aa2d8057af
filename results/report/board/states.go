package board

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
)

// BoardState is how a board stood on a day.
type BoardState struct {
	Benchmark string
	Day       string  // on which it came about, ISO date in UTC
	Until     *string // day of the next state; nil if there is none
	Previous  *string // day of the state before; nil for the first
	Digest    string  // sha256 of its numbers and their order, in hex
	// Altered says that a row was taken out since: ranks, rank intervals, P(first) and ties are left out.
	Altered   bool
	Withdrawn []results.Withdrawal // runs of this state that were withdrawn since
	Board     *Board               // the state as a board
}

// NewBoardState is a state among the days of all, the newest first.
func NewBoardState(b results.Benchmark, q BoardQuery, s results.BoardState, days []string) (*BoardState, error) {
	digest, err := s.Digest()
	if err != nil {
		return nil, err
	}
	d := &BoardState{Benchmark: b.ID, Day: s.Day, Digest: digest, Altered: s.Altered, Withdrawn: s.Withdrawn}
	for i, day := range days {
		if day != s.Day {
			continue
		}
		if i > 0 {
			d.Until = &days[i-1]
		}
		if i+1 < len(days) {
			d.Previous = &days[i+1]
		}
	}
	for i := range s.Rows {
		s.Rows[i].Published = []results.PublishedValue{}
	}
	d.Board, err = NewBoard(b, s.Board, q)
	return d, err
}

// Address is that of the state of a day.
func (d *BoardState) Address(day string) string {
	return link.State(d.Board.Query.Choice(), d.Benchmark, day)
}
