package postgres

import (
	"context"
	"strings"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// analyze updates the planner's statistics of tables that more than doubled, minutes before the server would.
func (db *DB) analyze(ctx context.Context) error {
	const grown = `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'main'
  AND c.relkind = 'r'
  AND pg_relation_size(c.oid) > GREATEST(65536, 2 * CAST(c.relpages AS bigint) * CAST(current_setting('block_size') AS bigint))
ORDER BY c.relname`
	tables, err := sqlstore.ListOf[string](ctx, db.w, "list tables that have grown", grown)
	if err != nil || len(tables) == 0 {
		return err
	}
	_, err = db.w.ExecContext(ctx, "ANALYZE "+strings.Join(tables, ", "))
	return sqlstore.MapError("look at tables that have grown", err)
}
