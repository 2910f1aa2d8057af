package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// releasedV1 is what the last build with version 1 of the schema, the commit
// before the one that brought 0002_trust.sql, has left behind after
// `clawatlas ingest --db v1.db DIR`, where DIR was the example's dataset with
// its run of the skimmer. It is packed with gzip -9 -n and otherwise as it was.
const releasedV1 = "../../results/sqlite/testdata/released-v1.db.gz"

// A database that a released build made becomes by migration what the present program
// makes of the same records, also when they are read again and once more.
func TestReleasedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v1.db")
	unpack(t, releasedV1, path)
	if _, err := sqlite.OpenReader(t.Context(), path); err == nil || !strings.Contains(err.Error(), "clawatlas migrate --db") {
		t.Errorf("the old database is read, or without advice: %v", err)
	}
	if code, out := runProgram(t, "migrate", "--db", path); code != exitOK || !strings.Contains(out, "was 1; 27 runs read from stored records, 0 left out") {
		t.Fatalf("migrate: exit %d\n%s", code, out)
	}
	raw := must.Get(sqlx.Connect("sqlite3", "file:"+path))(t)
	_, err := raw.Exec("UPDATE runs SET reader = 'x', origin = '' WHERE slug LIKE '%skimmer%'")
	must.Do(t, errors.Join(err, raw.Close()))
	for _, step := range [][]string{
		{"migrate", "clawatlas reread --db " + path}, {"list", "1 of 27 runs read by another version of the program"},
		{"reread", "1 of 1 run read again"}, {"reread", "no run was read by another version"},
	} {
		if code, out := runProgram(t, step[0], "--db", path); code != exitOK || !strings.Contains(out, step[1]) {
			t.Fatalf("%s: exit %d, want %q in\n%s", step[0], code, step[1], out)
		}
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
	err = errors.Join(storetest.Sound(t.Context(), old), storetest.Dump(t.Context(), old.Path(), &got), storetest.Sound(t.Context(), fresh), storetest.Dump(t.Context(), fresh.Path(), &want))
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

// runProgram runs the program and returns its exit code and all that it says.
func runProgram(t *testing.T, args ...string) (int, string) {
	t.Helper()
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "said")))(t)
	defer f.Close()
	code := program(args, &streams{out: newPrinter(f), err: newPrinter(f)})
	said := must.Get(os.ReadFile(f.Name()))(t)
	return code, string(said)
}
