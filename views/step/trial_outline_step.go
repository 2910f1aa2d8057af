package step

import (
	"github.com/clawatlas/clawatlas/results/outline"
)

// OutlineMark is a step in the outline, or a cycle of them.
type OutlineMark struct {
	Number string
	Kind   outline.Kind
	Tool   string // or whose message it is
	About  string
	Bar    int // time, in px of barMost
}
