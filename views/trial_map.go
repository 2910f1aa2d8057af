package views

import (
	"github.com/clawatlas/clawatlas/results/outline"
)

// KindText says what a kind of step is, for people.
func KindText(k outline.Kind) string {
	switch k {
	case outline.Said:
		return "no call"
	case outline.Empty:
		return "found nothing"
	case outline.Looked:
		return "looked or ran"
	}
	return string(k)
}
