package sqlite

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestPublishedStates: a hidden run is in no former board of a published file,
// not even its name, while the operator's own file keeps it.
func TestPublishedStates(t *testing.T) {
	ctx, db := t.Context(), open(t)
	if err := errors.Join(db.SaveDataset(ctx, dataset()), writeRun(t, db, "shown-run", "d1", 1, "x"), writeRun(t, db, "hidden-run", "d2", 1, "y")); err != nil {
		t.Fatal(err)
	}
	b := results.Board{Benchmark: "bench", Convention: "paper"}
	for _, slug := range []string{"shown-run", "hidden-run"} {
		r := must.Get(db.FindRun(ctx, slug))(t)
		b.Rows = append(b.Rows, results.BoardRow{Run: &slug, System: r.System})
	}
	path := filepath.Join(t.TempDir(), "p.db")
	must.Do(t, errors.Join(db.SaveBoards(ctx, "bench", []results.Board{b}, 0), db.HideRun(ctx, "hidden-run", true), db.Publish(ctx, path)))
	data, err := os.ReadFile(path)
	if err != nil || bytes.Contains(data, []byte("hidden-run")) {
		t.Errorf("the published file names the hidden run (%v)", err)
	}
	r := must.Get(OpenReader(ctx, path))(t)
	defer r.Close()
	for name, of := range map[string]*DB{"published": r, "own": db} {
		s, err := of.FindBoardState(ctx, "bench", "paper", "", "1970-01-01")
		if err != nil || !s.Altered || len(s.Rows) != 1 || *s.Rows[0].Run != "shown-run" {
			t.Errorf("%s: %+v, %v; want the shown run alone", name, s, err)
		}
	}
	var kept int
	if err := db.w.Get(&kept, "SELECT count(*) FROM state_rows WHERE run = 'hidden-run'"); err != nil || kept != 1 {
		t.Errorf("%d rows kept of the hidden run, %v; want 1, so that it can be shown again", kept, err)
	}
}
