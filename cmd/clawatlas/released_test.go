package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// releasedV1 is what the last build with version 1 of the schema, the commit
// before the one that brought 0002_trust.sql, has left behind after
// `clawatlas ingest --db v1.db DIR`, where DIR was the example's dataset with
// its run of the skimmer. It is packed with gzip -9 -n and otherwise as it was.
const releasedV1 = "../../results/sqlite/testdata/released-v1.db.gz"

// A database that a released build made becomes what the present program makes
// of the same records: by migration what is bundled, and all of it when the
// records are read once more. Only details of single trials that the old build
// did not read are not in it: a stored run keeps its trials.
func TestReleasedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v1.db")
	unpack(t, releasedV1, path)
	if _, err := sqlite.OpenReader(t.Context(), path); err == nil || !strings.Contains(err.Error(), "clawatlas migrate --db") {
		t.Errorf("the old database is read, or without advice: %v", err)
	}
	old, m, err := openMended(t.Context(), path, bundled.FS)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if m.from != 1 || m.to <= m.from || !m.bundled {
		t.Errorf("mended %+v, want from version 1, with the bundled data", m)
	}
	fresh, err := openWriter(t.Context(), filepath.Join(t.TempDir(), "fresh.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	for _, db := range []*sqlite.DB{old, fresh} {
		if _, err := newLoader(db).Load(t.Context(), []ingest.Source{{FS: exampleRuns(t, "skimmer"), Name: "rel"}}); err != nil {
			t.Fatal(err)
		}
	}
	var got, want strings.Builder
	err = errors.Join(old.Check(t.Context()), old.Dump(t.Context(), &got), fresh.Check(t.Context()), fresh.Dump(t.Context(), &want))
	if err != nil {
		t.Fatal(err)
	}
	details := regexp.MustCompile(`(?m)^(trials\t.*)\tdetails=.*$`)
	a, b := details.ReplaceAllString(got.String(), "$1"), details.ReplaceAllString(want.String(), "$1")
	if a != b {
		t.Errorf("migrated and fresh differ: %s", firstDifference(a, b))
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err := errors.Join(err, os.WriteFile(to, data, 0o600)); err != nil {
		t.Fatal(err)
	}
}
