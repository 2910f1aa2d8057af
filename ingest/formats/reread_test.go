package formats_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
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

// TestReaders: the versions of the readers are digests over what they make of the
// fixtures, so that stored runs count as out of date once that changes; and what they make
// of the stored records is the same.
func TestReaders(t *testing.T) {
	sums := map[string]io.Writer{}
	digests := map[string]func() string{}
	for _, f := range formats.All() {
		h := sha256.New()
		fmt.Fprintf(h, "rules %d\n", rules)
		sums[f.Name()] = h
		digests[f.Name()] = func() string { return fmt.Sprintf("%x", h.Sum(nil)[:4]) }
	}
	all := fixtures()
	slices.SortFunc(all, func(a, b fixture) int { return strings.Compare(a.name, b.name) })
	for _, fx := range all {
		if fx.format == published.Name {
			continue // its runs are the site's data
		}
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, fx.fsys(t), ingest.Identity{Variant: "v", Date: "2026-01-02"})
		writeReading(t, db, sums[fx.format])
		if fx.format != (clawmark.Format{}).Name() { // whose reader says less as long as the benchmark is not stored
			readAgain(t, db, fx)
		}
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(digests)) {
		fmt.Fprintf(&text, "%s %s\n", name, digests[name]())
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
		r.ID, r.Formula, r.ScoreKey, r.Counts, r.Complete, r.Reader, r.Objections = 0, 0, "", results.Counts{}, false, "", nil
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
	return fx.format == published.SiteDataName || fx.format == parquet.Name || fx.name == "Inspect document"
}
