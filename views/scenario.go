package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/words"
)

// PassedOf shows how many of the runs with a verdict passed.
func PassedOf(passed, scored int) string {
	if scored == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", passed, scored)
}
