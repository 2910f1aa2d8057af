package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Source is an open database from which rows are copied. It reads a single snapshot and may belong
// to any store.
type Source interface{ rows() *DB }

func (db *DB) rows() *DB { return db }

// carried lists the tables that cannot be rebuilt from stored records; referenced tables precede
// the ones that reference them. Rows keep their keys, because URLs contain them.
var carried = []struct {
	table string
	less  []string // columns that are not copied, because the target has its own values
	as    []string // name of a column that is set to another value, and that value
}{
	{table: "models"},
	{table: "model_aliases"},
	{table: "benchmarks", less: []string{"revision"}},
	{table: "scenarios"},
	{table: "tasks"},
	{table: "figure_sources"},
	{table: "figures"},
	{table: "stat_tables"},
	{table: "worlds"},
	{table: "world_states"},
	{table: "withdrawn"},
	{table: "runs", as: []string{"reader", "''"}}, // the target's importer has not imported these records
	{table: "run_metrics"},
	{table: "raws", less: []string{"trial_id"}},
	{table: "warnings"},
	{table: "boards"},
	{table: "board_rows"},
	{table: "board_places"},
	{table: "changes"},
	{table: "board_states"},
	{table: "state_rows"},
	{table: "state_places"},
}

// noteCopy is the key of the note that stores the id and revision of the source during a copy.
const noteCopy = "copy"

// CarryFrom copies everything that cannot be rebuilt from stored records into an empty database, in
// one transaction. Reader is empty in the copied runs. It does nothing if a copy of the same
// content was started before.
func (db *DB) CarryFrom(ctx context.Context, from Source) error {
	source := from.rows()
	if db.w == nil {
		return fmt.Errorf("copy: %w", results.ErrReadOnly)
	}
	theirs, half, err := source.content(ctx)
	switch {
	case err != nil:
		return err
	case half != "":
		return fmt.Errorf("copy: the source is itself an incomplete copy: %w", results.ErrConflict)
	}
	ours, begun, err := db.content(ctx)
	switch {
	case err != nil:
		return err
	case strings.Fields(ours)[0] == strings.Fields(theirs)[0]:
		return fmt.Errorf("copy: source and target are the same database, or one is a backup of the other: %w", results.ErrConflict)
	case begun == theirs:
		return nil
	case begun != "":
		return fmt.Errorf("copy: the target is an incomplete copy of a different database or state; use an empty one: %w",
			results.ErrConflict)
	}
	var used bool
	const q = "SELECT EXISTS (SELECT 1 FROM main.benchmarks) OR EXISTS (SELECT 1 FROM main.models) OR EXISTS (SELECT 1 FROM main.withdrawn)"
	if err := db.r.GetContext(ctx, &used, q); err != nil {
		return MapError("look into the target", err)
	}
	if used {
		return fmt.Errorf("copy: the target has content of its own; copy into an empty database: %w", results.ErrConflict)
	}
	var last int64
	if err := source.r.GetContext(ctx, &last, source.dialect.LastRun); err != nil {
		return MapError("read number of runs", err)
	}
	notes, err := mapOf[string, string](ctx, source.r, "read notes", "SELECT key, value FROM main.meta WHERE key LIKE '"+notePrefix+"%'")
	if err != nil {
		return err
	}
	return db.inTx(ctx, "copy", noBenchmark, func(tx *sqlx.Tx) error {
		for i := range carried {
			if err := carry(ctx, source.r, tx, i); err != nil {
				return fmt.Errorf("copy %s: %w", carried[i].table, err)
			}
		}
		for key, value := range notes {
			if err := saveNote(ctx, tx, strings.TrimPrefix(key, notePrefix), value); err != nil && !errors.Is(err, errSame) {
				return err
			}
		}
		return cmp.Or(db.dialect.NumberOn(ctx, tx, last), saveNote(ctx, tx, noteCopy, theirs))
	})
}

