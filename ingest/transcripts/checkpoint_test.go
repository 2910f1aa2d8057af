package transcripts_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestCheckpoint: a session that a repository keeps says which commit it belongs to.
func TestCheckpoint(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"s1.jsonl":           {Data: []byte(`{"parentUuid":null,"type":"user","sessionId":"s1","uuid":"u1","message":{"role":"user","content":"go"}}` + "\n")},
		"s1.checkpoint.json": {Data: []byte(`{"checkpoint":"abcdef012345","commits":["c0ffee"]}`)},
	}, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
		t.Fatalf("%d runs, refused %v", len(rep.Runs), rep.Refused)
	}
	trials := must.Get(db.RunTrials(t.Context(), mustRun(t, db, rep.Runs[0].Run).ID, ""))(t)
	if note := trial(t, db, rep.Runs[0].Run, trials[0].Scenario, trials[0].Task).Details.TraceNote; len(trials) != 1 ||
		!strings.Contains(note, "Checkpoint abcdef012345 of Entire: it belongs to commit c0ffee.") {
		t.Errorf("%d trials, note %q", len(trials), note)
	}
}
