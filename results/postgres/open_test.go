package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
)

// Of several programs that open an empty database at once one makes the schema.
func opensTogether(t *testing.T, server *pgtest.Server) {
	address := server.Address(create(t, server, ""))
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
func refuses(t *testing.T, server *pgtest.Server, empty string) {
	ctx := t.Context()
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	with := func(statement string) string {
		name := create(t, server, empty)
		db := open(t, server, name)
		must.Get(db.w.ExecContext(ctx, statement))(t)
		return server.Address(name)
	}
	blank := server.Address(create(t, server, ""))
	foreign := create(t, server, "")
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
func readsOnly(t *testing.T, server *pgtest.Server, empty string) {
	ctx, name := t.Context(), create(t, server, empty)
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
func rebuildsAlone(t *testing.T, server *pgtest.Server, empty string) {
	name := create(t, server, empty)
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
