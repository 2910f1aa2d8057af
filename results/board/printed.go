package board

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// printedUnder is the convention that the printed boards of a scoring family
// follow: where records exist, it is the one that gives the printed numbers.
func printedUnder(s results.Scoring) string {
	switch s {
	case results.ScoringClawArena:
		return score.Paper
	case results.ScoringReward:
		return score.Board
	}
	return ""
}

// transfers reports whether a printed number may stand in a metric's column
// under a convention: its source follows that one, or the metric is the same
// under all of them. To put it anywhere else would say something that its
// source does not say.
func transfers(s results.Scoring, convention, key string) bool {
	return convention == printedUnder(s) || !varies(s, key)
}

// varies reports whether conventions of the family compute a metric in
// different ways. SC and FD are means over scenarios in all of ClawArena's;
// of rewards only the difficulty labels have two readings.
func varies(s results.Scoring, key string) bool {
	switch s {
	case results.ScoringClawArena:
		return key != "sc" && key != "fd"
	case results.ScoringReward:
		return slices.Contains([]string{"easy", "medium", "hard"}, key)
	}
	return false
}
