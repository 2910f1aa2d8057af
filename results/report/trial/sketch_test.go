package trial

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/outline"
)

func TestStretchOf(t *testing.T) {
	for step, want := range map[int]int{0: 1, 1: 1, 500: 1, 501: 501, 1000: 501, 10_001: 10_001} {
		must.Equal(t, want, StretchOf(step), "StretchOf(%d)", step)
	}
}

// TestSketchClosed: of a step that was too long to be opened the row says what it did.
func TestSketchClosed(t *testing.T) {
	k := NewSketch([]results.Step{{StepID: 51}, {StepID: 52}}, "")
	k.Closed([]results.StepRow{{StepID: 51, Bytes: BodyMost + 1, Calls: 2, Tools: "exec exec", Failed: 1}, {StepID: 52, Calls: 1}})
	want := []outline.Mark{{Step: 51, Kind: outline.Failed, Calls: 2, Tool: "exec exec"}, {Step: 52, Kind: outline.Said}}
	must.Same(t, want, k.Marks, "k.Marks")
	if k.Mark(50) != nil || k.Mark(53) != nil || k.To() != 52 {
		t.Error("the stretch holds steps 51 and 52")
	}
}
