package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"
	"github.com/jmoiron/sqlx"
	_ "github.com/mattn/go-sqlite3" // registers the driver "sqlite3"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Sound runs Examine and returns an error with the faults that it finds.
func Sound(ctx context.Context, db interface {
	Examine(ctx context.Context) (*sqlstore.Examined, error)
}) error {
	x, err := db.Examine(ctx)
	if err == nil && len(x.Faults) > 0 {
		err = errors.New(strings.Join(x.Faults, "; "))
	}
	return err
}

// Dump writes all tables of a database as sorted text, so that databases with equal content have
// equal dumps. It writes names instead of ids, and omits times and revisions. at is a file name or
// the URL of a database on a server.
func Dump(ctx context.Context, at string, w io.Writer) error {
	server := strings.HasPrefix(at, "postgres:")
	driver, list := "sqlite3", `SELECT t.name AS "table", c.name AS "column"
FROM sqlite_schema t
JOIN pragma_table_info(t.name) c
WHERE t.type = 'table'
ORDER BY t.name, c.cid`
	if server {
		driver, list = "pgx", `SELECT table_name AS "table", column_name AS "column"
FROM information_schema.columns
WHERE table_schema = 'main'
ORDER BY table_name COLLATE "C", ordinal_position`
	} else {
		at = "file:" + at + "?mode=ro&_busy_timeout=5000"
	}
	db, err := sqlx.ConnectContext(ctx, driver, at)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables and settings exist only in one connection
	if server {
		if _, err := db.ExecContext(ctx, "SET search_path = main"); err != nil { // include hidden runs
			return err
		}
	}
	var columns []struct{ Table, Column string }
	if err := db.SelectContext(ctx, &columns, list); err != nil {
		return err
	}
	for len(columns) > 0 {
		var names []string
		table := columns[0].Table
		for ; len(columns) > 0 && columns[0].Table == table; columns = columns[1:] {
			names = append(names, columns[0].Column)
		}
		if slices.Contains(skipped, table) || strings.HasPrefix(table, "step_text") || strings.HasPrefix(table, "sqlite_") {
			continue
		}
		query := rowsByName(table, names, server)
		if table == "body_pieces" {
			query = piecesByName
		}
		if err := dumpRows(ctx, db, w, table, query); err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
	}
	if server {
		return nil
	}
	for _, b := range [][4]string{{"trace_frames", "trial_id", "frame", trialName}, {"raw_chunks", "raw_id", "seq", rawName}} {
		if err := dumpBodies(ctx, db, w, b[0], b[1], b[2], b[3]); err != nil {
			return fmt.Errorf("dump %s: %w", b[0], err)
		}
	}
	return dumpText(ctx, db, w)
}

// skipped lists tables that depend on the history of a database, and tables that are dumped in
// another way.
var skipped = []string{"changes", "board_states", "state_rows", "state_places", "dropped_objects", "schema_version", "trace_frames",
	"raw_chunks", "body_blocks"}

// names maps columns with ids to queries that return the name for an id.
var names = map[string]string{
	"benchmark_id": `SELECT slug FROM benchmarks WHERE id = %s`,
	"model_id":     `SELECT slug FROM models WHERE id = %s`,
	"run_id":       `SELECT slug FROM main.runs WHERE id = %s`,
	"source_id":    `SELECT slug FROM figure_sources WHERE id = %s`,
	"scenario_id":  `SELECT b.slug || '/' || s.slug FROM scenarios s JOIN benchmarks b ON b.id = s.benchmark_id WHERE s.id = %s`,
	"task_id":      `SELECT s.slug || '/' || t.slug FROM tasks t JOIN scenarios s ON s.id = t.scenario_id WHERE t.id = %s`,
	"trial_id":     trialName,
	"raw_id":       rawName,
}

// trialName is a query for the name of the trial with a given id.
const trialName = `SELECT r.slug || '/' || s.slug || '/' || k.slug || '#' || t.attempt FROM trials t JOIN main.runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id JOIN scenarios s ON s.id = k.scenario_id WHERE t.id = %s`

// rawName is a query for the name of the raw record with a given id.
const rawName = `SELECT r.slug || '/' || COALESCE(CAST(w.trial_id - (SELECT min(id) FROM trials WHERE run_id = r.id) AS text), '') || '/' || w.name FROM raws w JOIN main.runs r ON r.id = w.run_id WHERE w.id = %s`

