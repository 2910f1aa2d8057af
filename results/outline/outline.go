// Package outline describes each step of a trace by one mark and a few words.
package outline

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Kind is what a step did, as one mark.
type Kind string

// The kinds, the one that a reader needs first at the end: a step of several calls
// is of the last kind that any of them has.
const (
	Said    Kind = "said"    // no call
	Empty   Kind = "empty"   // looked and found nothing, in all its calls
	Looked  Kind = "looked"  // any other call: it read, ran or asked
	Wrote   Kind = "wrote"   // it changed a file, as far as results/files follows that
	Refused Kind = "refused" // a call was refused
	Failed  Kind = "failed"  // a call or the model's answer failed
)

// Rank orders the kinds as they are listed.
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

// Mark is a step in the outline of its trace.
type Mark struct {
	Step   int
	Kind   Kind
	Tool   string // name of the first call's tool as recorded; empty for none
	Label  string // what the step is about; empty where its call says nothing
	Calls  int
	TookMS *int64 // from the step's time to the last of its answers; nil where it is not recorded
}

// Marks reads the steps of a trace, or a stretch of it, in their order.
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
	if len(s.ToolCalls) > answers { // some call has no answer
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

// OfResult is how a result ended; one that is as it should be is Looked.
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

// RoundSize is the smallest of the round sizes 1, 2, 5, 10 and so on of which at most
// so many hold n parts.
func RoundSize(n, most int) int {
	for round := 1; ; round *= 10 {
		for _, size := range []int{round, 2 * round, 5 * round} {
			if (n+size-1)/size <= most {
				return size
			}
		}
	}
}
