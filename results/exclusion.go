package results

import (
	"fmt"
	"slices"
)

// ExclusionKind says what speaks against ranking a run.
type ExclusionKind string

// The kinds of exclusions. Those of FromOtherRuns follow from other runs of the
// same benchmark, the others lie in a run's own records.
const (
	ExclusionRevision      ExclusionKind = "revision"     // it was scored against another revision of the dataset
	ExclusionModels        ExclusionKind = "mixed_models" // its records name two known models
	ExclusionLabel         ExclusionKind = "label"        // its label contradicts what its records state
	ExclusionSame          ExclusionKind = "same_records" // another run has the same records, or the same verdicts and answers
	ExclusionReplaced      ExclusionKind = "replaced"     // another run corrects it
	ExclusionTasks         ExclusionKind = "other_tasks"  // it was run on other tasks than the runs that are ranked
	ExclusionSnapshot      ExclusionKind = "snapshot"     // a later snapshot of the same source stands for it
	ExclusionContradiction ExclusionKind = "contrary"     // its records contradict each other
	ExclusionTwin          ExclusionKind = "twin_name"    // its model's name looks like another one

	ExclusionUnheard   ExclusionKind = "no_messages" // answers that no message of the agent bears out
	ExclusionTraces    ExclusionKind = "no_traces"   // a file of scores without traces: its value is shown
	ExclusionReference ExclusionKind = "reference"   // a script stands in the place of a model: a reference line, no system
	ExclusionUnnamed   ExclusionKind = "no_model"    // no record names the model
)

// Exclusion is one reason why a run is shown but not ranked.
type Exclusion struct {
	Kind      ExclusionKind  `json:"kind"`                // what speaks against the run
	Message   string         `json:"message"`             // one sentence for people, without a full stop
	Run       string         `json:"run,omitempty"`       // slug of the other run that it speaks of
	Scenarios map[string]int `json:"scenarios,omitempty"` // number of trials that it rests on, by scenario
	Tasks     []string       `json:"tasks,omitempty"`     // those trials' tasks, as scenario/task
}

// ExclusionOver is an exclusion that rests on trials, which are named by their tasks; the
// format gives its message.
func ExclusionOver(kind ExclusionKind, trials []TaskName, format string, args ...any) Exclusion {
	o := Exclusion{Kind: kind, Message: fmt.Sprintf(format, args...), Scenarios: map[string]int{}}
	listed := map[TaskName]bool{}
	for _, t := range trials {
		o.Scenarios[t.Scenario]++
		if !listed[t] {
			listed[t] = true
			o.Tasks = append(o.Tasks, t.String())
		}
	}
	return o
}

// FromOtherRuns reports whether an exclusion of this kind follows from other
// runs or from who is said to have made the run, so that it is found anew whenever
// the runs are held against each other.
func (k ExclusionKind) FromOtherRuns() bool {
	switch k {
	case ExclusionSame, ExclusionReplaced, ExclusionTasks, ExclusionTwin, ExclusionReference, ExclusionUnnamed:
		return true
	}
	return false
}

// Fault reports whether an exclusion of this kind speaks of records that cannot be as
// they are stated. The others say only where an honest run does not stand.
func (k ExclusionKind) Fault() bool {
	switch k {
	case ExclusionReplaced, ExclusionTasks, ExclusionSnapshot, ExclusionReference, ExclusionUnnamed:
		return false
	}
	return true
}

// Ranked reports whether the run may be ranked and may enter means over
// systems: it is complete, and nothing speaks against it.
func (r *Run) Ranked() bool { return r.Complete && len(r.Exclusions) == 0 }

// Objects reports whether an exclusion of the kind was raised against the run.
func (r *Run) Objects(kind ExclusionKind) bool {
	return slices.ContainsFunc(r.Exclusions, func(o Exclusion) bool { return o.Kind == kind })
}
