package score_test

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
)

// Every number that is computed is in the table of metrics, under its family.
func TestMetricsAreDescribed(t *testing.T) {
	for _, family := range []results.Scoring{results.ScoringClawArena, results.ScoringClawMark, results.ScoringReward} {
		for _, c := range score.Conventions(family) {
			for _, key := range score.SpecOf(family, c.ID).Keys {
				m, known := metric.Find(key)
				if !known || !slices.Contains(m.Scoring, family) {
					t.Errorf("%s computes %s under %q, which the table does not give it", family, key, c.ID)
				}
			}
		}
	}
}
