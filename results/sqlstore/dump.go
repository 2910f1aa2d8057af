package sqlstore

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"
)

// names say what a row is called by instead of by its id, which depends on the
// order in which rows came. Each is a query over the ids of one column.
var names = map[string]string{
	"benchmark_id": `SELECT slug FROM benchmarks WHERE id = %s`,
	"model_id":     `SELECT slug FROM models WHERE id = %s`,
	"run_id":       `SELECT slug FROM runs WHERE id = %s`,
	"source_id":    `SELECT slug FROM figure_sources WHERE id = %s`,
	"scenario_id":  `SELECT b.slug || '/' || s.slug FROM scenarios s JOIN benchmarks b ON b.id = s.benchmark_id WHERE s.id = %s`,
	"task_id":      `SELECT s.slug || '/' || t.slug FROM tasks t JOIN scenarios s ON s.id = t.scenario_id WHERE t.id = %s`,
	"trial_id":     TrialName,
	"raw_id":       RawName,
}

// TrialName says what a trial is called by, as a query over an id.
const TrialName = `SELECT r.slug || '/' || s.slug || '/' || k.slug || '#' || t.attempt FROM trials t JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id JOIN scenarios s ON s.id = k.scenario_id WHERE t.id = %s`

// RawName says what a raw record is called by, as a query over an id.
const RawName = `SELECT r.slug || '/' || COALESCE(CAST(w.trial_id - (SELECT min(id) FROM trials WHERE run_id = r.id) AS text), '') || '/' || w.name FROM raws w JOIN runs r ON r.id = w.run_id WHERE w.id = %s`

// passing holds the columns that tell when and in which order something came to
// be, and not what it is.
var passing = []string{"id", "ingested_at", "first_step", "revision", "at", "origin"}

// DumpTable writes the rows of a table with these columns, one a line and sorted. Ids
// are replaced by names; times of ingest and stamps are left out.
func DumpTable(ctx context.Context, db sqlx.QueryerContext, w io.Writer, table string, columns []string) error {
	var list []string
	for _, c := range columns {
		name, byID := names[c]
		switch {
		case table == "steps" && c == "id":
			list = append(list, "id - (SELECT first_step FROM trials t WHERE t.id = trial_id) AS n")
		case slices.Contains(passing, c):
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
		query += " WHERE key NOT IN (" + ownMeta + ")"
	}
	return DumpRows(ctx, db, w, table, query)
}

// DumpRows writes the rows of a query, one a line and sorted.
func DumpRows(ctx context.Context, db sqlx.QueryerContext, w io.Writer, table, query string) error {
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
			case bool: // SQLite has numbers for them
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
