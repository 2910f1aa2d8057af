package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// BoardState is the snapshot of a leaderboard at the end of a day on which it changed.
type BoardState struct {
	Board
	Day string // ISO date, UTC
	// Altered is set if a row was removed later, because its run was withdrawn or deleted. The
	// snapshot then omits everything that depended on a comparison with that system: ranks, rank
	// intervals, P(first) and tie classes. The scores of the other rows are unchanged.
	Altered bool
	// Withdrawn lists the withdrawals of runs whose rows were removed.
	Withdrawn []Withdrawal
}

// StateOf returns the part of a leaderboard that a snapshot keeps: the scores and ranks of its
// systems. It omits texts about other runs and reported results, because they may change
// independently of the leaderboard.
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

// Digest returns the hex SHA-256 of the snapshot's numbers and their order. It ignores the day and
// all text, so that equal digests mean equal leaderboards.
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
