package clawarena_test

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"LooksAreKept":   testLooksOfRealRunAreKept,
		"MetaClawCounts": testMetaClawCounts,
		"MetaClawFacts":  testMetaClawFacts,
		"MetaClawRuns":   testMetaClawRuns,
		"Run":            testRealRun,
	}, "data", "clawarena")
}

// loadReal reads the public Gemma run with its dataset.
func loadReal(t testing.TB) (*ingesttest.DB, ingest.RunLine) {
	t.Helper()
	root := resultstest.Shared(t, "data", "clawarena")
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, os.DirFS(root), ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
		t.Fatalf("report = %+v, want one run", rep)
	}
	return db, rep.Runs[0]
}

// The counts that the format notes state of the released run.
func testRealRun(t *testing.T) {
	db, line := loadReal(t)
	ctx := context.Background()
	if line.Counts.Expected != 337 || line.Counts.Passed != 254 || line.Counts.Timeout != 2 || !line.Complete {
		t.Errorf("counts = %+v, want 254 of 337 passed, 2 timeouts", line.Counts)
	}
	if len(line.Warnings) != 0 {
		t.Errorf("warnings = %+v, want none: report.json agrees with the records", line.Warnings)
	}
	must.Equal(t, 63.7694, math.Round(*line.Value*1e6)/1e4, "CRS")
	must.Equal(t, 0.6358, *line.Reported, "report says")
	run := must.Get(db.FindRun(ctx, line.Run))(t)
	want := results.System{Model: "gemma-4-31b", Framework: "openclaw", Provider: "vllm"}
	must.Equal(t, want, run.System, "system")
	trials := must.Get(db.RunTrials(ctx, run.ID, ""))(t)
	var calls, failed, opposite, prefPassed, prefs, omitOnly, addOnly, both int
	for i := range trials {
		tr := &trials[i]
		calls += tr.ToolCalls
		failed += tr.FailedCalls
		if tr.ToldOpposite {
			opposite++
		}
		if tr.PrefPassed != nil {
			prefs++
			if *tr.PrefPassed {
				prefPassed++
			}
		}
		if tr.Usage.Input != nil || tr.Usage.CostUSD != nil {
			t.Errorf("%s/%s has usage %+v; the run records zeros, which mean unknown", tr.Scenario, tr.Task, tr.Usage)
		}
		if tr.Kind == results.KindMultiChoice && tr.Status == results.Failed {
			omitted, added := 0, 0
			for _, g := range tr.Gold {
				if !slices.Contains(tr.Selected, g) {
					omitted++
				}
			}
			for _, s := range tr.Selected {
				if !slices.Contains(tr.Gold, s) {
					added++
				}
			}
			switch {
			case omitted > 0 && added > 0:
				both++
			case omitted > 0:
				omitOnly++
			default:
				addOnly++
			}
		}
	}
	if calls != 877 || failed != 90 {
		t.Errorf("%d tool calls, %d failed; want 877 and 90", calls, failed)
	}
	if opposite != 23 {
		t.Errorf("%d rounds open with feedback that contradicts the verdict, want 23", opposite)
	}
	if prefs != 24 || prefPassed != 18 {
		t.Errorf("preferences %d of %d kept, want 18 of 24", prefPassed, prefs)
	}
	if omitOnly != 14 || addOnly != 3 || both != 1 {
		t.Errorf("multi-choice failures: %d omit, %d add, %d both; want 14, 3, 1", omitOnly, addOnly, both)
	}
}
