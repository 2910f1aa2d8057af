package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// contentOf is a digest of everything that a database holds.
func contentOf(t *testing.T, file string) string {
	t.Helper()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(dumpOf(t, file))))
}

// A copy made while records are read is of one moment, and the last the same in every row.
func TestBackupUnderAWriter(t *testing.T) {
	_, small := databases(t)
	dir := t.TempDir()
	live, copies := filepath.Join(dir, "live.db"), filepath.Join(dir, "copies")
	if err := os.WriteFile(live, small, 0o600); err != nil {
		t.Fatal(err)
	}
	backup := func(keep int) {
		t.Helper()
		c := &backupCmd{storeFlag: storeFlag{DB: live}, Keep: keep, File: copies}
		if err := c.Run(t.Context(), &streams{out: discard(t), err: discard(t)}); err != nil {
			t.Fatal(err)
		}
	}
	written := make(chan error, 1)
	go func() {
		db, err := sqlite.OpenWriter(context.Background(), live)
		if err == nil {
			err = errors.Join(loadExample(context.Background(), db), db.Close())
		}
		written <- err
	}()
	seen, done := map[int]bool{}, false
	for !done {
		select {
		case err := <-written:
			if done = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		backup(1)
		seen[runsIn(t, onlyCopy(t, copies))] = true
	}
	if !seen[4] {
		t.Fatalf("copies with %v runs, want the last to have all 4", seen)
	}
	want := contentOf(t, live)
	if got := contentOf(t, onlyCopy(t, copies)); got != want {
		t.Error("the copy holds something else than the database at rest")
	}
}

// Copies beyond the newest are removed, and nothing else of the folder is.
func TestBackupKeeps(t *testing.T) {
	_, small := databases(t)
	dir := t.TempDir()
	live := filepath.Join(dir, "clawatlas.db")
	others := []string{"clawatlas-20240101T000000Z.db.part", "other-20240101T000000Z.db", "clawatlas-notes.db", "clawatlas-20249901T000000Z.db"}
	files := append([]string{"clawatlas-20240101T000000Z.db", "clawatlas-20250101T000000Z.db", "clawatlas-20250102T000000Z.db"}, others...)
	copies := filepath.Join(dir, "copies")
	err := errors.Join(os.WriteFile(live, small, 0o600), os.Mkdir(copies, 0o700))
	for _, f := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(copies, f), []byte("x"), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	run := func(db string) error {
		return (&backupCmd{storeFlag: storeFlag{DB: db}, Keep: 2, File: copies}).Run(t.Context(), &streams{out: discard(t), err: discard(t)})
	}
	if err := run(filepath.Join(dir, "none.db")); err == nil || len(dirNames(t, copies)) != len(files) {
		t.Errorf("a copy that failed removed others: %v, %v", err, dirNames(t, copies))
	}
	if err := run(live); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(dirNames(t, copies), " ")
	for _, f := range append(others, "clawatlas-20250102T000000Z.db") {
		if !strings.Contains(got, f) {
			t.Errorf("%s was removed: %s", f, got)
		}
	}
	if n := len(strings.Fields(got)); n != len(others)+2 || strings.Contains(got, "clawatlas-20250101T") {
		t.Errorf("left are %s", got)
	}
}

func dirNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, e := range must.Get(os.ReadDir(dir))(t) {
		names = append(names, e.Name())
	}
	return names
}

func onlyCopy(t *testing.T, dir string) string {
	t.Helper()
	names := dirNames(t, dir)
	if len(names) != 1 {
		t.Fatalf("copies %v, want one", names)
	}
	return filepath.Join(dir, names[0])
}

func listed(t *testing.T, db *sqlite.DB) []results.ListedRun {
	t.Helper()
	return must.Get(db.ListRuns(t.Context(), ""))(t)
}

func runsIn(t *testing.T, file string) int {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), file))(t)
	defer db.Close()
	return len(listed(t, db))
}
