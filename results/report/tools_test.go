package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// TestToolFamilies sums calls and failures by hand.
func TestToolFamilies(t *testing.T) {
	families, causes := familiesOf([]results.ToolCount{
		{Tool: "exec", Calls: 6}, {Tool: "exec", Failure: "exit_code", Calls: 3}, {Tool: "bash", Failure: "status", Calls: 1},
		{Tool: "read", Calls: 10}, {Tool: "", Calls: 2},
	})
	if diff := cmp.Diff([]ToolFamily{{results.FamilyShell, 10, 4}, {results.FamilyFile, 10, 0}, {results.FamilyOther, 2, 0}}, families); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]ToolCause{{results.FamilyShell, "exit_code", 3}, {results.FamilyShell, "status", 1}}, causes); diff != "" {
		t.Error(diff)
	}
}
