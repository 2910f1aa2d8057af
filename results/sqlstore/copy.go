package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Source is an open database of any store that embeds one of this package. It must be
// read at one moment.
type Source interface{ rows() *DB }

func (db *DB) rows() *DB { return db }

// Copied says what a copy has done, and what is the same on both sides at its end.
type Copied struct {
	Runs    int   // on both sides, hidden ones too
	Written int   // of them, now
	Gone    int   // runs of an earlier copy that the source has otherwise or no longer
	Rows    int64 // compared
	Bodies  int64 // pieces compared
	Bytes   int64 // of them, packed
}

// Under copyNote a database notes what it is a copy of: the id of the source, the stamp
// of its own content when it was last written to by a copy, and whether the copy is
// whole. copyKey is the note among what the database says of itself.
const (
	copyNote = "copy"
	copyKey  = notePrefix + copyNote
)

// The states of a copy.
const (
	copyHalf  = "half"
	copyWhole = "whole"
)

// CopyFrom makes the database one with the content of another one: all runs, hidden
// ones too, with the keys that they have there, and all that is shared. It has an id and
// stamps of its own. Each run comes in one transaction, the boards in the last one. At
// the end both sides are the same by the digests of each run and by all other rows, or
// the error says what is not.
//
// The database must be empty, or a copy of the same source that nobody else has written
// to: then what is there already stays, so that a copy that was broken off goes on.
// tell is told how many runs are done, of how many.
func (db *DB) CopyFrom(ctx context.Context, from Source, tell func(done, all int)) (Copied, error) {
	c := &copier{from: from.rows(), to: db, tell: tell, columns: map[string]columns{}}
	err := c.copy(ctx)
	return c.done, err
}

// BeginFrom makes an empty database one with the content of another one, as CopyFrom, but
// no copy that is to follow the other.
func (db *DB) BeginFrom(ctx context.Context, from Source) error {
	if _, err := db.CopyFrom(ctx, from, func(int, int) {}); err != nil {
		return err
	}
	return db.inTx(ctx, "end copy", noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "DELETE FROM meta WHERE key = '"+copyKey+"'"))
	})
}

// origin is what a database says of itself: its id, the stamp of its content, and what is
// under copyNote. That is empty if it is no copy.
type origin struct {
	id, stamp             string
	source, copied, state string
}

func (db *DB) origin(ctx context.Context) (o origin, err error) {
	own, err := mapOf[string, string](ctx, db.r, "read id", "SELECT key, value FROM main.meta WHERE key IN ('id', 'all', '"+copyKey+"')")
	o.id, o.stamp = own["id"], own["all"]
	if note := strings.Fields(own[copyKey]); len(note) == 3 {
		o.source, o.copied, o.state = note[0], note[1], note[2]
	}
	return o, err
}

// HalfCopied reports whether a copy into the database has not come to its end.
func (db *DB) HalfCopied(ctx context.Context) (bool, error) {
	o, err := db.origin(ctx)
	return o.state == copyHalf, err
}

// OnlyCopied reports whether the database is a copy that nobody else has written to
// since.
func (db *DB) OnlyCopied(ctx context.Context) (bool, error) {
	o, err := db.origin(ctx)
	return o.state != "" && o.copied == o.stamp, err
}

// copier makes one copy.
type copier struct {
	from, to *DB
	tell     func(done, all int)
	source   string // id of the source
	stamp    string // of the content of the target, after its last write
	state    string // empty before the first write
	columns  map[string]columns
	done     Copied
}

func (c *copier) copy(ctx context.Context) error {
	if c.to.w == nil {
		return fmt.Errorf("copy: %w", results.ErrReadOnly)
	}
	if err := errors.Join(c.admit(ctx), c.readColumns(ctx)); err != nil {
		return err
	}
	if err := c.forgetOthers(ctx); err != nil {
		return err
	}
	if err := c.share(ctx, copiedFirst); err != nil {
		return err
	}
	if err := c.copyRuns(ctx); err != nil {
		return err
	}
	if err := c.share(ctx, copiedLast); err != nil {
		return err
	}
	for _, t := range slices.Concat(copiedFirst, copiedLast) {
		if err := c.compare(ctx, t); err != nil {
			return err
		}
	}
	return c.finish(ctx)
}

// admit looks whether the target may become a copy of the source.
func (c *copier) admit(ctx context.Context) error {
	from, err := c.from.origin(ctx)
	if err != nil {
		return err
	}
	to, err := c.to.origin(ctx)
	if err != nil {
		return err
	}
	c.source, c.stamp, c.state = from.id, to.stamp, to.state
	switch {
	case c.source == to.id:
		return fmt.Errorf("copy: source and target are the same database, or one is a backup of the other: %w", results.ErrConflict)
	case from.state == copyHalf:
		return fmt.Errorf("copy: the source is itself a copy that is not whole; make it whole first: %w", results.ErrConflict)
	case to.state == "":
		return c.empty(ctx)
	case to.source != c.source:
		return fmt.Errorf("copy: the target is a copy of another database: %w", results.ErrConflict)
	case to.copied != c.stamp:
		return fmt.Errorf("copy: the target has been written to since it was copied; copy into an empty database: %w", results.ErrConflict)
	}
	return nil
}

