package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestPrivate: a database, what stands beside it and its backups are for their owner
// alone, because hidden runs are inside; what is published is for everyone.
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened.db")
	db := must.Get(OpenWriter(t.Context(), opened))(t)
	created := filepath.Join(dir, "created.db")
	must.Do(t, Create(t.Context(), created, nil, func(*DB) error { return nil }))
	backup, public := filepath.Join(dir, "backup.db"), filepath.Join(dir, "public.db")
	must.Do(t, db.Backup(t.Context(), backup))
	must.Do(t, db.Publish(t.Context(), public))
	for path, want := range map[string]os.FileMode{opened: 0o600, opened + "-wal": 0o600, created: 0o600, backup: 0o600, public: 0o644} {
		if info := must.Get(os.Stat(path))(t); info.Mode().Perm() != want {
			t.Errorf("%s is %o, want %o", filepath.Base(path), info.Mode().Perm(), want)
		}
	}
	must.Do(t, db.Close())
}

// TestCopyReplacesOnlyCopies: a copy takes the place of an earlier one of the same
// database, and of no other file.
func TestCopyReplacesOnlyCopies(t *testing.T) {
	db, dir := open(t), t.TempDir()
	file, linked, hard := filepath.Join(dir, "copy.db"), filepath.Join(dir, "linked.db"), filepath.Join(dir, "hard.db")
	text, other := filepath.Join(dir, "notes.txt"), open(t)
	must.Do(t, errors.Join(db.Compact(t.Context()), other.Compact(t.Context()), os.Symlink(db.path, linked), os.Link(db.path, hard), os.WriteFile(text, []byte("notes"), 0o600)))
	for range 2 {
		must.Do(t, db.Backup(t.Context(), file))
	}
	must.Do(t, db.Publish(t.Context(), file))
	for _, path := range []string{db.path, linked, hard, text, other.path, dir} {
		for what, write := range map[string]func(context.Context, string) error{"backup": db.Backup, "publish": db.Publish} {
			before, _ := os.ReadFile(path)
			if err := write(t.Context(), path); err == nil {
				t.Errorf("%s to %s is done", what, path)
			}
			if now, _ := os.ReadFile(path); !bytes.Equal(before, now) {
				t.Errorf("%s changed %s", what, path)
			}
		}
	}
}
