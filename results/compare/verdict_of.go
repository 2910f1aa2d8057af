package compare

import "github.com/clawatlas/clawatlas/results/board"

// verdictOf is the one verdict of a pair on the site.
func verdictOf(test board.Comparison, diff *float64, lower bool) Verdict {
	if !test.Separable() || diff == nil || *diff == 0 {
		return NotSeparable
	}
	return ahead((*diff > 0) != lower)
}
