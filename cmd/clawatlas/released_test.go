package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// releasedV1 is what the last build with version 1 of the schema, the commit
// before the one that brought 0002_trust.sql, has left behind after
// `clawatlas ingest --db v1.db DIR`, where DIR was the example's dataset with
// its run of the skimmer. It is packed with gzip -9 -n and otherwise as it was.
const releasedV1 = "../../results/sqlite/testdata/released-v1.db.gz"

// A database that a released build made becomes what the present program makes
// of the same records: by migration what is bundled, and all of it when the
// records are read once more. Only what the old build did not read is not in it, which
// are details of single trials and what steps also record: a stored run keeps its
// trials and steps.
func TestReleasedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v1.db")
	unpack(t, releasedV1, path)
	if _, err := sqlite.OpenReader(t.Context(), path); err == nil || !strings.Contains(err.Error(), "clawatlas migrate --db") {
		t.Errorf("the old database is read, or without advice: %v", err)
	}
	migrated, m := must.Get2(openMended(t.Context(), file(path), bundled.FS))(t)
	old := inFile(migrated)
	defer old.Close()
	if m.from != 1 || m.to <= m.from || !m.bundled {
		t.Errorf("mended %+v, want from version 1, with the bundled data", m)
	}
	made := must.Get(openFirst(t.Context(), file(filepath.Join(t.TempDir(), "fresh.db")), bundled.FS))(t)
	fresh := inFile(made)
	defer fresh.Close()
	for _, db := range []*sqlite.DB{old, fresh} {
		must.Get(newLoader(db).Load(t.Context(), []ingest.Source{{FS: exampleRuns(t, "skimmer"), Name: "rel"}}))(t)
	}
	var got, want strings.Builder
	err := errors.Join(old.Check(t.Context()), old.Dump(t.Context(), &got), fresh.Check(t.Context()), fresh.Dump(t.Context(), &want))
	if err != nil {
		t.Fatal(err)
	}
	kept := regexp.MustCompile(`(?m)^(trials\t.*)\tdetails=.*$|^(steps\t.*)\toffset="\d+"\tlength="\d+"$|^(trace_frames\t.*)\tsize=.*$`)
	a := kept.ReplaceAllString(got.String(), "$1$2$3") + stepsOf(t, old)
	b := kept.ReplaceAllString(want.String(), "$1$2$3") + stepsOf(t, fresh)
	if a != b {
		t.Errorf("migrated and fresh differ: %s", firstDifference(a, b))
	}
}

// stepsOf are the steps of all runs as JSON, a line each.
func stepsOf(t *testing.T, db *sqlite.DB) string {
	t.Helper()
	var lines strings.Builder
	runs, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 100})
	for _, run := range runs {
		trials, failed := db.RunTrials(t.Context(), run.ID, "")
		err = errors.Join(err, failed)
		for i := range trials {
			rows, failed := db.StepRows(t.Context(), &trials[i], 1, trials[i].StepsTotal)
			steps, missed := db.Steps(t.Context(), &trials[i], rows)
			err = errors.Join(err, failed, missed)
			for _, s := range steps {
				data, failed := json.Marshal(s)
				err = errors.Join(err, failed)
				fmt.Fprintf(&lines, "%s/%s %s\n", trials[i].Scenario, trials[i].Task, data)
			}
		}
	}
	if err != nil || lines.Len() == 0 {
		t.Fatalf("%d bytes of steps, %v", lines.Len(), err)
	}
	return lines.String()
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	f := must.Get(os.Open(from))(t)
	defer f.Close()
	z := must.Get(gzip.NewReader(f))(t)
	data, err := io.ReadAll(z)
	must.Do(t, errors.Join(err, os.WriteFile(to, data, 0o600)))
}
