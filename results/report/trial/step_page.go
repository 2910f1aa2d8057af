package trial

import (
	"github.com/clawatlas/clawatlas/results"
)

// StepQuery is the state of the address of a step's page, beside that of its
// trial.
type StepQuery struct {
	Step  int    // its number
	Plain bool   // as text for programs
	Call  int    // number of the first call that is shown
	Text  string // one text alone: message, reasoning, call-2, r1 ...
	Part  int    // of a text
	Line  int    // instead of the part
	To    int    // last of the lines that are marked from Line on; 0: none
}

// TrialStep is one step of a trial, shown by itself.
type TrialStep struct {
	Trial   *Trial
	Query   StepQuery
	Before  *results.Step // nil for the first
	Step    *results.Step
	Start   *int64         // time of the first step of the trace
	Agents  map[string]int // first step of each sub-agent that a result refers to
	Matches *TraceMatches  // of the search that led here; nil where none did
}
