package postgres

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
)

// everywhere are tables with a column run_id that are no tables of runs: were the
// database spread, each machine would have all of them.
var everywhere = map[string]string{
	"board_rows": "a board is made whole, and a row of figures has no run",
	"warnings":   "what is said of datasets stands there too",
}

// spreads holds that each table of runs could be spread by the column run_id: it is in
// every key and every reference to another such table, and nothing hangs on what would
// not reach the rows of another machine.
func spreads(t *testing.T, server *pgtest.Server, empty string) {
	open(t, server, empty)
	db := found(pgx.Connect(t.Context(), server.Address(empty)))(t)
	defer db.Close(t.Context())
	tables := ofRunTables(t, db)
	for _, name := range []string{"trials", "steps", "step_text", "step_text_pieces", "trial_checks", "body_pieces", "run_objects"} {
		if !slices.Contains(tables, name) {
			t.Errorf("%s is no table of runs", name)
		}
	}
	const number = "(SELECT attnum FROM pg_attribute WHERE attrelid = t.oid AND attname = 'run_id')"
	for _, c := range []struct{ what, q string }{
		{"the run may be missing", `SELECT t.relname FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
WHERE t.relname = ANY ($1) AND a.attname = 'run_id' AND NOT a.attnotnull`},
		{"the run is reckoned", `SELECT t.relname FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
WHERE t.relname = ANY ($1) AND a.attname = 'run_id' AND a.attgenerated <> ''`},
		{"no key", `SELECT t.relname FROM pg_class t
WHERE t.relname = ANY ($1) AND t.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisunique)`},
		{"a key without the run", `SELECT t.relname || ' ' || pg_get_indexdef(i.indexrelid) FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid
WHERE t.relname = ANY ($1) AND i.indisunique AND NOT ` + number + ` = ANY (CAST(i.indkey AS int2[]))`},
		{"a reference without the run", `SELECT t.relname || ' ' || pg_get_constraintdef(c.oid) FROM pg_class t JOIN pg_constraint c ON c.conrelid = t.oid JOIN pg_class o ON o.oid = c.confrelid
WHERE t.relname = ANY ($1) AND c.contype = 'f' AND o.relname = ANY ($1)
  AND NOT COALESCE((SELECT attname FROM pg_attribute WHERE attrelid = o.oid AND attnum = c.confkey[array_position(c.conkey, ` + number + `)]) = 'run_id', false)`},
		{"a reference from a table that is whole everywhere", `SELECT o.relname || ' ' || pg_get_constraintdef(c.oid) FROM pg_class t JOIN pg_constraint c ON c.confrelid = t.oid JOIN pg_class o ON o.oid = c.conrelid
WHERE t.relname = ANY ($1) AND NOT o.relname = ANY ($1)`},
		{"a constraint that waits", `SELECT t.relname || ' ' || pg_get_constraintdef(c.oid) FROM pg_class t JOIN pg_constraint c ON c.conrelid = t.oid
WHERE t.relnamespace = 'main'::regnamespace AND c.condeferrable AND $1::text[] IS NOT NULL`},
		{"a trigger", `SELECT t.relname || ' ' || g.tgname FROM pg_class t JOIN pg_trigger g ON g.tgrelid = t.oid
WHERE t.relname = ANY ($1) AND NOT g.tgisinternal`},
		{"no column run_id", `SELECT DISTINCT table_name::text FROM information_schema.columns
WHERE table_schema = 'main' AND column_name IN ('trial_id', 'step_id', 'raw_id', 'body_id', 'block') AND NOT table_name = ANY ($1)`},
	} {
		rows, err := db.Query(t.Context(), c.q, tables)
		if err != nil {
			t.Fatal(c.what, err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(list) > 0 {
			t.Errorf("%s: %q, %v", c.what, list, err)
		}
	}
}

// ofRunTables are the tables of which each row is one of a run.
func ofRunTables(t *testing.T, db *pgx.Conn) []string {
	t.Helper()
	rows, err := db.Query(t.Context(),
		"SELECT table_name::text FROM information_schema.columns WHERE table_schema = 'main' AND column_name = 'run_id'")
	if err != nil {
		t.Fatal(err)
	}
	list := found(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
	return slices.DeleteFunc(list, func(table string) bool { return everywhere[table] != "" })
}

// scanned is a table that a plan reads, as the query calls it.
type scanned struct{ table, alias string }

// reading are the tables that are read at and below p, and all conditions there.
func (p *plan) reading() (tables []scanned, conditions string) {
	if p.Table != "" && p.Kind != "ModifyTable" {
		tables = append(tables, scanned{p.Table, p.Alias})
	}
	conditions = strings.Join([]string{p.Cond, p.Recheck, p.Filter, p.HashCond, p.MergeCond, p.JoinFilter}, " ")
	for i := range p.Plans {
		more, and := p.Plans[i].reading()
		tables, conditions = append(tables, more...), conditions+" "+and
	}
	return tables, conditions
}

// ofManyRuns are queries that read rows of several runs, by their beginnings.
var ofManyRuns = []struct{ begins, why string }{
	{"SELECT COALESCE(string_agg(CAST(step_id AS text)", searchedWhole},
	{"SELECT count(*) FROM (\n(SELECT f.step_id", searchedWhole},
	{"SELECT step_id FROM (SELECT f.step_id", searchedWhole},
	{"SELECT block, grams", searchedWhole},
	{"SELECT s.id, s.trial_id AS trial", searchedWhole},
	{"WITH found AS (\n  SELECT trial_id, /*! run_id", "any run may refer to a trace"},
	{"WITH wanted AS", "a trace that is referred to may be of any run"},
	{"SELECT id, name, media, size\nFROM raws", "the number of a raw record has no run"},
	{"SELECT COALESCE(CAST(sum(length)", "bodies of runs that are listed by their sizes"},
	{"DELETE FROM body_pieces", "bodies of a run that goes, raw records among them"},
	{"SELECT DISTINCT name FROM run_objects", "an object may be of several runs"},
	{"DELETE FROM tasks", "a task that no run has goes"},
	{"UPDATE tasks\nSET extra = TRUE", "a task that runs alone have takes its kind of any of them"},
	{"SELECT id\nFROM runs\nWHERE id NOT IN (SELECT run_id FROM run_outcomes)", "when a database is opened, and of each run a row"},
}

const searchedWhole = "a search of all runs asks all of them"

// namesRuns holds that queries say of which run the rows are that they read, or join
// them by it.
func (r *recorder) namesRuns(t *testing.T, db *pgx.Conn) {
	tables := ofRunTables(t, db)
	within := 0 // searches of one run
	for path, queries := range r.asked {
		found(db.Exec(t.Context(), "SET search_path = "+path))(t)
		for _, q := range slices.Sorted(maps.Keys(queries)) {
			if !reads.MatchString(q) {
				continue
			}
			root, err := explain(t.Context(), db, q, "EXPLAIN (VERBOSE, FORMAT JSON)")
			if err != nil {
				t.Errorf("%s\n%v", q, err)
				continue
			}
			if strings.Contains(q, "f.words @@") && strings.Contains(q, "f.run_id = ?") {
				within++
			}
			list, conditions := root.reading()
			var loose []string
			for _, s := range list {
				named := regexp.MustCompile(`\b` + regexp.QuoteMeta(s.alias) + `\.run_id\b`)
				if slices.Contains(tables, s.table) && !named.MatchString(conditions) {
					loose = append(loose, fmt.Sprintf("%s %s", s.table, s.alias))
				}
			}
			if len(loose) > 0 &&
				!slices.ContainsFunc(ofManyRuns, func(e struct{ begins, why string }) bool { return strings.HasPrefix(q, e.begins) }) {
				t.Errorf("the run is not named of %q in\n%s", loose, q)
			}
		}
	}
	if within == 0 {
		t.Error("no search of one run names it")
	}
}
