package run

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
)

// TestRunFacts holds that what records say of a run is told whole, and nothing that the
// program keeps for itself.
func TestRunFacts(t *testing.T) {
	facts := results.SetProvenance(map[string]string{
		"config": `{"epochs":2,"reducer":["mean"],"note":"a b"}`, "cut": `{"a":1 [the rest is in the raw record]`, "agent_version": "1",
		results.FactTaskSet: "1 abc", results.FactStopped: "it was killed",
	}, results.Provenance{Repository: "https://example.org/x", Commit: "c0ffee", Path: "."})
	r := NewRun(StoredRun{Run: results.Run{Facts: facts}}, "")
	want := []RunFact{
		{Name: "agent_version", Value: "1"},
		{Name: "config", Parts: []report.Member{{Name: "epochs", Value: "2"}, {Name: "reducer", Value: `["mean"]`}, {Name: "note", Value: "a b"}}},
		{Name: "cut", Value: `{"a":1 [the rest is in the raw record]`},
	}
	must.Same(t, want, r.Said, "facts")
	if len(r.Facts) != len(want) || facts["commit"] == "" {
		t.Errorf("facts %v of %v", r.Facts, facts)
	}
}
