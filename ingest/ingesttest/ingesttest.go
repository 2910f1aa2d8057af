// Package ingesttest loads records into a temporary database, for tests of formats and of code that
// reads the stored records.
package ingesttest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// DB is the type of store that the tests use. Only this package and the tests of the database file
// refer to sqlite directly.
type DB = sqlite.DB

// Open creates an empty database in a temporary directory.
func Open(t testing.TB) *DB {
	t.Helper()
	return copyOf(t, &empty, func(*DB) {})
}

// OpenBundled creates a database with the bundled descriptions and results, like a new database of
// the program.
func OpenBundled(t testing.TB) *DB {
	t.Helper()
	return copyOf(t, &begun, func(db *DB) {
		if rep := LoadOfficial(t, db, bundled.FS); len(rep.Refused) > 0 {
			t.Fatalf("bundled data refused: %+v", rep.Refused)
		}
	})
}

type template struct {
	sync.Mutex
	file []byte
}

var empty, begun template

// copyOf opens a copy of a template database. The first call fills the template.
func copyOf(t testing.TB, m *template, fill func(*DB)) *DB {
	t.Helper()
	m.Lock()
	defer m.Unlock()
	if m.file == nil {
		name := filepath.Join(t.TempDir(), "template.db")
		db := openAt(t, name)
		fill(db)
		err := db.Close() // Close writes all data to the file
		if err == nil {
			m.file, err = os.ReadFile(name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "test.db")
	must.Do(t, os.WriteFile(name, m.file, 0o600))
	return openAt(t, name)
}

func openAt(t testing.TB, path string) *DB {
	t.Helper()
	db := must.Get(sqlite.OpenWriter(context.Background(), path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

// Loader returns a loader for all formats with a fixed clock.
func Loader(db *DB) *ingest.Loader {
	red := redact.New()
	return &ingest.Loader{
		Store: db, Formats: formats.All(), Limits: ingest.DefaultLimits(),
		Redactor: func() ingest.CountingRedact { return red.Fresh() },
		Now:      func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) },
	}
}

// Load reads fsys into db with the statements in id and returns the report.
func Load(t testing.TB, db *DB, fsys fs.FS, id ingest.Identity) *ingest.RunReport {
	t.Helper()
	rep, err := Loader(db).Load(context.Background(), []ingest.Source{{FS: fsys, Name: "test", Identity: id}})
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return rep
}

// LoadOfficial reads fsys into db as an official source.
func LoadOfficial(t testing.TB, db *DB, fsys fs.FS) *ingest.RunReport {
	t.Helper()
	rep, err := Loader(db).Load(context.Background(), []ingest.Source{{FS: fsys, Name: "official", Official: true}})
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return rep
}

// Example returns a modifiable copy of the bundled example benchmark with its runs.
func Example(t testing.TB) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	err := fs.WalkDir(example.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(example.FS, path)
		m[path] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
