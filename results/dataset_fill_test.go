package results_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// TestFill: what two sources of a dataset say beside the texts is put together in
// either order, and what is said already stays.
func TestFill(t *testing.T) {
	tasks := func(a, b results.TaskFacts) *results.Dataset {
		return &results.Dataset{Tasks: []results.Task{{Scenario: "s", Slug: "a", Facts: a}, {Scenario: "s", Slug: "b", Facts: b}}}
	}
	english, both := map[string]string{"en": "one"}, map[string]string{"en": "one", "zh": "一"}
	rubric := []results.RubricPart{{Name: "x", Weight: 1}}
	site := func() *results.Dataset {
		return tasks(results.TaskFacts{Prompt: "p", Descriptions: both, Tags: []string{"x"}}, results.TaskFacts{Descriptions: english})
	}
	tree := func() *results.Dataset {
		return tasks(results.TaskFacts{Prompt: "p", Descriptions: english, Rubric: rubric, Tags: []string{"y", "x"}},
			results.TaskFacts{Descriptions: map[string]string{"en": "other"}})
	}
	x, y := site(), tree()
	if gained := x.Fill(tree()); len(gained) != 1 || gained[0].Slug != "a" {
		t.Errorf("the site's tasks gain %+v", gained)
	}
	if gained := y.Fill(site()); len(gained) != 1 || gained[0].Slug != "a" {
		t.Errorf("the tree's tasks gain %+v", gained)
	}
	if diff := cmp.Diff(x.Tasks[0], y.Tasks[0]); diff != "" {
		t.Errorf("in the other order: %s", diff)
	}
	if got := x.Tasks[1].Facts.Descriptions["en"] + y.Tasks[1].Facts.Descriptions["en"]; got != "oneother" {
		t.Errorf("what was said became %q", got)
	}
	if x.Fill(tree()) != nil || english["zh"] != "" {
		t.Error("it gains twice, or changes the other's map")
	}
}
