package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// Unranked reports whether a row is a run that takes no part in the ranking.
func Unranked(r *results.BoardRow) bool { return r.Run != nil && !board.InPopulation(r) }
