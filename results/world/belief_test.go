package world

import (
	"reflect"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// choice is a multiple choice whose options in capitals are gold.
func choice(slug, options string) results.Task {
	t := results.Task{Scenario: "s", Slug: slug, Kind: results.KindMultiChoice}
	for _, o := range options {
		gold := o < 'a'
		if !gold {
			o += 'A' - 'a'
		}
		t.Options = append(t.Options, results.Option{Label: string(o), Gold: gold})
	}
	return t
}

func revised(answers map[string][]string) Revised {
	tasks := []results.Task{choice("q1", "ABcd"), choice("q2", "aB"), choice("q3", "aBC")}
	a := Annotation{Reversals: []Reversal{
		{ID: "r1", Scenario: "s", Stale: []Choice{{"q1", "C"}, {"q3", "A"}}, New: []Choice{{"q1", "A"}}},
		{ID: "r2", Scenario: "s", New: []Choice{{"q2", "B"}}},
		{ID: "r3", Scenario: "s", Stale: []Choice{{"q1", "C"}}, New: []Choice{{"q3", "B"}}},
		{ID: "of another revision", Scenario: "s", New: []Choice{{"q2", "A"}}},
		{ID: "of another dataset", Scenario: "s", Stale: []Choice{{"q9", "A"}}},
	}}
	given := Answers{}
	for slug, letters := range answers {
		given[results.TaskName{Scenario: "s", Task: slug}] = letters
	}
	return Revise(a.Fitting(tasks), tasks, given)
}

// A reversal counts when all its options are right, first where it is first asked
// about and later everywhere else. An option that two reversals share is counted
// for both and is no control.
func TestRevise(t *testing.T) {
	tests := []struct {
		name             string
		answers          map[string][]string
		first, held, all days.Count
		options, ctrl    days.Count
		misses           int
	}{
		{"all right", map[string][]string{"q1": {"A", "B"}, "q2": {"B"}, "q3": {"B", "C"}},
			days.Count{K: 3, N: 3}, days.Count{K: 2, N: 2}, days.Count{K: 3, N: 3},
			days.Count{K: 6, N: 6}, days.Count{K: 4, N: 4}, 0},
		{"falls back later", map[string][]string{"q1": {"A", "B"}, "q2": {"B"}, "q3": {"A", "B"}},
			days.Count{K: 3, N: 3}, days.Count{K: 1, N: 2}, days.Count{K: 2, N: 3},
			days.Count{K: 5, N: 6}, days.Count{K: 3, N: 4}, 1},
		// Without an answer no stale option was rejected.
		{"no answer", map[string][]string{"q1": nil, "q2": {"B"}, "q3": {"B", "C"}},
			days.Count{K: 1, N: 3}, days.Count{K: 2, N: 2}, days.Count{K: 1, N: 3},
			days.Count{K: 3, N: 6}, days.Count{K: 2, N: 4}, 3},
		{"nothing chosen", map[string][]string{"q1": {}, "q2": {}, "q3": {}},
			days.Count{K: 1, N: 3}, days.Count{K: 1, N: 2}, days.Count{N: 3},
			days.Count{K: 3, N: 6}, days.Count{K: 2, N: 4}, 3},
		// What was not judged is not wrong.
		{"a question missing", map[string][]string{"q1": {"A", "B"}, "q2": {"B"}},
			days.Count{K: 3, N: 3}, days.Count{}, days.Count{K: 1, N: 1},
			days.Count{K: 4, N: 4}, days.Count{K: 3, N: 3}, 0},
		{"nothing judged", nil, days.Count{}, days.Count{}, days.Count{}, days.Count{}, days.Count{}, 0},
	}
	for _, test := range tests {
		got := revised(test.answers)
		want := Revised{First: test.first, Held: test.held, All: test.all, Options: test.options, Control: test.ctrl, Misses: got.Misses}
		if !reflect.DeepEqual(want, got) || len(got.Misses) != test.misses {
			t.Errorf("%s: got  %+v\nwant %+v and %d misses", test.name, got, want, test.misses)
		}
	}
}

// Of several attempts the first that was judged counts, and a round that was
// judged without an answer is one.
func TestAnswersOf(t *testing.T) {
	one, zero := 1.0, 0.0
	var stored []results.StoredTrial
	for _, trial := range []results.Trial{
		{Scenario: "s", Task: "q1", Kind: results.KindMultiChoice, Attempt: 1},
		{Scenario: "s", Task: "q1", Kind: results.KindMultiChoice, Attempt: 2, Score: &zero, Selected: []string{"B"}},
		{Scenario: "s", Task: "q1", Kind: results.KindMultiChoice, Attempt: 3, Score: &one, Selected: []string{"A"}},
		{Scenario: "s", Task: "q2", Kind: results.KindMultiChoice, Score: &zero},
		{Scenario: "s", Task: "q3", Kind: results.KindExecCheck, Score: &one},
	} {
		stored = append(stored, results.StoredTrial{Trial: trial})
	}
	a := AnswersOf(stored)
	none, judged := a[results.TaskName{Scenario: "s", Task: "q2"}]
	if q1 := a[results.TaskName{Scenario: "s", Task: "q1"}]; len(a) != 2 || len(q1) != 1 || q1[0] != "B" || !judged || none != nil {
		t.Errorf("%v", a)
	}
}

// The annotation is whole: what it says is what its source counts.
func TestAnnotation(t *testing.T) {
	all, err := readAnnotations()
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	a, stale, new, rounds := all[0], 0, 0, map[[2]string]bool{}
	for _, r := range a.Reversals {
		stale, new = stale+len(r.Stale), new+len(r.New)
		rounds[[2]string{r.Scenario, r.Update}] = true
	}
	rules := 0
	for _, e := range a.Exams {
		rules += len(e.Rules)
	}
	if len(a.Reversals) != 36 || len(rounds) != 35 || stale != 41 || new != 96 {
		t.Errorf("%d reversals over %d rounds, %d stale and %d new options", len(a.Reversals), len(rounds), stale, new)
	}
	if len(a.Named) != 44 || len(a.Exams) != 21 || rules != 72 {
		t.Errorf("%d namings, %d exams of %d rules", len(a.Named), len(a.Exams), rules)
	}
	if AnnotationOf("clawarena", nil) != nil || AnnotationOf("other", nil) != nil {
		t.Error("tasks that it does not speak of have an annotation")
	}
}