// content returns the id and the revision of the database. half is the id and revision of the
// source of an unfinished copy; empty if there is none.
func (db *DB) content(ctx context.Context) (is, half string, err error) {
	own, err := mapOf[string, string](ctx, db.r, "read id", "SELECT key, value FROM main.meta WHERE key IN ('id', 'all', "+
		"'"+notePrefix+noteCopy+"')")
	return own["id"] + " " + own["all"], own[notePrefix+noteCopy], err
}

// HalfCopied reports whether the database contains an unfinished copy.
func (db *DB) HalfCopied(ctx context.Context) (bool, error) {
	note, err := db.Note(ctx, noteCopy)
	return note != "", err
}

// EndCopy completes a copy. It removes the runs in unread, which could not be imported, and stores
// the reason; at is the time in Unix milliseconds.
func (db *DB) EndCopy(ctx context.Context, unread []string, reason string, at int64) error {
	return db.inTx(ctx, "end copy", noBenchmark, func(tx *sqlx.Tx) error {
		for _, slug := range unread {
			r, err := findStored(ctx, tx, slug)
			if err != nil {
				return err
			}
			if r.Hidden { // a hidden run must not be mentioned
				err = cmp.Or(leaveStates(ctx, tx, slug, false), forgetChanges(ctx, tx, r.Of, slug))
			} else { // snapshots of leaderboards still contain the run
				err = cmp.Or(keepWithdrawal(ctx, tx, r, reason, at, mayReturn+r.Digest),
					logChange(ctx, tx, results.Change{At: at, Kind: results.ChangeWithdrawn, Benchmark: r.Of, Run: slug, Detail: reason}))
			}
			if err := cmp.Or(err, deleteRun(ctx, tx, db.parts, r)); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "end copy", "DELETE FROM meta WHERE key = ?", notePrefix+noteCopy)
	})
}

// column is a column of a table. bool is set for columns of type BOOL, whose values SQLite returns
// as integers.
type column struct {
	name string
	bool bool
}

func columnsOf(ctx context.Context, db sqlx.QueryerContext, table string) ([]column, error) {
	rows, err := db.QueryContext(ctx, "SELECT * FROM main."+table+" WHERE 1 = 0")
	if err != nil {
		return nil, MapError("list columns", err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, MapError("list columns", err)
	}
	var list []column
	for _, t := range types {
		list = append(list, column{t.Name(), t.DatabaseTypeName() == "BOOL"})
	}
	return list, MapError("list columns", rows.Err())
}

const carriedAtOnce = 8

// carry copies the rows of a table, with the columns that both databases have.
func carry(ctx context.Context, from sqlx.QueryerContext, tx *sqlx.Tx, i int) error {
	c := carried[i]
	theirs, err := columnsOf(ctx, from, c.table)
	if err != nil {
		return err
	}
	ours, err := columnsOf(ctx, tx, c.table)
	if err != nil {
		return err
	}
	var names, values []string
	var is []column
	for _, x := range ours {
		there := slices.ContainsFunc(theirs, func(t column) bool { return t.name == x.name })
		if !there || slices.Contains(c.less, x.name) {
			continue
		}
		name := `"` + x.name + `"`
		names, is = append(names, name), append(is, x)
		if slices.Contains(c.as, x.name) {
			name = c.as[1]
		}
		values = append(values, name)
	}
	rows, err := from.QueryxContext(ctx, "SELECT "+strings.Join(values, ", ")+" FROM main."+c.table)
	if err != nil {
		return MapError("read rows", err)
	}
	defer rows.Close()
	to := NewBatch(tx, "main."+c.table, strings.Join(names, ", "), carriedAtOnce)
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			return MapError("read rows", err)
		}
		for i, v := range row {
			switch x := v.(type) {
			case int64:
				if is[i].bool {
					row[i] = x != 0
				}
			case string:
				row[i] = cleanText(x) // an older program may have stored invalid text
			}
		}
		if err := to.Add(ctx, row...); err != nil {
			return err
		}
	}
	return cmp.Or(MapError("read rows", rows.Err()), to.Flush(ctx))
}
