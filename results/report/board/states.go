package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// BoardStates are the days on which a board changed, the newest first.
type BoardStates struct {
	Benchmark  string           `json:"benchmark"`                // slug
	Convention string           `json:"convention"`               // way of aggregating; empty where there is one alone
	Without    string           `json:"without" enum:",doubtful"` // which tasks are left out: none, or those in doubt
	Headline   string           `json:"headline"`                 // key of the metric that ranks
	States     []BoardStateLine `json:"states"`                   // of this answer
	Total      int              `json:"total"`                    // states on all pages
	Limit      int              `json:"limit"`                    // states in one answer
	Offset     int              `json:"offset"`                   // states before the first of this answer

	Of    results.Benchmark `json:"-"`
	Query BoardQuery        `json:"-"`
}

// BoardStateLine is one state in the list of all.
type BoardStateLine struct {
	Day     string       `json:"day"`     // on which it came about, ISO date in UTC
	Digest  string       `json:"digest"`  // sha256 of its numbers and their order, in hex
	Altered bool         `json:"altered"` // a row was taken out since, so ranks and ties are not known any more
	Leaders []string     `json:"leaders"` // names of the first system with records and of those tied with it
	Ranked  int          `json:"ranked"`  // systems that were ranked
	Systems int          `json:"systems"` // rows, runs that are not ranked and printed figures too
	First   bool         `json:"first"`   // no state is older
	Moves   []board.Move `json:"moves"`   // what became of systems since the state before; empty for the first
	URL     string       `json:"url"`     // of the state's page

	Top board.Top `json:"-"`
}

// NewBoardStates lists states, the newest first. The last of them only says what
// the one before it is compared with, unless all is true: then it is the oldest.
func NewBoardStates(b results.Benchmark, q BoardQuery, list []results.BoardState, all bool) (*BoardStates, error) {
	d := &BoardStates{Benchmark: b.ID, Convention: q.Convention, Without: q.Without, States: []BoardStateLine{}, Of: b, Query: q}
	for i := range list {
		if d.Headline == "" {
			d.Headline = list[i].Headline
		}
		if i == len(list)-1 && !all {
			break
		}
		digest, err := list[i].Digest()
		if err != nil {
			return nil, err
		}
		x := BoardStateLine{Day: list[i].Day, Digest: digest, Altered: list[i].Altered, Leaders: []string{}, Systems: len(list[i].Rows),
			Ranked: len(board.Population(list[i].Board)), URL: link.State(q.Choice(), b.ID, list[i].Day), Top: board.TopOf(list[i].Board),
			First: i == len(list)-1, Moves: []board.Move{}}
		for k := range x.Top.Tied {
			x.Leaders = append(x.Leaders, report.RowName(&x.Top.Tied[k]))
		}
		if !x.First {
			x.Moves = board.Moves(&list[i+1], &list[i])
		}
		d.States = append(d.States, x)
	}
	return d, nil
}

// Address is that of the list with another window.
func (d *BoardStates) Address(offset string) string {
	return link.To(link.With(d.Query.Choice(), "offset", offset), "b", d.Benchmark, "states")
}

// BoardStatesHeader and the lines of a state are the list as CSV, a line for each
// system that changed, and one for a state in which none did.
func BoardStatesHeader() []string {
	return []string{"day", "digest", "altered", "leaders", "ranked", "systems", "system", "what", "run_before", "run_after",
		"value_before", "value_after", "rank_before", "rank_after"}
}

// CSV are the lines of a state.
func (x *BoardStateLine) CSV() [][]string {
	head := []string{x.Day, x.Digest, fmt.Sprint(x.Altered), strings.Join(x.Leaders, "; "), fmt.Sprint(x.Ranked), fmt.Sprint(x.Systems)}
	if len(x.Moves) == 0 {
		return [][]string{append(head, make([]string, 8)...)}
	}
	var rows [][]string
	for i := range x.Moves {
		rows = append(rows, append(head[:len(head):len(head)], moveCells(&x.Moves[i])...))
	}
	return rows
}

// moveCells are the cells of a change: the system, what became of it, and its
// run, value and rank before and after.
func moveCells(m *board.Move) []string {
	name := report.RowName(&results.BoardRow{System: m.System, Name: m.Name})
	cells := []string{name, strings.Join(m.What, " "), "", "", "", "", "", ""}
	for i, p := range []*board.Place{m.Before, m.After} {
		if p == nil {
			continue
		}
		if p.Run != nil {
			cells[2+i] = *p.Run
		}
		cells[4+i], cells[6+i] = CSVFloat(p.Value), CSVInt(p.Rank)
	}
	return cells
}

// BoardState is how a board stood on a day, and what has become of its systems.
type BoardState struct {
	Benchmark  string  `json:"benchmark"`                // slug
	Convention string  `json:"convention"`               // way of aggregating; empty where there is one alone
	Without    string  `json:"without" enum:",doubtful"` // which tasks were left out: none, or those in doubt
	Day        string  `json:"day"`                      // on which this state came about, ISO date in UTC
	Until      *string `json:"until"`                    // day of the next state; null if there is none
	Previous   *string `json:"previous"`                 // day of the state before; null for the first
	Digest     string  `json:"digest"`                   // sha256 of its numbers and their order, in hex
	// a row was taken out since: ranks, rank intervals, P(first) and ties are left out
	Altered    bool                   `json:"altered"`
	Withdrawn  []results.Withdrawal   `json:"withdrawn"`  // runs of this state that were withdrawn since
	Headline   string                 `json:"headline"`   // key of the metric that ranks
	Metrics    []string               `json:"metrics"`    // keys of the metrics, in the order of the table
	Statistics results.Statistics     `json:"statistics"` // how intervals, ranks and ties were made
	Doubtful   []results.DoubtfulTask `json:"doubtful"`   // the tasks of which it was known that no answer can pass them
	Rows       []results.BoardRow     `json:"rows"`       // in the order of the board, without printed figures beside them
	Since      []board.Move           `json:"since"`      // what became of systems from this state to the board of today

	Board *Board `json:"-"` // the state as a board
}

// NewBoardState is a state among the days of all, the newest first. now is the
// board as it stands.
func NewBoardState(b results.Benchmark, q BoardQuery, s results.BoardState, days []string, now results.Board) (*BoardState, error) {
	digest, err := s.Digest()
	if err != nil {
		return nil, err
	}
	d := &BoardState{Benchmark: b.ID, Convention: q.Convention, Without: q.Without, Day: s.Day, Digest: digest, Altered: s.Altered,
		Withdrawn: s.Withdrawn,
		Headline:  s.Headline, Metrics: append([]string{}, s.Keys...), Statistics: s.Statistics,
		Doubtful: append([]results.DoubtfulTask{}, s.Doubtful...)}
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
	today := results.StateOf(now, "")
	for i := range today.Rows {
		today.Rows[i].Name = now.Rows[i].Name
	}
	d.Since = board.Moves(&s, &today)
	for i := range s.Rows {
		s.Rows[i].Published = []results.PublishedValue{}
	}
	if d.Board, err = NewBoard(b, s.Board, q); err != nil {
		return nil, err
	}
	d.Rows = d.Board.Rows
	return d, nil
}

// Address is that of the state of a day.
func (d *BoardState) Address(day string) string {
	return link.State(d.Board.Query.Choice(), d.Benchmark, day)
}

// API is the address of the same in JSON.
func (d *BoardState) API() string {
	return link.API(d.Board.Query.Choice(), "benchmarks", d.Benchmark, "states", d.Day)
}
