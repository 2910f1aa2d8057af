package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// dialect is the Dialect of PostgreSQL. JSON is stored as text, because jsonb rejects some records.
var dialect = sqlstore.Dialect{
	NextRun:   "SELECT nextval('main.run_ids')",
	NextRaws:  "SELECT nextval('main.raw_ids') FROM generate_series(1, CAST(? AS bigint))",
	LastRun:   "SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM main.run_ids",
	NumberOn:  numberOn,
	Hold:      " FOR NO KEY UPDATE",
	RunColumn: true,
	Day: func(column string) string {
		return "to_char(to_timestamp(" + column + " / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
	},
	Object: func(key, value string) string {
		return "COALESCE(CAST(json_object_agg(" + key + ", " + value + ") AS text), '{}')"
	},
	Elements: func(array string) string { return "json_array_elements(CAST(" + array + " AS json))" },
	Numbers: func(array string) string {
		return "(SELECT unnest(CAST(translate(" + array + ", '[]', '{}') AS bigint[])) AS value)"
	},
	Texts: func(array string) string { return "json_array_elements_text(CAST(" + array + " AS json))" },
	Field: func(object string, names ...string) string {
		return "CAST(" + object + " AS json) #>> '{" + strings.Join(names, ",") + "}'"
	},
}

// Keys of advisory locks. Advisory locks are local to a database.
const (
	writeLock   = 0x436c4174_01
	migrateLock = 0x436c4174_02
	makeLock    = 0x436c4174_10
	objectsLock = 0x436c4174_04
)

// Classes of advisory locks for benchmarks, used as the first key; the second key is a hash of the
// benchmark's slug.
const (
	benchmarkLocks = 0x436c01
	rebuildLocks   = 0x436c02
)

// begin begins a write transaction and locks a benchmark, or all of them if benchmark is empty. It
// returns an error if this process has lost its lock on rebuilding the leaderboards.
func (db *DB) begin(ctx context.Context, w *sqlx.DB, benchmark string) (*sqlx.Tx, error) {
	tx, err := w.BeginTxx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if benchmark == "" {
		_, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", writeLock)
	} else if _, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock_shared(?)", writeLock); err == nil {
		_, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?, hashtext(?))", benchmarkLocks, benchmark)
	}
	if err == nil {
		err = db.stillRebuilds(ctx, benchmark)
	}
	if err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// numberOn advances all sequences beyond the highest existing ids.
func numberOn(ctx context.Context, tx *sqlx.Tx, lastRun int64) error {
	type numbered struct{ Tbl, Col, Seq string }
	const q = `SELECT table_name AS tbl, column_name AS col, pg_get_serial_sequence('main.' || table_name, column_name) AS seq
FROM information_schema.columns
WHERE table_schema = 'main'
  AND is_identity = 'YES'
UNION ALL
VALUES ('raws', 'id', 'main.raw_ids'), ('runs', 'id', 'main.run_ids')`
	list, err := sqlstore.ListOf[numbered](ctx, tx, "list sequences", q)
	if err != nil {
		return err
	}
	for _, n := range list {
		least := int64(0)
		if n.Tbl == "runs" {
			least = lastRun
		}
		set := "SELECT setval('" + n.Seq + "', GREATEST(CAST(? AS bigint), (SELECT COALESCE(max(" + n.Col + "), 0) FROM main." + n.Tbl +
			")) + 1, false)"
		if _, err := tx.ExecContext(ctx, set, least); err != nil {
			return sqlstore.MapError("number "+n.Tbl+" on", err)
		}
	}
	return nil
}
