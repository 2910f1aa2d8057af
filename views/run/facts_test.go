package run

import (
	"maps"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestFacts holds that what records say of a run is told whole, and nothing that the
// program keeps for itself.
func TestFacts(t *testing.T) {
	facts := results.SetProvenance(map[string]string{"config": `{"epochs":2}`, "agent_version": "1", results.FactTaskSet: "1 abc",
		results.FactStopped: "it was killed"}, results.Provenance{Repository: "https://example.org/x", Commit: "c0ffee", Path: "."})
	got := NewRun(StoredRun{Run: results.Run{Facts: facts}}, "").Facts
	must.Same(t, []string{"agent_version", "config"}, slices.Sorted(maps.Keys(got)), "facts")
	if got["config"] != facts["config"] || facts["commit"] == "" {
		t.Errorf("facts %v of %v", got, facts)
	}
}