// empty holds that nothing is in the target.
func (c *copier) empty(ctx context.Context) error {
	var used bool
	const q = "SELECT EXISTS (SELECT 1 FROM main.benchmarks) OR EXISTS (SELECT 1 FROM main.models) OR EXISTS (SELECT 1 FROM main.withdrawn) OR EXISTS (SELECT 1 FROM main.changes)"
	if err := c.to.r.GetContext(ctx, &used, q); err != nil {
		return MapError("look into the target", err)
	}
	if used {
		return fmt.Errorf("copy: the target has content of its own; copy into an empty database, and ingest records into one that has others: %w", results.ErrConflict)
	}
	return nil
}

// readColumns holds that both sides have the same tables.
func (c *copier) readColumns(ctx context.Context) error {
	for _, t := range slices.Concat(copiedFirst, copiedOfRun, copiedLast) {
		theirs, err := columnsOf(ctx, c.from.r, t)
		if err != nil {
			return err
		}
		ours, err := columnsOf(ctx, c.to.r, t)
		if err != nil {
			return err
		}
		if !slices.Equal(ours.names, theirs.names) {
			return fmt.Errorf("copy: the table %s has the columns %q, and %q in the target: %w", t.table, theirs.names, ours.names,
				results.ErrInvalid)
		}
		c.columns[t.table] = ours
	}
	return nil
}

// write runs fn in a transaction of the target and stamps what it changes: the pages of
// a benchmark, or all pages if it is empty.
func (c *copier) write(ctx context.Context, benchmark string, fn func(*sqlx.Tx) error) error {
	return c.writeAs(ctx, benchmark, copyHalf, fn)
}

func (c *copier) writeAs(ctx context.Context, benchmark, state string, fn func(*sqlx.Tx) error) error {
	tx, err := c.to.begin(ctx, benchmark)
	if err != nil {
		return MapError("copy", err)
	}
	defer tx.Rollback()
	var now string
	if err := tx.GetContext(ctx, &now, "SELECT value FROM meta WHERE key = 'all'"); err != nil {
		return MapError("read stamp", err)
	}
	if now != c.stamp {
		return fmt.Errorf("copy: another program has written to the target meanwhile: %w", results.ErrConflict)
	}
	switch err := fn(tx); {
	case errors.Is(err, errSame):
		return nil
	case err != nil:
		return err
	}
	about := concern{benchmark}
	if benchmark == "" {
		about = concern{}
		if _, err := tx.ExecContext(ctx, "UPDATE meta SET value = ? WHERE key = 'base'", newStamp()); err != nil {
			return MapError("stamp database", err)
		}
	}
	stamp, err := about.stamp(ctx, tx)
	if err != nil {
		return err
	}
	if err := saveNote(ctx, tx, copyNote, c.source+" "+stamp+" "+state); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return MapError("copy", err)
	}
	c.stamp, c.state = stamp, state
	return nil
}

// share makes tables that all runs share those of the source. What is gone there goes
// before anything comes, so that a name is free that another row has now.
func (c *copier) share(ctx context.Context, tables []copied) error {
	return c.write(ctx, "", func(tx *sqlx.Tx) error {
		changed := false
		for _, t := range slices.Backward(tables) {
			n, err := c.deleteGone(ctx, tx, t)
			if err != nil {
				return err
			}
			changed = changed || n > 0
		}
		for _, t := range tables {
			n, err := c.overwrite(ctx, tx, t)
			if err != nil {
				return err
			}
			changed = changed || n > 0
		}
		if !changed {
			return errSame
		}
		return nil
	})
}

func (c *copier) deleteGone(ctx context.Context, tx *sqlx.Tx, t copied) (n int, err error) {
	cols := c.columns[t.table]
	var keys []string
	for _, name := range cols.names[:cols.keys] {
		keys = append(keys, `"`+name+`" = ?`)
	}
	q := "DELETE FROM main." + t.table + " WHERE " + strings.Join(keys, " AND ")
	_, err = eachDifference(ctx, c.from.r, c.to.r, t, cols, func(theirs, ours []any) error {
		if theirs != nil {
			return nil
		}
		n++
		return exec(ctx, tx, "delete from "+t.table, q, ours[:cols.keys]...)
	})
	return n, err
}

func (c *copier) overwrite(ctx context.Context, tx *sqlx.Tx, t copied) (n int, err error) {
	cols := c.columns[t.table]
	to := newRowWriter(tx, t, cols)
	to.overwrite(t)
	_, err = eachDifference(ctx, c.from.r, c.to.r, t, cols, func(theirs, _ []any) error {
		if theirs == nil {
			return nil
		}
		n++
		return to.add(ctx, theirs)
	})
	if err != nil {
		return n, err
	}
	return n, to.flush(ctx)
}

// compare holds that a shared table is the same on both sides.
func (c *copier) compare(ctx context.Context, t copied) error {
	cols := c.columns[t.table]
	n, err := eachDifference(ctx, c.from.r, c.to.r, t, cols, func(theirs, ours []any) error {
		row := theirs
		if row == nil {
			row = ours
		}
		return fmt.Errorf("copy: the row %v of %s is not the same in the target: %w", row[:cols.keys], t.table, results.ErrDamaged)
	})
	c.done.Rows += n
	return err
}

// finish marks the copy as whole.
func (c *copier) finish(ctx context.Context) error {
	if c.state == copyWhole {
		return nil // nothing was written
	}
	var last int64
	if err := c.from.r.GetContext(ctx, &last, c.from.dialect.LastRun); err != nil {
		return MapError("read number of runs", err)
	}
	return c.writeAs(ctx, "", copyWhole, func(tx *sqlx.Tx) error { return c.to.dialect.NumberOn(ctx, tx, last) })
}
