package postgres

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// elsewhere are the tables of the store in a file that this one has no rows for: the
// bodies lie in objects, and the index of texts is one of its own.
var elsewhere = []string{
	"raw_chunks", "trace_frames", "body_blocks",
	"step_text", "step_text_config", "step_text_data", "step_text_docsize", "step_text_idx",
}

// ownTables are those that only this store has, or has in its own way.
var ownTables = []string{"body_pieces", "dropped_objects", "run_objects", "schema_version", "step_text", "step_text_pieces"}

// column is a column as both stores have it.
type column struct {
	Name     string
	Kind     string // of its values
	Required bool
}

// sameSchema holds that both stores have the same tables and columns.
func sameSchema(t *testing.T, server *pgtest.Server, database string) {
	db, ctx := open(t, server, database), t.Context()
	file := filepath.Join(t.TempDir(), "t.db")
	other := found(sqlite.OpenWriter(ctx, file))(t)
	defer other.Close()
	plain := found(sqlx.Open("sqlite3", "file:"+file+"?mode=ro"))(t)
	defer plain.Close()
	want := columnsOf(t, plain, `SELECT s.name AS tbl, c.name, c.type, c."notnull" OR c.pk > 0 AS required
FROM sqlite_schema s, pragma_table_info(s.name) c
WHERE s.type = 'table'
  AND s.name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	for _, table := range elsewhere {
		if want[table] == nil {
			t.Errorf("SQLite has no table %s", table)
		}
		delete(want, table)
	}
	got := columnsOf(t, db.w, `SELECT table_name AS tbl, column_name AS name, data_type AS type, is_nullable = 'NO' AS required
FROM information_schema.columns
WHERE table_schema = 'main'`)
	for _, table := range ownTables {
		if got[table] == nil {
			t.Errorf("PostgreSQL has no table %s", table)
		}
		delete(got, table)
	}
	for _, table := range sqlstore.RunNamed {
		if _, ok := slices.BinarySearchFunc(want[table], "run_id", func(c column, name string) int { return strings.Compare(c.Name, name) }); ok {
			t.Errorf("in SQLite %s has a column run_id", table)
		}
		got[table] = slices.DeleteFunc(got[table], func(c column) bool { return c == column{"run_id", "number", true} })
	}
	same(t, "columns (-SQLite +PostgreSQL)", want, got)
	var loose []string // texts that a locale of the server would order
	const q = `SELECT table_name || '.' || column_name
FROM information_schema.columns
WHERE table_schema = 'main'
  AND data_type = 'text'
  AND collation_name IS DISTINCT FROM 'C'`
	if err := db.w.Select(&loose, q); err != nil || len(loose) > 0 {
		t.Errorf("texts that are not compared byte for byte: %v, %v", loose, err)
	}
}

func columnsOf(t *testing.T, db *sqlx.DB, q string) map[string][]column {
	t.Helper()
	rows := found(db.QueryContext(t.Context(), q))(t)
	defer rows.Close()
	kinds := map[string]string{
		"INTEGER": "number", "INT": "number", "bigint": "number", "boolean": "number", "TEXT": "text", "text": "text",
		"REAL": "float", "double precision": "float", "BLOB": "bytes", "bytea": "bytes",
	}
	list := map[string][]column{}
	for rows.Next() {
		var table, kind string
		var c column
		must(t, rows.Scan(&table, &c.Name, &kind, &c.Required))
		if c.Kind = kinds[kind]; c.Kind == "" {
			c.Kind = fmt.Sprintf("unknown: %q", kind)
		}
		list[table] = append(list[table], c)
	}
	must(t, rows.Err())
	for _, columns := range list {
		slices.SortFunc(columns, func(a, b column) int { return strings.Compare(a.Name, b.Name) })
	}
	return list
}
