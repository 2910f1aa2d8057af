package world

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// The questions about a belief stand in the order of the dataset, each with its
// own options. One without an answer has none right, and one that was not judged
// is not right either.
func TestAsked(t *testing.T) {
	r := Reversal{Scenario: "s", Stale: []Choice{{"q3", "A"}, {"q1", "C"}}, New: []Choice{{"q1", "A"}, {"q2", "B"}}}
	name := func(slug string) results.TaskName { return results.TaskName{Scenario: "s", Task: slug} }
	order := map[results.TaskName]int{name("q1"): 4, name("q2"): 5, name("q3"): 6}
	got := r.Asked(order, Answers{name("q1"): {"A"}, name("q3"): nil})
	want := []Asked{
		{Task: "q1", Judged: true, Answered: true, Options: []AskedOption{{"C", true, true}, {"A", false, true}}},
		{Task: "q2", Options: []AskedOption{{"B", false, false}}},
		{Task: "q3", Judged: true, Options: []AskedOption{{"A", true, false}}},
	}
	must.Same(t, want, got, "what was got")
	if !got[0].Right() || got[1].Right() || got[2].Right() {
		t.Error("only the first question is answered right")
	}
}
