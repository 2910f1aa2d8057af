package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cycles"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/overview"
)

// StretchOf is the first step of the stretch of a trace that holds a step.
func StretchOf(step int) int {
	return (max(step, 1)-1)/overview.StretchSteps*overview.StretchSteps + 1
}

// TraceSketch is what follows from a stretch of a trace: what each step did, which
// of them repeat, and which answers were given before.
type TraceSketch struct {
	From   int // number of its first step
	Marks  []outline.Mark
	Cycles []cycles.Cycle // those that have a step of the stretch; they may go on beyond it
	Again  map[cycles.Place]cycles.Again
	Map    *outline.Map // of the whole trace; nil where the stretch is not all of it
}

// Within takes from what is kept of a long trace what the stretch does not show.
func (k *TraceSketch) Within(o *results.Overview) (err error) {
	k.Map, k.Cycles, err = overview.Unpack(o)
	return err
}

// NewSketch goes through the steps of a stretch. The workspace is the directory that
// the trial's record states; empty if it states none.
func NewSketch(steps []results.Step, workspace string) *TraceSketch {
	k := &TraceSketch{From: 1}
	if len(steps) > 0 {
		k.From = steps[0].StepID
	}
	names := files.NewNames(workspace)
	k.Marks = outline.Marks(steps, names)
	k.Cycles = cycles.Of(steps, k.Marks, names)
	k.Again = cycles.AnswersAgain(steps)
	return k
}

// To is the number of its last step.
func (k *TraceSketch) To() int { return k.From + len(k.Marks) - 1 }

// Mark is what a step did; nil where the stretch does not hold it.
func (k *TraceSketch) Mark(step int) *outline.Mark {
	if k == nil || step < k.From || step > k.To() {
		return nil
	}
	return &k.Marks[step-k.From]
}

// Closed corrects the marks of steps that were too long to be opened by what is kept
// beside their bodies.
func (k *TraceSketch) Closed(rows []results.StepRow) {
	for i := range rows {
		r := &rows[i]
		m := k.Mark(r.StepID)
		if r.Bytes <= BodyMost || m == nil {
			continue
		}
		m.Calls, m.Tool = r.Calls, r.Tools
		if m.Kind = outline.Said; r.Calls > 0 {
			m.Kind = outline.Looked
		}
		if r.Failed > 0 {
			m.Kind = outline.Failed
		}
	}
}
