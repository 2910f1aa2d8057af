package compare

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
)

func TestEndWord(t *testing.T) {
	for want, it := range map[string]comparereport.AlignedItem{
		"":                {},
		"× failed":        {Failed: true},
		"⊘ refused":       {Failed: true, Outcome: results.OutcomeRefused},
		"∅ found nothing": {Outcome: results.OutcomeEmpty},
	} {
		if got := endWord(&it); got != want {
			t.Errorf("%+v: %q, want %q", it, got, want)
		}
	}
}
