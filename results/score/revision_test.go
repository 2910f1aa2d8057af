package score

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Only trials with a verdict and a recorded solution speak for a revision, and
// only tasks whose solution the dataset names.
func TestRevision(t *testing.T) {
	one := 1.0
	options := []results.Option{{Label: "A", Gold: true}, {Label: "B"}, {Label: "C", Gold: true}}
	tasks := []results.Task{
		{Scenario: "a", Slug: "q1", Options: options}, {Scenario: "a", Slug: "q2", Options: options},
		{Scenario: "b", Slug: "q1", Options: options[1:2]}, {Scenario: "b", Slug: "q2"},
	}
	trial := func(scenario, task string, score *float64, gold ...string) results.Trial {
		return results.Trial{Scenario: scenario, Task: task, Score: score, Gold: gold}
	}
	for _, tt := range []struct {
		name   string
		trials []results.Trial
		tasks  []string
	}{
		{"the same", []results.Trial{trial("a", "q1", &one, "C", "A"), trial("a", "q2", &one, "A", "C")}, nil},
		{"one more", []results.Trial{trial("a", "q1", &one, "A", "B", "C"), trial("a", "q2", &one, "A", "C")}, []string{"a/q1"}},
		{"both", []results.Trial{trial("a", "q1", &one, "A"), trial("a", "q2", &one, "B")}, []string{"a/q1", "a/q2"}},
		{"no verdict", []results.Trial{trial("a", "q1", nil, "B")}, nil},
		{"no solution recorded", []results.Trial{trial("a", "q1", &one)}, nil},
		{"no solution in the dataset", []results.Trial{trial("b", "q1", &one, "B"), trial("b", "q2", &one, "B"),
			trial("c", "q9", &one, "B")}, nil},
	} {
		o := Revision(tasks, tt.trials)
		if (o == nil) != (tt.tasks == nil) {
			t.Errorf("%s: objection %+v, want it for %v", tt.name, o, tt.tasks)
		} else if o != nil && (!slices.Equal(o.Tasks, tt.tasks) || o.Scenarios["a"] != len(tt.tasks) || o.Kind != results.ExclusionRevision) {
			t.Errorf("%s: objection %+v, want %v", tt.name, o, tt.tasks)
		}
	}
}
