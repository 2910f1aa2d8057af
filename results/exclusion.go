package results

import (
	"fmt"
	"slices"
)

// ExclusionKind is a kind of reason for not ranking a run.
type ExclusionKind string

// Kinds of exclusions. Some follow from other runs of the benchmark (see FromOtherRuns); all others
// follow from the run's own records.
const (
	ExclusionRevision      ExclusionKind = "revision"     // the run was scored against another revision of the dataset
	ExclusionModels        ExclusionKind = "mixed_models" // the records name two models
	ExclusionLabel         ExclusionKind = "label"        // the run's label contradicts its records
	ExclusionSame          ExclusionKind = "same_records" // another run has the same records, or the same verdicts and answers
	ExclusionReplaced      ExclusionKind = "replaced"     // another run corrects the run
	ExclusionTasks         ExclusionKind = "other_tasks"  // the run covers different tasks than the ranked runs
	ExclusionSnapshot      ExclusionKind = "snapshot"     // a later snapshot of the same source is stored
	ExclusionContradiction ExclusionKind = "contrary"     // the records contradict each other
	ExclusionTwin          ExclusionKind = "twin_name"    // the model's name is easily confused with another model's

	ExclusionUnheard   ExclusionKind = "no_messages" // no message of the agent supports some of its answers or scores
	ExclusionTraces    ExclusionKind = "no_traces"   // a score file without traces; its value is shown
	ExclusionReference ExclusionKind = "reference"   // a script replaces the model, so that the run is only a reference
	ExclusionUnnamed   ExclusionKind = "no_model"    // the records do not name the model
)

// Exclusion is a reason why a run is displayed but not ranked.
type Exclusion struct {
	Kind      ExclusionKind  `json:"kind"`
	Message   string         `json:"message"`             // one sentence for display, without a full stop
	Run       string         `json:"run,omitempty"`       // slug of the other run
	Scenarios map[string]int `json:"scenarios,omitempty"` // number of affected trials by scenario
	Tasks     []string       `json:"tasks,omitempty"`     // tasks of the affected trials, as scenario/task
}

// ExclusionOver returns an exclusion that affects the given trials; format and args produce the
// message.
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

// FromOtherRuns reports whether an exclusion of this kind follows from other runs or from the run's
// author as stated by the caller. Such exclusions are recomputed whenever runs are compared.
func (k ExclusionKind) FromOtherRuns() bool {
	switch k {
	case ExclusionSame, ExclusionReplaced, ExclusionTasks, ExclusionTwin, ExclusionReference, ExclusionUnnamed:
		return true
	}
	return false
}

// Fault reports whether an exclusion of this kind suggests that the records are wrong. The other
// kinds also apply to runs with correct records.
func (k ExclusionKind) Fault() bool {
	switch k {
	case ExclusionReplaced, ExclusionTasks, ExclusionSnapshot, ExclusionReference, ExclusionUnnamed:
		return false
	}
	return true
}

// Ranked reports whether the run may be ranked and included in means over systems: it must be
// complete and have no exclusions.
func (r *Run) Ranked() bool { return r.Complete && len(r.Exclusions) == 0 }

// Objects reports whether the run has an exclusion of the given kind.
func (r *Run) Objects(kind ExclusionKind) bool {
	return slices.ContainsFunc(r.Exclusions, func(o Exclusion) bool { return o.Kind == kind })
}
