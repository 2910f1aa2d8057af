package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// While the records of a run are read others write, another run too.
func TestWriteWhileRunIsRead(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "t.db")
	db, other := openFile(t, path), openFile(t, path)
	must.Do(t, db.SaveDataset(ctx, dataset()))
	first := &results.Run{Slug: "r1", Digest: "r1", Benchmark: "bench", ModelName: "Model One"}
	tx := must.Get(db.BeginRun(ctx, first))(t)
	defer tx.Rollback()
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	for i := range 200 { // some are in the file
		must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: fmt.Sprint(i) + strings.Repeat(" word", 20_000)}))
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := other.SaveNote(short, "k", "v"); err != nil {
		t.Errorf("a note while a run is read: %v", err)
	}
	if err := writeRun(t, other, "r2", "r2", 3, "between"); err != nil {
		t.Errorf("a run while another is read: %v", err)
	}
	must.Do(t, tx.Finish(ctx, first, nil))
	for slug, want := range map[string]int{"r1": 200, "r2": 3} {
		trial := must.Get(db.FindTrial(ctx, slug, "s1", "q1", 0))(t)
		rows, err := db.StepRows(ctx, &trial, 1, 1000)
		if err != nil || len(rows) != want {
			t.Fatalf("%s has %d steps, %v; want %d", slug, len(rows), err, want)
		}
		if _, err := db.Steps(ctx, &trial, rows); err != nil {
			t.Error(err)
		}
	}
	if err := storetest.Sound(ctx, db); err != nil {
		t.Error(err)
	}
}