// piecesByName is a query for the pieces of blobs, with the name of the trial or raw record instead
// of its id.
var piecesByName = `SELECT kind,
  CASE kind WHEN 'trace' THEN (` + fmt.Sprintf(trialName, "p.body_id") + `)
  ELSE (` + fmt.Sprintf(rawName, "p.body_id") + `) END AS body,
  n, (SELECT slug FROM runs WHERE id = p.run_id) AS run, ordinal, start, length, size, sum
FROM body_pieces p`

// passing lists the columns that contain times or depend on the order of insertion.
var passing = []string{"id", "ingested_at", "first_step", "revision", "at", "origin"}

// rowsByName returns a query for the rows of a table, with names instead of ids.
func rowsByName(table string, columns []string, server bool) string {
	var list []string
	for _, c := range columns {
		name, byID := names[c]
		switch {
		case table == "steps" && c == "id":
			list = append(list, "id - (SELECT first_step FROM trials t WHERE t.id = trial_id) AS n")
		case slices.Contains(passing, c), server && c == "run_id" && slices.Contains(sqlstore.RunNamed, table): // omit the column; run_id repeats a part of the row's key
		case byID:
			list = append(list, "("+fmt.Sprintf(name, table+"."+c)+") AS "+c)
		case c == "stale":
			list = append(list, "stale <> 0 AS stale")
		default:
			list = append(list, `"`+c+`"`)
		}
	}
	query := "SELECT " + strings.Join(list, ", ") + " FROM " + table
	if table == "meta" {
		query += " WHERE key NOT IN ('id', 'all', 'base', 'last_run')"
	}
	return query
}

// dumpRows writes the rows of a query in sorted order, one per line.
func dumpRows(ctx context.Context, db sqlx.QueryerContext, w io.Writer, table, query string) error {
	rows, err := db.QueryxContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var lines []string
	for rows.Next() {
		values, err := rows.SliceScan()
		if err != nil {
			return err
		}
		line := table
		for i, v := range values {
			switch x := v.(type) {
			case []byte:
				v = fmt.Sprintf("%d bytes %x", len(x), sha256.Sum256(x))
			case bool: // as a number, like in SQLite
				v = 0
				if x {
					v = 1
				}
			}
			line += fmt.Sprintf("\t%s=%q", columns[i], fmt.Sprint(v))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	for _, line := range lines {
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return rows.Err()
}

// tagName is an expression that replaces the id in a tag of the full-text index with a name.
const tagName = `CASE
    WHEN w.col = 'tags' AND w.term GLOB '·b[0-9]*' THEN (SELECT 'benchmark ' || slug FROM benchmarks WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    WHEN w.col = 'tags' AND w.term GLOB '·s[0-9]*' THEN (SELECT 'scenario ' || slug FROM scenarios WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    WHEN w.col = 'tags' AND w.term GLOB '·k[0-9]*' THEN (SELECT 'task ' || slug FROM tasks WHERE id = CAST(substr(w.term, 3) AS INTEGER))
    ELSE w.term
  END`

// dumpBodies writes the decompressed pieces of blobs, regardless of how they are stored.
func dumpBodies(ctx context.Context, db *sqlx.DB, w io.Writer, table, of, n, name string) error {
	var list []struct {
		Of    string
		N     int
		Size  int
		Start int
		Whole int
		Block []byte
	}
	q := "SELECT COALESCE((" + fmt.Sprintf(name, "p."+of) + "), '') AS of, p." + n +
		" AS n, p.size, p.start, b.size AS whole, b.data AS block\nFROM " +
		table + " p\nJOIN body_blocks b ON b.id = p.block"
	if err := db.SelectContext(ctx, &list, q); err != nil {
		return err
	}
	var lines []string
	for _, p := range list {
		data, err := blob.Unpack(p.Block, p.Whole)
		if err == nil {
			data, err = blob.Cut(data, p.Start, p.Size)
		}
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s\t%s=%q\t%s=%d\tsize=%d\tdata=%x\n", table, of, p.Of, n, p.N, p.Size, sha256.Sum256(data)))
	}
	slices.Sort(lines)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

func dumpText(ctx context.Context, conn *sqlx.DB, w io.Writer) error {
	if _, err := conn.ExecContext(ctx, "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, step_text, instance)"); err != nil {
		return err
	}
	query := `SELECT (` + fmt.Sprintf(trialName, "s.trial_id") + `) AS trial, s.id - t.first_step AS n, w.col, w.offset, ` + tagName + ` AS term
FROM temp.words w
LEFT JOIN steps s ON s.id = w.doc
LEFT JOIN trials t ON t.id = s.trial_id`
	return dumpRows(ctx, conn, w, "step_text", query)
}
