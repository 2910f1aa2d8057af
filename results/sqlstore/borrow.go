package sqlstore

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// BorrowFrom makes an empty database one with the rows of another one but for hidden
// runs, for as long as both are open: bodies are read from there. Its search finds only
// what comes later.
func (db *DB) BorrowFrom(ctx context.Context, from Source) error {
	c := &copier{from: from.rows(), to: db, columns: map[string]columns{}}
	if err := errors.Join(c.admit(ctx), c.readColumns(ctx)); err != nil {
		return err
	}
	if err := c.share(ctx, copiedFirst); err != nil {
		return err
	}
	err := eachCopied(ctx, c.from, func(r copiedRun) error {
		if r.Hidden {
			return nil
		}
		return c.write(ctx, r.Benchmark, func(tx *sqlx.Tx) error {
			for _, t := range copiedOfRun {
				if err := c.copyRows(ctx, tx, t, r.ID, newDigester()); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	var last []copied
	for _, t := range copiedLast {
		switch t.table {
		case "run_scores", "run_draws", "run_tests":
			t.where = "run_id IN (SELECT id FROM runs)" // readers see no others
		}
		last = append(last, t)
	}
	if err := errors.Join(c.share(ctx, last), c.finish(ctx)); err != nil {
		return err
	}
	own := db.parts.Blobs
	db.parts.Blobs = func(x sqlx.ExtContext) Blobs { return borrowed{own(x), c.from.blobs()} }
	return nil
}

// borrowed are bodies of which some lie in another database.
type borrowed struct {
	Blobs
	from Blobs
}

// Read implements Blobs.
func (b borrowed) Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error) {
	data, err := b.Blobs.Read(ctx, key, from, size)
	if errors.Is(err, results.ErrNotFound) {
		return b.from.Read(ctx, key, from, size)
	}
	return data, err
}
