package sqlstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// copiedRun is what tells runs apart.
type copiedRun struct {
	ID        int64  `db:"id"`
	Slug      string `db:"slug"`
	Benchmark string `db:"benchmark"`
	Digest    string `db:"digest"` // of its records
	Hidden    bool   `db:"hidden"`
}

// listedAtOnce is how many of them are listed at once.
const listedAtOnce = 500

// eachCopied gives all runs of a database, hidden ones too, in the order of their keys.
func eachCopied(ctx context.Context, db *DB, each func(copiedRun) error) error {
	for after := int64(-1); ; {
		const q = `SELECT r.id, r.slug, b.slug AS benchmark, r.digest, r.hidden
FROM main.runs r
JOIN main.benchmarks b ON b.id = r.benchmark_id
WHERE r.id > ?
ORDER BY r.id
LIMIT ?`
		list, err := ListOf[copiedRun](ctx, db.r, "list runs", q, after, listedAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, r := range list {
			if err := each(r); err != nil {
				return err
			}
		}
		after = list[len(list)-1].ID
	}
}

// has reports whether a database has a run as it is.
func has(ctx context.Context, db *DB, r copiedRun) (bool, error) {
	var there bool
	const q = `SELECT EXISTS (
  SELECT 1
  FROM main.runs r
  JOIN main.benchmarks b ON b.id = r.benchmark_id
  WHERE r.id = ?
    AND r.slug = ?
    AND b.slug = ?
    AND r.digest = ?)`
	err := db.r.GetContext(ctx, &there, q, r.ID, r.Slug, r.Benchmark, r.Digest)
	return there, MapError("find run "+r.Slug, err)
}

// forgetOthers takes those runs out of the target that the source has otherwise or no
// longer. The others need not be written again.
func (c *copier) forgetOthers(ctx context.Context) error {
	return eachCopied(ctx, c.to, func(r copiedRun) error {
		there, err := has(ctx, c.from, r)
		if err != nil {
			return err
		}
		if there {
			theirs, err := c.digest(ctx, c.from, r.ID)
			if err != nil {
				return fmt.Errorf("read run %s: %w", r.Slug, err)
			}
			ours, err := c.digest(ctx, c.to, r.ID)
			if err == nil && ours == theirs {
				c.count(ours)
				return nil
			}
			if err != nil && !errors.Is(err, results.ErrDamaged) {
				return fmt.Errorf("read run %s of the target: %w", r.Slug, err)
			}
		}
		c.done.Gone++
		return c.forget(ctx, r, there)
	})
}

// forget deletes a run of the target. The index is told the texts that it is to forget;
// those of the source, if that has the run, because the target may be damaged.
func (c *copier) forget(ctx context.Context, r copiedRun, there bool) error {
	return c.write(ctx, "", func(tx *sqlx.Tx) error {
		stored, err := findStored(ctx, tx, r.Slug)
		if err != nil {
			return err
		}
		if !stored.Hidden {
			docs := newTextWriter(tx, c.to.parts, false)
			if there {
				err = indexSteps(ctx, c.from.r, c.from.blobs(), r.ID, docs)
			} else {
				err = indexSteps(ctx, tx, c.to.parts.Blobs(tx), r.ID, docs)
			}
			if err != nil {
				return err
			}
		}
		return errors.Join(offBoards(ctx, tx, stored), deleteRows(ctx, tx, c.to.parts, stored))
	})
}

// copyRuns copies the runs that are not there, and holds that what is stored then is
// what was read.
func (c *copier) copyRuns(ctx context.Context) error {
	var all int
	if err := c.from.r.GetContext(ctx, &all, "SELECT count(*) FROM main.runs"); err != nil {
		return MapError("count runs", err)
	}
	return eachCopied(ctx, c.from, func(r copiedRun) error {
		there, err := has(ctx, c.to, r)
		if err == nil && !there {
			err = c.copyRun(ctx, r)
			c.done.Written++
		}
		if err != nil {
			return fmt.Errorf("copy run %s: %w", r.Slug, err)
		}
		c.done.Runs++
		c.tell(c.done.Runs, all)
		return ctx.Err()
	})
}

// content is what a run consists of: a digest of all values in their order, of so many
// rows and so many pieces of bodies with so many bytes as they are kept.
type content struct {
	sum                 [sha256.Size]byte
	rows, bodies, bytes int64
}

// digester makes a content.
type digester struct {
	hash hash.Hash
	content
}

func newDigester() *digester { return &digester{hash: sha256.New()} }

func (d *digester) row(row []any) {
	d.rows++
	hashRow(d.hash, row)
}

// rowsOf adds those of a run in some tables.
func (d *digester) rowsOf(ctx context.Context, db *DB, tables []copied, cols map[string]columns, run int64) error {
	for _, t := range tables {
		row := func(row []any) error { d.row(row); return nil }
		if err := eachRow(ctx, db.r, t, cols[t.table], row, run); err != nil {
			return err
		}
	}
	return nil
}

// piece adds one as it was before packing, which each place does in its own way.
func (d *digester) piece(p blob.Piece) error {
	data, err := unpacked(p)
	if err != nil {
		return err
	}
	d.bodies++
	d.bytes += int64(len(data))
	hashRow(d.hash, []any{string(p.Kind), p.Of, int64(p.N), int64(p.Size), data})
	return nil
}

func (d *digester) end() content {
	d.hash.Sum(d.sum[:0])
	return d.content
}

// copyRun copies one run and compares it.
func (c *copier) copyRun(ctx context.Context, r copiedRun) error {
	var read content
	err := again(ctx, func() (err error) {
		read, err = c.tryRun(ctx, r)
		return err
	})
	if err != nil {
		return err
	}
	stored, err := c.digest(ctx, c.to, r.ID)
	if err != nil {
		return err
	}
	if stored != read {
		return fmt.Errorf("what is stored is not what was read: %w", results.ErrDamaged)
	}
	c.count(stored)
	return nil
}

// count counts what was compared.
func (c *copier) count(of content) {
	c.done.Rows += of.rows
	c.done.Bodies += of.bodies
	c.done.Bytes += of.bytes
}

// tryRun stores a run, its bodies first where they lie apart, and returns the digest of
// what it has read.
func (c *copier) tryRun(ctx context.Context, r copiedRun) (read content, err error) {
	var d *digester
	var apart Sender
	if c.to.parts.Send != nil {
		apart = c.to.parts.Send(c.to.stage)
		defer apart.Drop()
		if err := eachBody(ctx, c.from, r.ID, apart.Add); err != nil {
			return read, err
		}
		if err := apart.Send(ctx); err != nil {
			return read, err
		}
	}
	err = c.write(ctx, r.Benchmark, func(tx *sqlx.Tx) error {
		d = newDigester()
		for _, t := range copiedOfRun {
			if err := c.copyRows(ctx, tx, t, r.ID, d); err != nil {
				return err
			}
		}
		put := func(blob.Piece) error { return nil }
		var here Portions[blob.Piece]
		if apart == nil {
			here = inPortions(c.to.parts.Put(tx))
			put = func(p blob.Piece) error { return here.Add(ctx, p) }
		}
		err := eachBody(ctx, c.from, r.ID, func(p blob.Piece) error {
			if err := d.piece(p); err != nil {
				return err
			}
			return put(p)
		})
		if err != nil {
			return err
		}
		if apart == nil {
			err = here.Flush(ctx)
		} else {
			err = apart.Save(ctx, tx, r.ID, func(key blob.Key) blob.Key { return key })
		}
		if err != nil || r.Hidden {
			return err // who is hidden is not found either
		}
		docs := newTextWriter(tx, c.to.parts, true)
		return indexSteps(ctx, c.from.r, c.from.blobs(), r.ID, docs)
	})
	if err != nil {
		return read, err
	}
	return d.end(), nil
}

// copyRows copies the rows that a run has in a table.
func (c *copier) copyRows(ctx context.Context, tx *sqlx.Tx, t copied, run int64, d *digester) error {
	cols := c.columns[t.table]
	to := newRowWriter(tx, t, cols)
	if slices.Contains(RunNamed, t.table) {
		to.batch.ofRun(c.to.dialect, run)
	}
	err := eachRow(ctx, c.from.r, t, cols, func(row []any) error {
		d.row(row)
		return to.add(ctx, row)
	}, run)
	if err != nil {
		return err
	}
	return to.flush(ctx)
}

// eachBody gives all pieces of the bodies of a run.
func eachBody(ctx context.Context, db *DB, run int64, each func(blob.Piece) error) error {
	all, err := bodiesOf(ctx, db.r, run)
	if err != nil {
		return err
	}
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		if err := db.blobs().Each(ctx, kind, all[kind], each); err != nil {
			return err
		}
	}
	return nil
}

// digest reads all rows and bodies of a run.
func (c *copier) digest(ctx context.Context, db *DB, run int64) (content, error) {
	d := newDigester()
	if err := d.rowsOf(ctx, db, copiedOfRun, c.columns, run); err != nil {
		return content{}, err
	}
	err := eachBody(ctx, db, run, d.piece)
	return d.end(), err
}
