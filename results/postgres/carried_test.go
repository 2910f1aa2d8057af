package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/objects"
)

// beforeRuns is the last schema version in which the rows of a run did not all name it.
const beforeRuns = 5

// carriesOver holds that a database of that version has after its migration what it had
// before.
func carriesOver(t *testing.T, server *pgtest.Server) {
	ctx := t.Context()
	in := found(objects.OpenDir(t.TempDir()))(t)
	defer in.Close()
	opened := func(name string) *DB {
		db := found(Open(ctx, server.Address(name), in, t.TempDir()))(t)
		t.Cleanup(func() { db.Close() })
		return db
	}
	now, then := create(t, server, ""), create(t, server, "")
	db := opened(now)
	storetest.Fill(t, db, 3)
	asBefore(t, server, now, then)
	old := opened(then)
	if from, to, err := old.Migrated(ctx); err != nil || from != beforeRuns || to == from {
		t.Fatal(from, to, err)
	}
	var a, b strings.Builder
	must(t, errors.Join(db.Dump(ctx, &a), old.Dump(ctx, &b)))
	if diff := cmp.Diff(strings.Split(a.String(), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("(-made anew +migrated):\n%.3000s", diff)
	}
	if x, err := old.Examine(ctx); err != nil || len(x.Faults) > 0 || x.Runs != 3 {
		t.Errorf("%+v, %v", x, err)
	}
	for _, table := range []string{"steps", "step_text", "step_grams"} {
		var n, other int
		if err := errors.Join(old.r.GetContext(ctx, &n, "SELECT count(*) FROM main."+table),
			old.r.GetContext(ctx, &other, "SELECT count(*) FROM main."+table+" x WHERE run_id NOT IN (SELECT id FROM main.runs)")); err != nil || n == 0 || other > 0 {
			t.Errorf("%s: %d rows, %d of no run, %v", table, n, other, err)
		}
	}
	if err := old.RemoveRun(ctx, "run1"); err != nil {
		t.Error(err)
	}
}

// asBefore makes a database one of the version beforeRuns with the rows of another one.
func asBefore(t *testing.T, server *pgtest.Server, from, to string) {
	t.Helper()
	ctx := t.Context()
	var conns [2]*pgx.Conn
	for i, name := range []string{from, to} {
		conn := found(pgx.Connect(ctx, server.Address(name)))(t)
		defer conn.Close(ctx)
		conns[i] = conn
	}
	exec := func(q string, args ...any) {
		t.Helper()
		if _, err := conns[1].Exec(ctx, q, args...); err != nil {
			t.Fatalf("%.200s\n%v", q, err)
		}
	}
	names := found(migrationFiles())(t)
	for _, name := range names[:beforeRuns] {
		text := found(migrations.ReadFile(name))(t)
		if _, err := conns[1].PgConn().Exec(ctx, "BEGIN;"+string(text)+";COMMIT").ReadAll(); err != nil {
			t.Fatal(name, err)
		}
	}
	exec(fmt.Sprintf("CREATE TABLE main.schema_version AS SELECT CAST(%d AS bigint) AS version", beforeRuns))
	exec("SET session_replication_role = replica") // no triggers
	exec("DELETE FROM main.meta")
	list := func(conn *pgx.Conn, q string) []string {
		t.Helper()
		rows := found(conn.Query(ctx, q))(t)
		all := found(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
		return all
	}
	for _, table := range list(conns[1], "SELECT tablename::text FROM pg_tables WHERE schemaname = 'main'") {
		if table == "schema_version" {
			continue
		}
		for rows := range slices.Chunk(list(conns[0], "SELECT CAST(to_json(x) AS text) FROM main."+table+" x"), 100) {
			exec("INSERT INTO main."+table+" SELECT * FROM json_populate_recordset(CAST(NULL AS main."+table+"), CAST($1 AS json))", "["+strings.Join(rows, ",")+"]")
		}
	}
	exec("SELECT setval('main.run_ids', 100), setval('main.raw_ids', 1000)")
}
