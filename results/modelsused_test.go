package results_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestModelsUsed(t *testing.T) {
	tokens := func(n int64) *results.Metrics { return &results.Metrics{CompletionTokens: &n} }
	answer := func(model string, m *results.Metrics) results.Step {
		return results.Step{Source: results.SourceAgent, ModelName: model, Metrics: m}
	}
	for _, c := range []struct {
		name, preferred, want string
		steps                 []results.Step
	}{
		{"nothing", "a", "", nil},
		{"the first was given up", "", "b", []results.Step{answer("a", nil), answer("b", tokens(9)), answer("b", tokens(9))}},
		{"tokens count before answers", "", "b", []results.Step{answer("a", tokens(1)), answer("a", tokens(1)), answer("b", tokens(9))}},
		{"answers without tokens", "", "b", []results.Step{answer("a", nil), answer("b", nil), answer("b", nil)}},
		{"even: the first", "", "a", []results.Step{answer("a", nil), answer("b", nil)}},
		{"even: the preferred", "b", "b", []results.Step{answer("a", nil), answer("b", nil)}},
		{"even: preferred is first", "a", "a", []results.Step{answer("a", nil), answer("b", nil)}},
		{"a sub-agent", "", "a", []results.Step{answer("a", tokens(1)), {Source: results.SourceAgent, ModelName: "b", Depth: 1, Metrics: tokens(99)}}},
		{"copied context", "", "a", []results.Step{answer("a", tokens(1)), {Source: results.SourceAgent, ModelName: "b", Copied: true, Metrics: tokens(99)}}},
		{"a prompt", "", "", []results.Step{{Source: results.SourceUser, ModelName: "b"}}},
	} {
		var m results.ModelsUsed
		for i := range c.steps {
			m.Add(&c.steps[i])
		}
		must.Equal(t, c.want, m.Most(c.preferred), "%s", c.name)
	}
}
