package compare

import "github.com/clawatlas/clawatlas/results/board"

// verdictOf derives the verdict from a test. All pages use it, so that they agree.
func verdictOf(test board.Comparison, diff *float64, lower bool) Verdict {
	if !test.Separable() || diff == nil || *diff == 0 {
		return NotSeparable
	}
	return ahead((*diff > 0) != lower)
}
