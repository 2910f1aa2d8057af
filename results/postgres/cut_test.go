package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// cut ends the connection that holds an advisory lock, as a server does that starts anew.
func cut(t *testing.T, db *DB, locks string) {
	t.Helper()
	const q = `SELECT count(pg_terminate_backend(pid, 5000))
FROM pg_locks
WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND `
	var n int
	if err := db.r.GetContext(context.Background(), &n, q+locks); err != nil || n != 1 {
		t.Fatalf("%d connections were cut, %v", n, err)
	}
}

// Whoever rebuilds boards and is cut off writes no more: another program may have begun.
func rebuildsNoMore(t *testing.T, server *storetest.Server, empty string) {
	ctx, name := t.Context(), server.Create(t, empty)
	db, other := open(t, server, name), open(t, server, name)
	fill(t, db, 1)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	done, mine, err := db.Rebuilding(ctx, run.Benchmark)
	if err != nil || !mine {
		t.Fatal(mine, err)
	}
	save := func(db *DB) error { return db.SaveBoards(ctx, run.Benchmark, []results.Board{}, 0) }
	must.Do(t, save(db))
	cut(t, db, fmt.Sprintf("classid = %d", rebuildLocks))
	if err := save(db); !errors.Is(err, results.ErrUnavailable) {
		t.Errorf("whoever was cut off has saved boards: %v", err)
	}
	again, mine, err := other.Rebuilding(ctx, run.Benchmark)
	if err != nil || !mine {
		t.Fatal("another one after the first was cut off:", mine, err)
	}
	if err := save(other); err != nil {
		t.Error(err)
	}
	again()
	done()
	if done, mine, err = db.Rebuilding(ctx, run.Benchmark); err != nil || !mine {
		t.Fatal(mine, err)
	}
	if err := save(db); err != nil {
		t.Errorf("with a new lock: %v", err)
	}
	done()
}

// cutStore cuts the connection of whoever deletes objects after the first one.
type cutStore struct {
	objects.Store
	cut     func()
	deleted int
}

func (s *cutStore) Delete(ctx context.Context, name string) error {
	defer func() {
		if s.deleted++; s.deleted == 1 {
			s.cut()
		}
	}()
	return s.Store.Delete(ctx, name)
}

// Who deletes objects and is cut off deletes no more: runs no longer wait for it.
func deletesNoMore(t *testing.T, server *storetest.Server, empty string) {
	dir := t.TempDir()
	in := &cutStore{Store: openObjects(t, dir, dir)}
	db := openWith(t, server, server.Create(t, empty), in)
	putText(t, in, "trace/aa/one", "of nobody")
	putText(t, in, "trace/bb/two", "of nobody")
	in.cut = func() {}
	must.Get(db.Sweep(t.Context(), hour))(t) // it has deleted what tells the time
	in.deleted = -1
	in.cut = func() { cut(t, db, fmt.Sprintf("objid = %d", objectsLock&0xffffffff)) }
	if _, err := db.Sweep(t.Context(), 0); !errors.Is(err, results.ErrUnavailable) {
		t.Errorf("a sweep that was cut off: %v", err)
	}
	if left := files(t, place{in, dir}); len(left) != 1 {
		t.Errorf("objects %v are left, want one of two", left)
	}
	in.cut = func() {}
	if n, err := db.Sweep(t.Context(), 0); n.Objects != 1 || err != nil {
		t.Errorf("%+v, %v; want the other one", n, err)
	}
}

// A transaction that was undone because it has met another one is tried again.
func triesAgain(t *testing.T, server *storetest.Server, empty string) {
	ctx := t.Context()
	db := open(t, server, server.Create(t, empty))
	must.Do(t, db.SaveNote(ctx, "n", "before"))
	tx := must.Get(db.w.BeginTxx(ctx, nil))(t)
	defer tx.Rollback()
	must.Get(tx.ExecContext(ctx, "UPDATE meta SET value = 'meanwhile' WHERE key = 'note.n'"))(t)
	saved := make(chan error)
	go func() { saved <- db.SaveNote(ctx, "n", "after") }() // it has the lock and waits for the row
	for waits := 0; waits == 0; {
		if err := db.r.GetContext(ctx, &waits, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"); err != nil {
			t.Fatal(err)
		}
	}
	// Who has waited for longer is undone. The wait begins anew when it is tried again.
	time.Sleep(100 * time.Millisecond)
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", writeLock); err != nil {
		t.Fatalf("the other one was undone, and this test shows nothing: %v", err)
	}
	must.Do(t, tx.Commit())
	if err := <-saved; err != nil {
		t.Errorf("who was undone does not try again: %v", err)
	}
	if got, err := db.Note(ctx, "n"); got != "after" || err != nil {
		t.Errorf("the note is %q, %v", got, err)
	}
	var deadlocks int
	const q = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
	for range 50 { // it is told a little later
		must.Do(t, db.r.GetContext(ctx, &deadlocks, q))
		if deadlocks > 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the two have not met")
}

// What is said to be stored is, although the server of the tests would lose it.
func storesSurely(t *testing.T, server *storetest.Server, empty string) {
	db := open(t, server, server.Create(t, empty))
	for _, c := range []struct{ what, want string }{{"synchronous_commit", "local"}, {"tcp_keepalives_idle", "30"}} {
		var got string
		if err := db.w.GetContext(t.Context(), &got, "SELECT current_setting(?)", c.what); err != nil || got != c.want {
			t.Errorf("%s is %q, %v; want %q", c.what, got, err, c.want)
		}
	}
}
