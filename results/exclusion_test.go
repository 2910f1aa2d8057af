package results

import "testing"

// TestFault: records that cannot be as they are stated are a fault, which a check fails for;
// where an honest run merely does not stand is none.
func TestFault(t *testing.T) {
	for kind, want := range map[ExclusionKind]bool{
		ExclusionContradiction: true, ExclusionModels: true, ExclusionLabel: true, ExclusionSame: true, ExclusionRevision: true, ExclusionTwin: true,
		ExclusionUnheard: true, ExclusionTraces: true, ExclusionReplaced: false, ExclusionTasks: false, ExclusionSnapshot: false,
		ExclusionReference: false, ExclusionUnnamed: false,
	} {
		if kind.Fault() != want {
			t.Errorf("%s: fault %v, want %v", kind, !want, want)
		}
	}
}
