package board

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// printedUnder returns the convention under which records reproduce the reported results of a
// scoring family.
func printedUnder(s results.Scoring) string {
	switch s {
	case results.ScoringClawArena:
		return score.Paper
	case results.ScoringReward:
		return score.Board
	}
	return ""
}

// transfers reports whether a reported result may be shown in a metric's column under a convention:
// its source uses that convention, or all conventions define the metric identically.
func transfers(s results.Scoring, convention, key string) bool {
	return convention == printedUnder(s) || !varies(s, key)
}

// varies reports whether a family's conventions compute a metric differently. In ClawArena, SC and
// FD are means over scenarios under every convention; for rewards, only the difficulty labels vary.
func varies(s results.Scoring, key string) bool {
	switch s {
	case results.ScoringClawArena:
		return key != "sc" && key != "fd"
	case results.ScoringReward:
		return slices.Contains([]string{"easy", "medium", "hard"}, key)
	}
	return false
}
