package postgres

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// copies holds that a database goes to a server and back, and to another server.
func copies(t *testing.T, server *pgtest.Server) {
	file := func(t *testing.T) storetest.CopyStore {
		db := found(sqlite.OpenWriter(t.Context(), filepath.Join(t.TempDir(), "t.db")))(t)
		t.Cleanup(func() { db.Close() })
		return db
	}
	onServer := func(t *testing.T) storetest.CopyStore { return open(t, server, create(t, server, "")) }
	t.Run("there and back", func(t *testing.T) {
		storetest.RunCopies(t, file, onServer, "looks", "overviews", "records", "scores", "states of boards without a run", "open syncs")
	})
	t.Run("to another server", func(t *testing.T) { copiesBodies(t, server, file(t), onServer) })
}

// copiesBodies holds that what is damaged in the source is not copied, and what is
// damaged in the target is mended by the next copy.
func copiesBodies(t *testing.T, server *pgtest.Server, file storetest.CopyStore, onServer func(t *testing.T) storetest.CopyStore) {
	ctx := t.Context()
	storetest.Fill(t, file, 3)
	dir := t.TempDir()
	in := found(objects.OpenDir(dir))(t)
	defer in.Close()
	address := server.Address(create(t, server, ""))
	db := found(Open(ctx, address, in, t.TempDir()))(t)
	defer db.Close()
	quiet := func(int, int) {}
	found(db.CopyFrom(ctx, file, quiet))(t)
	other := onServer(t)
	found(other.CopyFrom(ctx, db, quiet))(t)
	var a, b strings.Builder
	must(t, errors.Join(db.Dump(ctx, &a), other.Dump(ctx, &b)))
	if diff := cmp.Diff(strings.Split(a.String(), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("to another server:\n%.3000s", diff)
	}

	harm(t, dir)
	fresh := found(Open(ctx, address, in, t.TempDir()))(t) // which has kept none of them
	defer fresh.Close()
	if _, err := onServer(t).CopyFrom(ctx, fresh, quiet); !errors.Is(err, results.ErrDamaged) ||
		!strings.Contains(err.Error(), "copy run run1") {
		t.Errorf("from altered bodies: %v", err)
	}
	if n, err := fresh.CopyFrom(ctx, file, quiet); err != nil || n.Written != 3 || n.Gone != 3 {
		t.Errorf("into altered bodies: %+v, %v", n, err)
	}
	if _, err := onServer(t).CopyFrom(ctx, fresh, quiet); err != nil {
		t.Errorf("from mended bodies: %v", err)
	}
}

// harm alters all bodies in a directory.
func harm(t *testing.T, dir string) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == claimName {
			return err
		}
		n++
		data, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(path, bytes.ToUpper(append(data[:len(data)-1], data[len(data)-1]^1)), 0o600))
	})
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
}
