package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// Of several programs that open an empty database at once one makes the schema.
func opensTogether(t *testing.T, server *storetest.Server) {
	address := server.Address(server.Create(t, ""))
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			db, err := Open(context.Background(), address, bodies, t.TempDir())
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if _, err := db.Revisions(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Databases that are not ours, not up to date or not there are refused as they are,
// and nothing that is said has the password.
func refuses(t *testing.T, server *storetest.Server, empty string) {
	ctx := t.Context()
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	with := func(statement string) string {
		name := server.Create(t, empty)
		db := open(t, server, name)
		must.Get(db.w.ExecContext(ctx, statement))(t)
		return server.Address(name)
	}
	blank := server.Address(server.Create(t, ""))
	foreign := server.Create(t, "")
	config := must.Get(parse(server.Address(foreign)))(t)
	raw := pool(config, "public", false)
	defer raw.Close()
	must.Get(raw.ExecContext(ctx, "CREATE SCHEMA main; CREATE TABLE main.runs (id int)"))(t)
	for _, c := range []struct {
		name, address string
		read          bool
		want          error
	}{
		{"a later schema", with("UPDATE main.schema_version SET version = 999"), false, results.ErrNewerDatabase},
		{"a later schema to a reader", with("UPDATE main.schema_version SET version = 999"), true, results.ErrNewerDatabase},
		{"an empty database to a reader", blank, true, results.ErrNotFound},
		{"another application's schema", server.Address(foreign), false, results.ErrForeign},
		{"no database", server.Address("nowhere"), false, nil},
		{"no address", "postgres://u:hunter2@%zz/x", false, results.ErrInvalid},
		{"nobody there", "postgres://u:hunter2@127.0.0.1:1/x?sslmode=disable", false, nil},
	} {
		var db *DB
		var err error
		if c.read {
			db, err = OpenReader(ctx, c.address, bodies)
		} else {
			db, err = Open(ctx, c.address, bodies, "")
		}
		if err == nil {
			db.Close()
			t.Errorf("%s was opened", c.name)
			continue
		}
		if c.want != nil && !errors.Is(err, c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A reader cannot write, whatever it asks.
func readsOnly(t *testing.T, server *storetest.Server, empty string) {
	ctx, name := t.Context(), server.Create(t, empty)
	open(t, server, name)
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	db := must.Get(OpenReader(ctx, server.Address(name), bodies))(t)
	defer db.Close()
	if err := db.SaveNote(ctx, "k", "v"); !errors.Is(err, results.ErrReadOnly) {
		t.Errorf("a reader has written: %v", err)
	}
	if _, err := db.r.ExecContext(ctx, "DELETE FROM main.meta"); err == nil {
		t.Error("the connection of a reader has written")
	}
	list, err := db.Benchmarks(ctx)
	if err != nil || len(list) != 0 {
		t.Errorf("%d benchmarks, %v", len(list), err)
	}
}

// While one process rebuilds the boards of a benchmark another does not, but those of
// other benchmarks.
func rebuildsAlone(t *testing.T, server *storetest.Server, empty string) {
	name := server.Create(t, empty)
	one, other := open(t, server, name), open(t, server, name)
	for _, c := range []struct {
		db        *DB
		benchmark string
		want      bool
	}{{one, "a", true}, {other, "a", false}, {other, "b", true}, {one, "b", false}} {
		done, mine, err := c.db.Rebuilding(t.Context(), c.benchmark)
		if err != nil || mine != c.want {
			t.Errorf("%s: mine %v, %v", c.benchmark, mine, err)
		}
		if mine {
			defer done()
		}
	}
	done, mine, err := one.Rebuilding(t.Context(), "c")
	if err != nil || !mine {
		t.Fatal(mine, err)
	}
	done()
	if done, mine, err = other.Rebuilding(t.Context(), "c"); err != nil || !mine {
		t.Fatal("after the first has done", mine, err)
	}
	done()
}

// What everybody reads has no secret of an address.
func TestName(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u:hunter2@db.example/atlas?sslmode=disable":    "postgres://db.example:5432/atlas",
		"postgresql://u@[::1]:6000/atlas":                          "postgres://[::1]:6000/atlas",
		"postgres:///atlas?host=/run/postgresql&password=hunter2":  "postgres:///atlas",
		"postgres://u:hunter2@%zz/x":                               "",
		"postgres://u:hunter2@db.example/x?sslmode=perhaps":        "",
		"postgres://u:hunter2@db.example/x?connect_timeout=hunter": "",
	} {
		got, err := Name(address)
		if got != want || (err != nil) != (want == "") || err != nil && (!errors.Is(err, results.ErrInvalid) ||
			strings.Contains(err.Error(), "hunter")) {
			t.Errorf("Name(%q) is %q, %v", address, got, err)
		}
	}
}

// A moment has what was there when it was opened, on every connection, and what others
// write is seen by the next one.
func readsMoment(t *testing.T, server *storetest.Server, empty string) {
	ctx, name := t.Context(), server.Create(t, empty)
	w := open(t, server, name)
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	must.Do(t, w.SaveNote(ctx, "n", "before"))
	at := must.Get(OpenMoment(ctx, server.Address(name), bodies))(t)
	defer at.Close()
	must.Do(t, w.SaveNote(ctx, "n", "after"))
	for range 3 {
		conn := must.Get(at.r.Connx(ctx))(t) // each is another one, as long as none is given back
		defer conn.Close()
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := at.r.ExecContext(short, "SELECT pg_sleep(10)"); err == nil {
		t.Error("a query was not broken off")
	}
	if _, err := at.r.ExecContext(ctx, "SELECT 1/0"); err == nil {
		t.Error("one by zero is something")
	}
	for range 8 {
		if got, err := at.Note(ctx, "n"); got != "before" || err != nil {
			t.Fatalf("at the moment it reads %q, %v", got, err)
		}
	}
	if err := at.SaveNote(ctx, "n", "x"); !errors.Is(err, results.ErrReadOnly) {
		t.Errorf("a moment was written: %v", err)
	}
	next := must.Get(OpenMoment(ctx, server.Address(name), bodies))(t)
	defer next.Close()
	if got, err := next.Note(ctx, "n"); got != "after" || err != nil {
		t.Errorf("at the next moment it reads %q, %v", got, err)
	}
}

// Whoever cares for a database learns whether it is there, and
// can free what was deleted; a database that is not made yet is none.
func cares(t *testing.T, server *storetest.Server) {
	ctx, blank := t.Context(), server.Create(t, "")
	if err := Found(ctx, server.Address(blank)); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("an empty database is found: %v", err)
	}
	db := open(t, server, blank)
	if err := Found(ctx, server.Address(blank)); err != nil {
		t.Errorf("a database is not found: %v", err)
	}
	if err := db.Compact(ctx); err != nil {
		t.Error(err)
	}
	var taken []*sqlx.Conn // all that readers have
	for range db.r.Stats().MaxOpenConnections {
		c, err := db.r.Connx(ctx)
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, c)
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	id, stamp, err := db.Verify(soon)
	if id == "" || stamp == "" || err != nil {
		t.Errorf("while readers have all connections: id %q, stamp %q, %v", id, stamp, err)
	}
	for _, c := range taken {
		c.Close()
	}
	rev, err := db.DB.Revisions(ctx)
	if rev.ID != id || rev.All != stamp || err != nil {
		t.Errorf("id %q, stamp %q, but revision %+v, %v", id, stamp, rev, err)
	}
	if _, err := db.w.ExecContext(ctx, "UPDATE main.schema_version SET version = 999"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Verify(ctx); !errors.Is(err, results.ErrNewerDatabase) {
		t.Errorf("a schema of a later program is verified: %v", err)
	}
	done, err := db.Making(ctx)
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if _, err := db.Making(short); err == nil {
		t.Error("two make a database at the same time")
	}
	done()
}

// Who follows a database is told of each change when it is there to be read, learns when
// nothing is told any more, and follows again when the server is back.
func tells(t *testing.T, server *storetest.Server, empty string) {
	name := server.Create(t, empty)
	w := open(t, server, name)
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	db := must.Get(OpenReader(t.Context(), server.Address(name), bodies))(t)
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	news, ended := make(chan bool, 1000), make(chan bool)
	go func() { defer close(ended); db.Follow(ctx, func(told bool) { news <- told }) }()
	wait := func(want bool, what string) {
		t.Helper()
		for late := time.After(10 * time.Second); ; {
			select {
			case told := <-news:
				if told == want {
					return
				}
			case <-late:
				t.Fatalf("%s, and nobody is told", what)
			}
		}
	}
	wait(true, "it follows")
	for i, value := range []string{"a", "b", "c"} {
		must.Do(t, w.SaveNote(ctx, "n", value))
		wait(true, "a note has changed")
		if got, err := db.Note(ctx, "n"); got != value || err != nil {
			t.Errorf("change %d was told, and a reader has %q, %v", i, got, err)
		}
	}
	if _, err := w.w.ExecContext(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN clawatlas' OR wait_event = 'ClientRead' AND pid <> pg_backend_pid() AND datname = current_database()"); err != nil {
		t.Fatal(err)
	}
	wait(false, "the connection was cut off")
	wait(true, "it follows again")
	if err := w.SaveNote(ctx, "n", "d"); err != nil {
		if err = w.SaveNote(ctx, "n", "d"); err != nil { // its connection was cut off, too
			t.Fatal(err)
		}
	}
	wait(true, "a note has changed")
	stop()
	<-ended
}
