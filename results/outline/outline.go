// Package outline says of each step of a trace in one mark and a few words what it
// did: the mark for maps and outlines, the words as their labels. The functions are
// pure.
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

// Mark is a step as a map of its trace shows it.
type Mark struct {
	Step     int
	Kind     Kind
	Tool     string // name of the first call's tool as recorded; empty for none
	Label    string // what the step is about; empty where its call says nothing
	Calls    int
	DayHere  string // the day that begins with the step; empty for none
	Boundary string // what became of the context after the step: replace, append, truncate
	TookMS   *int64 // from the step's time to the last of its answers; nil where it is not recorded
	Tokens   *int64 // written by the model; nil where they are not recorded
}

// Marks reads the steps of a trace, or a stretch of it, in their order.
func Marks(steps []results.Step, names files.Names) []Mark {
	k := NewMarker(names)
	list := make([]Mark, len(steps))
	for i := range steps {
		list[i] = k.Mark(&steps[i])
	}
	return list
}

// Marker makes the marks of steps that come one after the other.
type Marker struct {
	names files.Names
	trail *files.Trail
	day   string
}

// NewMarker takes the names of files in the trace.
func NewMarker(names files.Names) *Marker { return &Marker{names: names, trail: files.NewTrail()} }

// Forget drops what is known of the contents of files, which grows with the steps;
// what scripts change is then not seen until their text is read or written again.
func (k *Marker) Forget() { k.trail = files.NewTrail() }

// Mark is the mark of the next step.
func (k *Marker) Mark(s *results.Step) Mark {
	m := k.Bare(s)
	if len(s.ToolCalls) > 0 {
		m.Label = Label(&s.ToolCalls[0], k.names)
	}
	return m
}

// Bare is the mark of the next step without its label, which costs as much as all else.
func (k *Marker) Bare(s *results.Step) Mark {
	m := Mark{Step: s.StepID, Calls: len(s.ToolCalls), Boundary: boundary(s), TookMS: s.TookMS(),
		Kind: kindOf(s, k.trail.Follow(0, k.names, []*results.Step{s}))}
	if s.Day != "" && s.Day != k.day {
		m.DayHere, k.day = s.Day, s.Day
	}
	if len(s.ToolCalls) > 0 {
		m.Tool = s.ToolCalls[0].Name
	}
	if s.Metrics != nil {
		m.Tokens = s.Metrics.CompletionTokens
	}
	return m
}

// boundary is what became of the context; a compaction that does not say replaces it.
func boundary(s *results.Step) string {
	if s.Boundary == "" && s.Event == "compaction" {
		return "replace"
	}
	return s.Boundary
}

// kindOf takes what the calls of a step did with files.
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

// isFileCall reports whether what a call does is read from a file that it names.
func isFileCall(k calls.Kind) bool { return k == calls.Look || k == calls.Write || k == calls.Edit }
