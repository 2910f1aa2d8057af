package sqlite

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestMigratedInPlace: a server that has a database open, which a later program migrates
// in its place, learns so when it looks at it again.
func TestMigratedInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	w, err := OpenWriter(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	db, err := OpenReader(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	later, err := connect(t.Context(), dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	_, err = later.Exec("PRAGMA user_version = 9999")
	if err := errors.Join(err, later.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Verify(t.Context()); err == nil {
		t.Error("the schema of a later program is read as if it were known")
	}
}
