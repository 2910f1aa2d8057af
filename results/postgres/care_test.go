package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
)

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
func readsMoment(t *testing.T, server *pgtest.Server, empty string) {
	ctx, name := t.Context(), create(t, server, empty)
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
func cares(t *testing.T, server *pgtest.Server) {
	ctx, blank := t.Context(), create(t, server, "")
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
