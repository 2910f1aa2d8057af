package results_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// The digest of a dataset is printed and pins revisions, so that no change of the
// code may change it.
func TestContentDigestStays(t *testing.T) {
	d := results.Dataset{
		Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringClawArena, Version: "1"},
		Tasks: []results.Task{{
			Scenario: "s", Slug: "q", Ordinal: 1, Kind: results.KindMultiChoice, Facts: results.TaskFacts{Prompt: "What?"},
			Options: []results.Option{{Label: "B", Text: "two", Feedback: "no"}, {Label: "A", Text: "one", Gold: true}},
			Updates: []results.Update{{ID: "u"}},
		}},
	}
	const want = "ebe76a2d24209012830c0d2d28a05d1a704c9b706876456304011c8ab2cb90c8"
	must.Equal(t, want, d.ContentDigest(), "digest")
}
