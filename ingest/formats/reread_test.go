package formats_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	readers "github.com/clawatlas/clawatlas/results/reading"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// rules is raised by hand when a change of the readers makes something else of records
// that no fixture has.
const rules = 1

// readersFile is what package reading has of this.
const readersFile = "../../results/reading/readers.txt"

// versions are digests over what the readers make of the fixtures, so that stored runs
// count as out of date once that changes.
type versions map[string]hash.Hash

func newVersions() versions {
	v := versions{}
	for _, f := range formats.All() {
		v[f.Name()] = sha256.New()
		fmt.Fprintf(v[f.Name()], "rules %d\n", rules)
	}
	return v
}

func (v versions) add(t *testing.T, db *ingesttest.DB, fx fixture) {
	t.Helper()
	writeReading(t, db, v[fx.format])
}

// hold holds that package reading has the versions.
func (v versions) hold(t *testing.T) {
	t.Helper()
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(v)) {
		fmt.Fprintf(&text, "%s %x\n", name, v[name].Sum(nil)[:4])
	}
	if *update {
		must.Do(t, os.WriteFile(filepath.FromSlash(readersFile), []byte(text.String()), 0o600))
		return
	}
	for line := range strings.Lines(text.String()) {
		name, _, _ := strings.Cut(line, " ")
		if got := readers.Of(name); got != strings.TrimSpace(line) {
			t.Errorf("the reader of %s makes something else of its fixtures than version %q: run this test with -update, so that "+
				"stored runs count as out of date, and make bundled", name, got)
		}
	}
}

// writeReading writes all that was read of the runs of a database, without what is
// computed of it later and again when the formulas change.
func writeReading(t *testing.T, db *sqlite.DB, w io.Writer) {
	t.Helper()
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Limit: 1000}))(t)
	slices.SortFunc(runs, func(a, b results.Run) int { return strings.Compare(a.Slug, b.Slug) })
	enc := json.NewEncoder(w)
	for _, r := range runs {
		warnings := must.Get(db.Warnings(t.Context(), r.ID))(t)
		trials := ingesttest.Trials(t, db, r.Slug)
		r.ID, r.Formula, r.ScoreKey, r.Counts, r.Complete, r.Reader, r.Exclusions = 0, 0, "", results.Counts{}, false, "", nil
		must.Do(t, enc.Encode([]any{r, warnings}))
		for i := range trials {
			trials[i].Trial.ID = 0
			must.Do(t, enc.Encode([]any{trials[i].Trial, trials[i].Steps}))
		}
	}
}

// readAgain holds that what is read of stored records is what was read of the files.
func readAgain(t *testing.T, db *sqlite.DB, fx fixture) {
	t.Helper()
	before := dump(t, db)
	runs, err := db.Readings(t.Context())
	if err != nil || len(runs) != fx.runs {
		t.Fatalf("%s: %d runs, %v", fx.name, len(runs), err)
	}
	l := ingesttest.Loader(db)
	err = l.Reread(t.Context(), db, runs, func(r *ingest.Reread) error {
		if (r.Reason != "") != ofParts(fx) || r.Now != r.Run {
			t.Errorf("%s: run %+v", fx.name, *r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	must.Get(l.Refresh(t.Context()))(t)
	if after := dump(t, db); after != before {
		t.Errorf("%s, read again: %s", fx.name, firstDifference(before, after))
	}
}

// ofParts reports whether the stored records are parts of files, which are none alone.
func ofParts(fx fixture) bool {
	return slices.Contains([]string{published.SnapshotFormat, parquet.Name, "claw-eval-site"}, fx.format)
}
