package sqlite

import (
	"context"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// dialect is what SQLite does in its own way.
var dialect = sqlstore.Dialect{
	Begin: begin,
	NextRun: `UPDATE meta
SET value = CAST(value AS BIGINT) + 1
WHERE key = 'last_run'
RETURNING CAST(value AS BIGINT)`,
	NextRaws: `WITH RECURSIVE n(i) AS (SELECT 1 WHERE ?1 > 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
SELECT (SELECT COALESCE(max(id), 0) FROM raws) + i
FROM n`,
	LastRun:  "SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'last_run'",
	NumberOn: numberOn,
	Day:      func(column string) string { return "date(" + column + " / 1000, 'unixepoch')" },
	Object:   func(key, value string) string { return "json_group_object(" + key + ", " + value + ")" },
	Elements: eachOf,
	Texts:    eachOf,
	Numbers:  eachOf,
	Until:    func(string, string) string { return "" },
	Field: func(object string, names ...string) string {
		return object + " ->> '$." + strings.Join(names, ".") + "'"
	},
}

// numberOn numbers runs on: the other tables have the keys behind their last rows.
func numberOn(ctx context.Context, tx *sqlx.Tx, lastRun int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE meta SET value = max(CAST(value AS BIGINT), ?) WHERE key = 'last_run'", lastRun)
	return sqlstore.MapError("number runs on", err)
}

func eachOf(array string) string { return "json_each(" + array + ")" }
