// Package outline summarises each step of a trace by a kind and a short label.
package outline

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Kind is the kind of a step.
type Kind string

// Kinds in ascending order of priority. A step with several calls has the kind with the highest
// priority among them.
const (
	Said    Kind = "said"   // step without calls
	Empty   Kind = "empty"  // only searches that found nothing
	Looked  Kind = "looked" // some other call, which read, ran or requested something
	Wrote   Kind = "wrote"  // a call changed a file, as far as results/files can tell
	Refused Kind = "refused"
	Failed  Kind = "failed" // a call or the model's response failed
)

// Rank returns the priority of the kind, higher for more important kinds.
func (k Kind) Rank() int {
	switch k {
	case Empty:
		return 1
	case Looked:
		return 2
	case Wrote:
		return 3
	case Refused:
		return 4
	case Failed:
		return 5
	}
	return 0
}

// Mark is the summary of a step of a trace.
type Mark struct {
	Step   int
	Kind   Kind
	Tool   string // recorded name of the first call's tool; empty without a call
	Label  string // subject of the first call; may be empty
	Calls  int
	TookMS *int64 // milliseconds from the step to its last result; nil if not recorded
}

// Marks returns a summary of each of several consecutive steps of a trace.
func Marks(steps []results.Step, names files.Names) []Mark {
	trail := files.NewTrail()
	list := make([]Mark, len(steps))
	for i := range steps {
		s := &steps[i]
		m := Mark{Step: s.StepID, Calls: len(s.ToolCalls), TookMS: s.TookMS(), Kind: kindOf(s, trail.Follow(0, names, []*results.Step{s}))}
		if len(s.ToolCalls) > 0 {
			m.Tool, m.Label = s.ToolCalls[0].Name, Label(&s.ToolCalls[0], names)
		}
		list[i] = m
	}
	return list
}

func kindOf(s *results.Step, touches []files.Touch) Kind {
	if s.Error != "" {
		return Failed
	}
	kind, answers := Said, 0
	is := func(k Kind) {
		if k.Rank() > kind.Rank() {
			kind = k
		}
	}
	if s.Observation != nil {
		answers = len(s.Observation.Results)
		for i := range s.Observation.Results {
			is(OfResult(&s.Observation.Results[i]))
		}
	}
	if len(s.ToolCalls) > answers { // some call has no result
		is(Looked)
	}
	for i := range touches {
		x := &touches[i]
		if x.Op.Changes() && (!x.Failed || s.ResultOf(x.Call-1) == nil) {
			is(Wrote)
		}
	}
	return kind
}

// OfResult returns the kind of a result; Looked for a successful one.
func OfResult(r *results.Result) Kind {
	switch {
	case r.Outcome == results.OutcomeRefused:
		return Refused
	case r.Failed:
		return Failed
	case r.Outcome == results.OutcomeEmpty:
		return Empty
	}
	return Looked
}

func isFileCall(k calls.Kind) bool { return k == calls.Look || k == calls.Write || k == calls.Edit }

// RoundSize returns the smallest of the sizes 1, 2, 5, 10, 20 ... with which n elements form at
// most the given number of groups.
func RoundSize(n, most int) int {
	for round := 1; ; round *= 10 {
		for _, size := range []int{round, 2 * round, 5 * round} {
			if (n+size-1)/size <= most {
				return size
			}
		}
	}
}
