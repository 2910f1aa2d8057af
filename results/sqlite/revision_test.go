package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// stamps are the revisions of a database with two benchmarks, bench and other.
func stamps(t *testing.T, db *DB) results.Revision {
	t.Helper()
	rev := must.Get(db.Revisions(t.Context()))(t)
	if rev.ID == "" || rev.All == "" || rev.Of("unknown") != rev.All {
		t.Errorf("revision %+v: want an id, a stamp, and that stamp for an unknown benchmark", rev)
	}
	return rev
}

func twoBenchmarks(t *testing.T) *DB {
	t.Helper()
	db := open(t)
	other := dataset()
	other.Benchmark.ID = "other"
	for _, d := range []*results.Dataset{dataset(), other} {
		must.Do(t, db.SaveDataset(t.Context(), d))
	}
	must.Do(t, writeRun(t, db, "r1", "d", 3, "x"))
	return db
}

// Two databases of equal content never meet, two copies are equal until one is
// changed, and two that are changed alike never meet again.
func TestStampsOfCopies(t *testing.T) {
	if a, b := stamps(t, twoBenchmarks(t)), stamps(t, twoBenchmarks(t)); a.ID == b.ID || a.All == b.All || a.Of("bench") == b.Of("bench") {
		t.Errorf("two databases: %+v and %+v", a, b)
	}
	db := twoBenchmarks(t)
	dir := t.TempDir()
	var copies [2]results.Revision
	for i, name := range []string{"a.db", "b.db"} {
		must.Do(t, db.Publish(t.Context(), filepath.Join(dir, name)))
		c := must.Get(OpenWriter(t.Context(), filepath.Join(dir, name)))(t)
		defer c.Close()
		if got, want := stamps(t, c), stamps(t, db); got.ID != want.ID || got.All != want.All || got.Of("bench") != want.Of("bench") {
			t.Errorf("copy %+v of %+v", got, want)
		}
		must.Do(t, c.SaveBoards(t.Context(), "bench", []results.Board{{Convention: "paper"}}, 0))
		copies[i] = stamps(t, c)
	}
	if copies[0].ID != copies[1].ID || copies[0].All == copies[1].All || copies[0].Of("bench") == copies[1].Of("bench") {
		t.Errorf("copies after equal changes: %+v and %+v", copies[0], copies[1])
	}
}
