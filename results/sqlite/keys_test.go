package sqlite

import (
	"context"
	"testing"
)

// A run's number is never given twice, so that no key means two things.
func TestRunNumberIsNotGivenAgain(t *testing.T) {
	db := open(t)
	must(t, db.SaveDataset(t.Context(), dataset()))
	var ids [2]int64
	for i := range ids {
		must(t, writeRun(t, db, "r1", "d", 1, "x"))
		run := found(db.FindRun(t.Context(), "r1"))(t)
		ids[i] = run.ID
		must(t, db.RemoveRun(t.Context(), "r1"))
	}
	if ids[0] == ids[1] {
		t.Errorf("number %d was given twice", ids[0])
	}
}

func openFile(t *testing.T, path string) *DB {
	t.Helper()
	db := found(OpenWriter(context.Background(), path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}
