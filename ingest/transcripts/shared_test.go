package transcripts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestSharedDocuments reads every public ATIF document. None is refused, and
// the index beside them is no transcript although it names their versions.
func TestSharedDocuments(t *testing.T) {
	dir := resultstest.Shared(t, "data", "harbor", "atif")
	names := must.Get(filepath.Glob(filepath.Join(dir, "*.json")))(t)
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, os.DirFS(dir), ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Warnings) > 0 {
		t.Errorf("got refused %v, warnings without a run %v, want none", rep.Refused, rep.Warnings)
	}
	got, failed := 0, 0
	for _, r := range rep.Runs {
		got += r.Counts.NotJudged
		if r.Complete || r.Counts.Scored != 0 || r.Value != nil {
			t.Errorf("%s: complete %v, %d scored, value %v: a transcript has no verdict", r.Run, r.Complete, r.Counts.Scored, r.Value)
		}
		trials := must.Get(db.RunTrials(t.Context(), mustRun(t, db, r.Run).ID, ""))(t)
		for _, tr := range trials {
			failed += tr.FailedCalls
			if tr.StepsTotal == 0 {
				t.Errorf("%s: %s has no step", r.Run, tr.Task)
			}
		}
	}
	if want := len(names) - 1; got != want {
		t.Errorf("got %d transcripts, want %d", got, want)
	}
	if failed != 23 { // read by hand, see docs/statistics.md
		t.Errorf("got %d failed calls, want 23", failed)
	}
	if len(rep.Runs) != 33 {
		t.Errorf("got %d runs, want one for each of the 33 agents and models", len(rep.Runs))
	}
}
