package sqlite

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPrivate: a database, what stands beside it and its backups are for their owner
// alone, because hidden runs are inside; what is published is for everyone.
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened.db")
	db := found(OpenWriter(t.Context(), opened))(t)
	created := filepath.Join(dir, "created.db")
	must(t, Create(t.Context(), created, nil, func(*DB) error { return nil }))
	backup, public := filepath.Join(dir, "backup.db"), filepath.Join(dir, "public.db")
	must(t, db.Backup(t.Context(), backup))
	must(t, db.Publish(t.Context(), public))
	for path, want := range map[string]os.FileMode{opened: 0o600, opened + "-wal": 0o600, created: 0o600, backup: 0o600, public: 0o644} {
		if info := found(os.Stat(path))(t); info.Mode().Perm() != want {
			t.Errorf("%s is %o, want %o", filepath.Base(path), info.Mode().Perm(), want)
		}
	}
	must(t, db.Close())
}
