package openhands_test

import (
	"os"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// FuzzEvaluation reads anything as an evaluation: nothing panics, and a trial has a
// score only with a verdict.
func FuzzEvaluation(f *testing.F) {
	data := must.Get(os.ReadFile("testdata/evaluation/output.jsonl"))(f)
	f.Add(data)
	f.Add([]byte(`{"instance_id":"a","history":[[{"action":"run","args":7}]],"test_result":{"report":{"resolved":1}}}`))
	db := ingesttest.Open(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		rep := ingesttest.Load(t, db, fstest.MapFS{"output.jsonl": {Data: data}}, ingest.Identity{})
		for _, line := range rep.Runs {
			run := must.Get(db.FindRun(t.Context(), line.Run))(t)
			trials := must.Get(db.RunTrials(t.Context(), run.ID, ""))(t)
			for i := range trials {
				if judged := trials[i].Status == results.Passed || trials[i].Status == results.Failed; judged != (trials[i].Score != nil) {
					t.Fatalf("%s with score %v", trials[i].Status, trials[i].Score)
				}
			}
		}
	})
}
