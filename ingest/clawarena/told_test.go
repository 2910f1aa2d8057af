package clawarena_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestToldWithinScenario: the first round of a scenario is told of none, whatever came
// before it in another one; each other is told of the round before.
func TestToldWithinScenario(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, ingesttest.Example(t), ingest.Identity{})
	scenario, last := "", ""
	tasks, err := db.Tasks(t.Context(), "clawatlas-example", "")
	if err != nil || len(tasks) != 31 {
		t.Fatal(len(tasks), err)
	}
	for _, task := range tasks {
		tr := must.Get(db.FindTrial(t.Context(), rep.Runs[0].Run, task.Scenario, task.Slug, 1))(t)
		told := tr.Details.Told
		switch {
		case task.Scenario != scenario:
			if told != nil {
				t.Errorf("%s/%s begins a scenario and is told of %s", task.Scenario, task.Slug, told.About)
			}
		case told == nil || told.About != last:
			t.Errorf("%s/%s is told %+v, want of %s", task.Scenario, task.Slug, told, last)
		}
		scenario, last = task.Scenario, task.Slug
	}
}
