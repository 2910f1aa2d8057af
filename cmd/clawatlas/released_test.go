package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// releasedV1 is what the last build with version 1 of the schema, the commit
// before the one that brought 0002_trust.sql, has left behind after
// `clawatlas ingest --db v1.db DIR`, where DIR was the example's dataset with
// its run of the skimmer. It is packed with gzip -9 -n and otherwise as it was.
const releasedV1 = "../../results/sqlite/testdata/released-v1.db.gz"

// A database that a released build made becomes by migration what the present program
// makes of the same records, and reading them once more changes nothing.
func TestReleasedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v1.db")
	unpack(t, releasedV1, path)
	if _, err := sqlite.OpenReader(t.Context(), path); err == nil || !strings.Contains(err.Error(), "clawatlas migrate --db") {
		t.Errorf("the old database is read, or without advice: %v", err)
	}
	if code, out := runProgram(t, "migrate", "--db", path); code != exitOK || !strings.Contains(out, "was 1; 27 runs read from stored records, 0 left out") {
		t.Fatalf("migrate: exit %d\n%s", code, out)
	}
	migrated, _ := must.Get2(openMended(t.Context(), file(path), bundled.FS))(t)
	old := inFile(migrated)
	defer old.Close()
	made := must.Get(openFirst(t.Context(), file(filepath.Join(t.TempDir(), "fresh.db")), bundled.FS))(t)
	fresh := inFile(made)
	defer fresh.Close()
	for _, db := range []*sqlite.DB{old, fresh} {
		must.Get(newLoader(db).Load(t.Context(), []ingest.Source{{FS: exampleRuns(t, "skimmer"), Name: "rel"}}))(t)
	}
	var got, want strings.Builder
	err := errors.Join(old.Check(t.Context()), storetest.DumpFile(t.Context(), old.Path(), &got), fresh.Check(t.Context()), storetest.DumpFile(t.Context(), fresh.Path(), &want))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got.String(), want.String(); a != b {
		t.Errorf("migrated and fresh differ: %s", firstDifference(a, b))
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	f := must.Get(os.Open(from))(t)
	defer f.Close()
	z := must.Get(gzip.NewReader(f))(t)
	data, err := io.ReadAll(z)
	must.Do(t, errors.Join(err, os.WriteFile(to, data, 0o600)))
}
