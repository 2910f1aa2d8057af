package storetest

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// keep keeps a raw record of what is being written.
func keep(t *testing.T, tx results.RunTx, name string, data []byte) {
	t.Helper()
	w, seal, err := tx.OpenRaw(t.Context(), name, "text/plain")
	must.Do(t, err)
	_, err = io.Copy(w, bytes.NewReader(data))
	must.Do(t, errors.Join(err, w.Close(), seal([32]byte{1})))
}

// records keeps raw records of run and trials, one of many pieces, and reads ranges.
func records(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	large := bytes.Repeat([]byte("0123456789abcdef"), 600_000) // 9.6 MB
	for i := 0; i < len(large); i += 1001 {
		large[i] = byte(i)
	}
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	keep(t, tx, "run.json", []byte("{}"))
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	keep(t, tx, "large.txt", large)
	keep(t, tx, "empty.txt", nil)
	must.Do(t, tx.Finish(ctx, r, nil))

	trial := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", 0))(t)
	if list := must.Get(db.Raws(ctx, r.ID, 0))(t); len(list) != 1 || list[0].Name != "run.json" || list[0].Size != 2 {
		t.Errorf("records of the run: %+v", list)
	}
	if list := must.Get(db.Raws(ctx, r.ID, trial.ID))(t); len(list) != 2 || list[0].Name != "large.txt" || list[1].Size != 0 {
		t.Errorf("records of the trial: %+v", list)
	}
	if raw := must.Get(db.FindTrialRaw(ctx, trial.ID, "run.json"))(t); raw.Size != 2 {
		t.Errorf("the run's record by its trial: %+v", raw)
	}
	_, err := db.FindTrialRaw(ctx, trial.ID, "none")
	notFound(t, "a record of no such name", err)
	raw := must.Get(db.FindTrialRaw(ctx, trial.ID, "large.txt"))(t)
	if again := must.Get(db.FindRaw(ctx, raw.ID))(t); again != raw || raw.Size != int64(len(large)) || raw.Media != "text/plain" {
		t.Errorf("record %+v and %+v", raw, again)
	}
	body := must.Get(db.RawReader(ctx, raw.ID))(t)
	for _, at := range []struct{ from, size int }{{0, len(large)}, {4<<20 - 3, 6}, {8 << 20, 10}, {len(large) - 5, 5}, {1, 1}} {
		must.Get(body.Seek(int64(at.from), io.SeekStart))(t)
		got := make([]byte, at.size)
		if _, err := io.ReadFull(body, got); err != nil || !bytes.Equal(got, large[at.from:at.from+at.size]) {
			t.Errorf("%d bytes from %d differ, %v", at.size, at.from, err)
		}
	}
	if n, err := body.Seek(0, io.SeekEnd); err != nil || n != raw.Size {
		t.Errorf("the end is at %d, %v; want %d", n, err, raw.Size)
	}
	if n, err := body.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("past the end: %d bytes, %v", n, err)
	}
}

// manyRecords keeps more rows of each kind than one statement takes.
func manyRecords(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	const trials, raws = 12, 15
	var checks []results.Check
	for range 50 {
		checks = append(checks, results.Check{ID: "c", Weight: 1})
	}
	for n := range trials {
		must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: n + 1, Status: results.Passed, Checks: checks}))
		for range raws {
			keep(t, tx, "x.txt", []byte("text"))
		}
		must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: "word"}))
		must.Do(t, tx.SaveLabel(ctx, results.Label{Label: "slow", Step: 1}))
	}
	must.Do(t, tx.Finish(ctx, r, nil))
	last := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", trials))(t)
	if list := must.Get(db.Raws(ctx, r.ID, last.ID))(t); len(list) != raws {
		t.Errorf("%d records of the last trial, want %d", len(list), raws)
	}
	if len(last.Checks) != len(checks) {
		t.Errorf("%d checks of the last trial, want %d", len(last.Checks), len(checks))
	}
}
