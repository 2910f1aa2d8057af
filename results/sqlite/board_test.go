package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// grown is a board of so many rows of the run r1's system, the last of which is
// the run's own.
func grown(run results.Run, rows int) results.Board {
	b := results.Board{Benchmark: run.Benchmark, Convention: "c", Keys: []string{}, Impossible: []results.ImpossibleTask{}}
	for i := range rows {
		rank, p := rows-i, 1/float64(i+1)
		row := results.BoardRow{
			System: run.System, Evidence: results.Published, Metrics: map[string]results.MetricValue{}, Published: []results.PublishedValue{},
			Rank: &rank, RankInterval: &[2]int{1, rows}, PFirst: &p, TieClass: &rank,
		}
		row.System.Variant = string(rune('a' + i))
		b.Rows = append(b.Rows, row)
	}
	b.Rows[rows-1].Run = &run.Slug
	return b
}

// A board is read as it was saved, whatever was there before; rows that are as
// before are not written, and a board that is as before changes nothing.
func TestSaveBoards(t *testing.T) {
	db := open(t)
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	must.Do(t, writeRun(t, db, "r1", "d", 1, "text"))
	run := must.Get(db.FindRun(ctx, "r1"))(t)
	// Rows that are inserted or removed are counted by the database itself.
	if _, err := db.w.ExecContext(ctx, `CREATE TEMP TABLE written (n INTEGER);
CREATE TEMP TRIGGER count_new AFTER INSERT ON main.board_rows BEGIN INSERT INTO written VALUES (1); END;
CREATE TEMP TRIGGER count_old AFTER DELETE ON main.board_rows BEGIN INSERT INTO written VALUES (1); END;`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		rows    int
		without string
		written int
	}{
		{"first", 3, "", 3},
		{"again", 3, "", 0},
		{"one more", 4, "", 3}, // the row that had the run, without it and with it, and the new one
		{"fewer", 2, "", 4},
		{"another board instead", 2, results.WithoutImpossible, 4},
	} {
		before := revision(t, db)
		want := grown(run, c.rows)
		want.Without = c.without
		must.Do(t, db.SaveBoards(ctx, run.Benchmark, []results.Board{want}, 0))
		got := must.Get(db.FindBoard(ctx, run.Benchmark, "c", c.without))(t)
		same(t, fmt.Sprintf("%s (-saved +read)", c.name), want, got, cmpopts.IgnoreFields(results.BoardRow{}, "Name"))
		var written int
		must.Do(t, db.w.GetContext(ctx, &written, "SELECT count(*) FROM written"))
		must.Get(db.w.ExecContext(ctx, "DELETE FROM written"))(t)
		if written != c.written {
			t.Errorf("%s: %d rows written or removed, want %d", c.name, written, c.written)
		}
		if moved := revision(t, db) != before; moved != (c.name != "again") {
			t.Errorf("%s: the stamp of the benchmark moved: %v", c.name, moved)
		}
		if c.without == "" {
			alias, err := db.FindBoard(ctx, run.Benchmark, "c", results.WithoutImpossible)
			if err != nil || len(alias.Rows) != c.rows || alias.Without != results.WithoutImpossible {
				t.Errorf("%s: without tasks in doubt there is %+v, %v; want the same rows", c.name, alias, err)
			}
		}
	}
}

func revision(t *testing.T, db *DB) string {
	t.Helper()
	rev := must.Get(db.Revisions(context.Background()))(t)
	return rev.All
}

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
