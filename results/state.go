package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// BoardState is how a board stood at the end of a day on which it changed.
type BoardState struct {
	Board
	Day string // ISO date, UTC
	// Altered says that a row was taken out since: its run was withdrawn or taken
	// down. What rests on the comparison with that system (ranks, their intervals,
	// P(first), tie classes) is left out then. Each row's own numbers are those of the day.
	Altered bool
	// Withdrawn are the runs of rows that are left out, if they were withdrawn.
	Withdrawn []Withdrawal
}

// StateOf is what is kept of a board: the numbers of its own systems. What is
// written for people about other runs or printed elsewhere stays out, because it
// may change or go without the board.
func StateOf(b Board, day string) BoardState {
	s := BoardState{Board: b, Day: day}
	s.Rows = slices.Clone(b.Rows)
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Name, r.Published, r.OtherRuns = "", nil, nil
		r.Exclusions = nil
		for _, o := range b.Rows[i].Exclusions {
			r.Exclusions = append(r.Exclusions, Exclusion{Kind: o.Kind})
		}
	}
	return s
}

// Digest is the sha256, in hex, of the numbers of a state and their order. It does
// not depend on the day, nor on words: equal digests are equal boards.
func (s *BoardState) Digest() (string, error) {
	said := StateOf(s.Board, "")
	x := said.Statistics
	tasks := make([]string, len(said.Impossible))
	for i, d := range said.Impossible {
		tasks[i] = d.Scenario + "/" + d.Task
	}
	data, err := json.Marshal([]any{said.Benchmark, said.Convention, said.Without, said.Headline, said.Keys,
		x.Comparisons, x.Alpha, x.Seed, x.Draws, x.Clusters, x.Level, x.Tasks, x.Systems, tasks, said.Rows})
	if err != nil {
		return "", fmt.Errorf("digest of a board: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
