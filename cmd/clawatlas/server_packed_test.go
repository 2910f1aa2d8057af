package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// A database on a server begins with what ships packed, as one in a file does, also where
// its first start was broken off; what another copy has begun is not touched.
func (s *servers) beginsPacked(t *testing.T) {
	dir := t.TempDir()
	database := s.main.Create(t)
	at := must.Get(newServer("--store", address(s.main, database), "", filepath.Join(dir, "bodies")))(t)
	db := must.Get(at.openWriter(t.Context()))(t)
	from := must.Get(sqlite.Unpack(t.Context(), bundled.Database, dir))(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := db.CopyFrom(ctx, from, func(done, _ int) {
		if done == 3 {
			cancel()
		}
	})
	if half := must.Get(db.HalfCopied(t.Context()))(t); !errors.Is(err, context.Canceled) || !half {
		t.Fatalf("broken off: %v, half a copy %v", err, half)
	}
	must.Do(t, errors.Join(from.Close(), db.Close()))

	whole := must.Get(openFirst(t.Context(), at, bundled.FS))(t)
	defer whole.Close()
	back, err := sqlite.OpenWriter(t.Context(), filepath.Join(dir, "back.db"))
	must.Do(t, err)
	_, err = back.CopyFrom(t.Context(), whole, func(int, int) {})
	must.Do(t, errors.Join(err, back.Close()))
	path, _ := bundledDatabase(t, bundled.FS)
	got, want := withoutNotes(dumpOf(t, filepath.Join(dir, "back.db"))), withoutNotes(dumpOf(t, path))
	if got != want {
		t.Errorf("the server begins otherwise than a file: %s", firstDifference(got, want))
	}
	if copied := must.Get(whole.(*serverStore).OnlyCopied(t.Context()))(t); copied {
		t.Error("what a server began with follows another database, as a copy")
	}
	s.main.Do(t, database, "INSERT INTO main.meta (key, value) VALUES ('note.copy', 'other stamp half')")
	if _, err := openFirst(t.Context(), at, bundled.FS); !errors.Is(err, errHalfCopied) {
		t.Errorf("what another copy has begun: %v", err)
	}
}

// withoutNotes is a dump without what a database says of itself.
func withoutNotes(dump string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(dump, "\n"), func(line string) bool { return strings.HasPrefix(line, "meta\t") }), "\n")
}
