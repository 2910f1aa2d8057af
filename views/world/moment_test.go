package world

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
)

// A change of which only facts are known has no difference to lead to.
func TestChangeAddress(t *testing.T) {
	size := int64(1)
	w := results.World{Scenario: "s", Changes: []results.WorldChange{{Round: "q2"}, {Round: "q4", Size: &size}}}
	for round, want := range map[string]string{"q2": "/b/b/world/scenarios/s#update-1", "q4": "/b/b/world/scenarios/s#change-2"} {
		m := worldreport.NewWorldMoment("b", &w, round)
		must.Equal(t, want, changeAddress(m, m.Changes[0]), "%s", round)
	}
}
