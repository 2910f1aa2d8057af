package compare

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
)

func TestEndWord(t *testing.T) {
	for want, it := range map[string]comparereport.AlignedItem{
		"":                {},
		"× failed":        {Failed: true},
		"⊘ refused":       {Failed: true, Outcome: results.OutcomeRefused},
		"∅ found nothing": {Outcome: results.OutcomeEmpty},
	} {
		must.Equal(t, want, endWord(&it), "%+v", it)
	}
}
