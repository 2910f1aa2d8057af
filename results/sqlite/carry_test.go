package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// told is what a database tells that does not follow from records.
func told(t *testing.T, db *DB) []any {
	t.Helper()
	ctx := t.Context()
	w := must.Get(db.FindWithdrawal(ctx, "run2"))(t)
	changes, n, err := db.Changes(ctx, results.ChangeFilter{Limit: 100})
	must.Do(t, err)
	days := must.Get(db.StateDays(ctx, "bench", "paper", ""))(t)
	d := must.Get(db.FindDataset(ctx, "bench"))(t)
	var runs []results.Run
	for _, id := range []int64{1, 3, 4} {
		r := must.Get(db.StoredRun(ctx, id))(t)
		r.Reader = ""
		runs = append(runs, r)
	}
	hidden := []string{}
	must.Do(t, db.w.Select(&hidden, "SELECT slug FROM runs WHERE hidden"))
	records := []string{}
	must.Do(t, db.w.Select(&records, "SELECT id || name || size || hex(sum) FROM raws ORDER BY id"))
	return []any{w, changes, n, days, d.Benchmark.Digest, d.Tasks, runs, hidden, records, must.Get(db.Note(ctx, "public.site"))(t)}
}

// What does not follow from records comes along whole, once, and only into a database
// that has nothing else.
func TestCarryFrom(t *testing.T) {
	ctx, from, to := t.Context(), open(t), open(t)
	fill(t, from, 4)
	board := results.Board{Benchmark: "bench", Convention: "paper", Rows: []results.BoardRow{}}
	must.Do(t, errors.Join(from.WithdrawRun(ctx, "run2", "Asked for.", 7), from.HideRun(ctx, "run3", true),
		from.SaveBoards(ctx, "bench", []results.Board{board}, 86_400_000), from.SaveReplaces(ctx, "run4", "run1"), from.SaveNote(ctx, "public.site", "read")))
	must.Get(from.w.Exec("INSERT INTO raws (id, run_id, name, media, size, sum) VALUES (9, 4, 'a.json', 'application/json', 3, x'0102')"))(t)
	want := told(t, from)
	for range 2 { // the second time there is nothing to do
		must.Do(t, to.CarryFrom(ctx, from))
	}
	if diff := cmp.Diff(want, told(t, to)); diff != "" {
		t.Errorf("(-source +target):\n%s", diff)
	}
	if half := must.Get(to.HalfCopied(ctx))(t); !half {
		t.Error("what is not read yet is called whole")
	}
	for what, err := range map[string]error{
		"of half a copy": open(t).CarryFrom(ctx, to), "into itself": from.CarryFrom(ctx, from), "into another's": to.CarryFrom(ctx, open(t)),
	} {
		if !errors.Is(err, results.ErrConflict) {
			t.Errorf("%s: %v", what, err)
		}
	}
	must.Do(t, to.EndCopy(ctx, []string{"run1", "run3"}, "It cannot be read.", 8))
	if half := must.Get(to.HalfCopied(ctx))(t); half {
		t.Error("an ended copy is not whole")
	}
	if w := must.Get(to.FindWithdrawal(ctx, "run1"))(t); w.Reason != "It cannot be read." || w.At != 8 {
		t.Errorf("a run that was left out: %+v", w)
	}
	if _, err := to.FindWithdrawal(ctx, "run3"); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("of a hidden one that was left out something is said: %v", err)
	}
	must.Do(t, writeRun(t, to, "next", "d", 1, "x"))
	if r := must.Get(to.FindRun(ctx, "next"))(t); r.ID != 5 {
		t.Errorf("the next run has the number %d", r.ID)
	}
	if err := to.CarryFrom(ctx, open(t)); !errors.Is(err, results.ErrConflict) {
		t.Errorf("into one with content: %v", err)
	}
}

// A file of an older schema is refused, with the command that helps; what fails while it
// is migrated leaves it as it was, and nobody else writes to it.
func TestMigrateWholeOrNot(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "old.db")
	db := openFile(t, path)
	fill(t, db, 1)
	must.Get(db.w.Exec(`DROP VIEW trial; DROP VIEW "check"; DROP VIEW failed_call; ALTER TABLE trials DROP COLUMN points; DROP TABLE run_marks; PRAGMA user_version = 7`))(t)
	id := must.Get(db.Revisions(ctx))(t).ID
	must.Do(t, db.Close())
	before := must.Get(os.ReadFile(path))(t)
	var old *OldSchemaError
	_, werr := OpenWriter(ctx, path)
	_, rerr := OpenReader(ctx, path)
	if !errors.As(werr, &old) || !errors.As(rerr, &old) {
		t.Fatalf("an older schema is opened: %v, %v", werr, rerr)
	}
	broken := errors.New("broken off")
	_, _, err := Migrate(ctx, path, func(to, from *DB) error {
		other := must.Get(connect(ctx, dsn(path, "_busy_timeout=1&_txlock=immediate")))(t)
		defer other.Close()
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		if _, err := begin(short, other, ""); err == nil {
			t.Error("another program writes meanwhile")
		}
		return errors.Join(to.CarryFrom(ctx, from), broken)
	})
	if !errors.Is(err, broken) || string(must.Get(os.ReadFile(path))(t)) != string(before) {
		t.Errorf("after a failure the file is another one, %v", err)
	}
	if list := must.Get(os.ReadDir(filepath.Dir(path)))(t); len(list) != 1 {
		t.Errorf("left beside it: %v", list)
	}
	was, is, err := Migrate(ctx, path, func(to, from *DB) error {
		return errors.Join(to.CarryFrom(ctx, from), to.EndCopy(ctx, nil, "", 0))
	})
	if was != 7 || is != schemaVersion || err != nil {
		t.Fatal(was, is, err)
	}
	if now := openFile(t, path); must.Get(now.Revisions(ctx))(t).ID != id {
		t.Error("the file has another id")
	}
	if err := roomBeside(path, 1<<60); err == nil {
		t.Error("a disk has room for everything")
	}
}
