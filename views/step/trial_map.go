package step

import (
	"github.com/clawatlas/clawatlas/results/outline"
)

// KindMark is the sign of a kind that is not as it should be.
func KindMark(k outline.Kind) string {
	switch k {
	case outline.Failed:
		return "×"
	case outline.Refused:
		return "⊘"
	case outline.Empty:
		return "∅"
	}
	return ""
}
