package sqlite

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Dump writes the content of all tables as text, one row a line and sorted:
// equal dumps are equal databases, whenever and in whatever order they were
// filled. Ids are replaced by names; times of ingest and stamps are left out.
func (db *DB) Dump(ctx context.Context, w io.Writer) error {
	conn, err := connect(ctx, dsn(db.path, "mode=ro&_busy_timeout=5000"))
	if err != nil {
		return sqlstore.MapError("dump database", err)
	}
	defer conn.Close()
	conn.SetMaxOpenConns(1) // temporary tables are a connection's own
	tables := []string{}
	const q = `SELECT name
FROM sqlite_schema
WHERE type = 'table'
  AND name NOT IN ('changes', 'board_states', 'state_rows', 'state_places') -- they tell the way, and not what is there
  AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
  AND name NOT IN ('trace_frames', 'raw_chunks', 'body_blocks')
  AND name NOT LIKE 'step\_text%' ESCAPE '\'
ORDER BY name`
	if err := conn.SelectContext(ctx, &tables, q); err != nil {
		return sqlstore.MapError("dump database", err)
	}
	for _, table := range tables {
		columns, err := sqlstore.ListOf[string](ctx, conn, "list columns", "SELECT name FROM pragma_table_info(?) ORDER BY cid", table)
		if err != nil {
			return err
		}
		if err := sqlstore.DumpTable(ctx, conn, w, table, columns); err != nil {
			return sqlstore.MapError("dump "+table, err)
		}
	}
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		if err := dumpBodies(ctx, conn, w, kind); err != nil {
			return err
		}
	}
	if err := dumpText(ctx, conn, w); err != nil {
		return sqlstore.MapError("dump text index", err)
	}
	return nil
}

// tagName is a word of the index; the tags that have a number in them, which means
// nothing outside this file, are named by what it is the number of.
const tagName = `CASE
    WHEN w.col = 'tags' AND w.term GLOB '·b[0-9]*' THEN (SELECT 'benchmark ' || slug FROM benchmarks WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    WHEN w.col = 'tags' AND w.term GLOB '·s[0-9]*' THEN (SELECT 'scenario ' || slug FROM scenarios WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    WHEN w.col = 'tags' AND w.term GLOB '·k[0-9]*' THEN (SELECT 'task ' || slug FROM tasks WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    ELSE w.term
  END`

// dumpBodies writes the pieces of bodies as they were before packing, wherever they lie.
func dumpBodies(ctx context.Context, conn *sqlx.DB, w io.Writer, kind blob.Kind) error {
	table, of, n := blobTable(kind)
	name := sqlstore.TrialName
	if kind == blob.Raw {
		name = sqlstore.RawName
	}
	type body struct {
		ID   int64
		Name string
	}
	list, err := sqlstore.ListOf[body](ctx, conn, "list bodies", "SELECT DISTINCT "+of+" AS id, ("+fmt.Sprintf(name, of)+") AS name\nFROM "+table)
	if err != nil {
		return err
	}
	names, ids := map[int64]string{}, []int64{}
	for _, b := range list {
		names[b.ID], ids = b.Name, append(ids, b.ID)
	}
	var lines []string
	err = blobRows{conn, recent.New[[]byte](blocksKept)}.Each(ctx, kind, ids, func(p blob.Piece) error {
		data, err := p.Cut(0, -1)
		lines = append(lines, fmt.Sprintf("%s\t%s=%q\t%s=%d\tsize=%d\tdata=%x\n", table, of, names[p.Of], n, p.N, p.Size, sha256.Sum256(data)))
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(lines)
	_, err = io.WriteString(w, strings.Join(lines, ""))
	return err
}

func dumpText(ctx context.Context, conn *sqlx.DB, w io.Writer) error {
	if _, err := conn.ExecContext(ctx, "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, step_text, instance)"); err != nil {
		return err
	}
	query := `SELECT (` + fmt.Sprintf(sqlstore.TrialName, "s.trial_id") + `) AS trial, s.id - t.first_step AS n, w.col, w.offset, ` + tagName + ` AS term
FROM temp.words w
LEFT JOIN steps s ON s.id = w.doc
LEFT JOIN trials t ON t.id = s.trial_id`
	return sqlstore.DumpRows(ctx, conn, w, "step_text", query)
}
