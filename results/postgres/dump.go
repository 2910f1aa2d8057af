package postgres

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// piecesByName are the pieces of bodies, with what they are of instead of its id.
var piecesByName = `SELECT kind,
  CASE kind WHEN 'trace' THEN (` + fmt.Sprintf(sqlstore.TrialName, "p.body_id") + `)
  ELSE (` + fmt.Sprintf(sqlstore.RawName, "p.body_id") + `) END AS body,
  n, (SELECT slug FROM runs WHERE id = p.run_id) AS run, ordinal, start, length, size, sum
FROM body_pieces p`

// Dump writes the content of all tables as text, as that of results/sqlite does:
// stores with the same content have the same dumps but for what only one of them has.
func (db *DB) Dump(ctx context.Context, w io.Writer) error {
	all := pool(db.config, writerPath, true) // hidden runs too
	defer all.Close()
	tables, err := sqlstore.ListOf[string](ctx, all, "dump database", `SELECT table_name
FROM information_schema.tables
WHERE table_schema = 'main'
  AND table_name NOT IN ('changes', 'dropped_objects', 'board_states', 'state_rows', 'state_places', 'schema_version', 'step_text', 'step_text_pieces') -- they tell the way, and not what is there
ORDER BY table_name COLLATE "C"`)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if table == "body_pieces" {
			if err := sqlstore.DumpRows(ctx, all, w, table, piecesByName); err != nil {
				return sqlstore.MapError("dump "+table, err)
			}
			continue
		}
		columns, err := sqlstore.ListOf[string](ctx, all, "dump "+table, `SELECT column_name
FROM information_schema.columns
WHERE table_schema = 'main'
  AND table_name = ?
ORDER BY ordinal_position`, table)
		if err != nil {
			return err
		}
		if slices.Contains(sqlstore.RunNamed, table) { // its key says the same
			columns = slices.DeleteFunc(columns, func(c string) bool { return c == "run_id" })
		}
		if err := sqlstore.DumpTable(ctx, all, w, table, columns); err != nil {
			return sqlstore.MapError("dump "+table, err)
		}
	}
	return nil
}
