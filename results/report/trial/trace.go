package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Marked says what each of the steps of the window did. The workspace is the directory
// that the trial's record states; empty if it states none.
func (w *TraceWindow) Marked(workspace string) {
	w.Marks = outline.Marks(w.Steps, files.NewNames(workspace))
	for i := range w.Marks {
		r, m := &w.Rows[i], &w.Marks[i]
		if r.Bytes <= BodyMost {
			continue
		}
		m.Calls, m.Tool = r.Calls, r.Tools // of a step that is too long to be opened, by what is kept beside its body
		if m.Kind = outline.Said; r.Calls > 0 {
			m.Kind = outline.Looked
		}
		if r.Failed > 0 {
			m.Kind = outline.Failed
		}
	}
}

// TraceWindow is a window of a trace with the outline of the whole.
type TraceWindow struct {
	Rows   []results.StepRow
	Before *results.Step // the step before the window, nil at the beginning
	// Steps are those of the window; one that is too long is not opened and has
	// no texts.
	Steps        []results.Step
	Start        *int64         // time of the first step of the trace
	Agents       map[string]int // first step of each sub-agent that a result refers to
	LastMessage  int            // numbers of steps; 0 where there is none
	FirstFailure int
	FailedBefore int // the failed steps beside the window
	FailedAfter  int
	Days         []results.TraceGroup
	Turns        []OutlineLine
	Windows      []OutlineLine
	Matches      *TraceMatches  // of the search that led here; nil where none did
	Marks        []outline.Mark // of Steps
}

// OutlineLine sums up the units of a stretch of the trace. The one that holds
// the beginning of the window is opened.
type OutlineLine struct {
	results.TraceGroup
	End     int // place of the unit after the stretch
	Current bool
	Lines   []OutlineLine
}

// outlineMost is how many lines one level of the outline has.
const outlineMost = 40

// Stretch is the smallest round size that leaves at most outlineMost parts of n
// units. Of 1, 2 and 5 times powers of ten each divides those that are large
// enough to hold it as a level of the outline.
func Stretch(n int) int { return outline.RoundSize(n, outlineMost) }

// Limits of one window of a trace.
const (
	WindowAnswers = 200     // results of all steps of a window
	BodyMost      = 8 << 20 // bytes of one step's body that are opened for a page
	BodiesMost    = 4 << 20 // bytes of all bodies of a window
)
