package sqlite

import (
	"context"
	"errors"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Examine reads the whole database and says what is wrong with it.
func (db *DB) Examine(ctx context.Context) (*sqlstore.Examined, error) {
	x := &sqlstore.Examined{}
	if err := db.examineFile(ctx, x); err != nil || len(x.Faults) > 0 {
		return x, err // what reads broken pages would say the same again
	}
	switch err := db.examineTexts(ctx); {
	case errors.Is(err, results.ErrReadOnly):
		x.Notes = append(x.Notes, "the text index was not examined, which only who may write can do")
	case err != nil:
		x.Faults = append(x.Faults, err.Error())
	}
	return x, errors.Join(db.ExamineRows(ctx, x), db.ExamineBodies(ctx, x))
}

// examineFile examines pages and references.
func (db *DB) examineFile(ctx context.Context, x *sqlstore.Examined) error {
	found, err := sqlstore.ListOf[string](ctx, db.r, "check database", "SELECT integrity_check FROM pragma_integrity_check")
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0] != "ok" {
		x.Faults = append(x.Faults, found...)
		return nil
	}
	const q = `SELECT "table" || ' row ' || COALESCE(rowid, '') || ' refers to no ' || parent FROM pragma_foreign_key_check LIMIT 100`
	found, err = sqlstore.ListOf[string](ctx, db.r, "check references", q)
	x.Faults = append(x.Faults, found...)
	return err
}

// examineTexts examines the text index, which is a write that changes nothing.
func (db *DB) examineTexts(ctx context.Context) error {
	w := db.w
	if w == nil {
		var err error
		if w, err = connect(ctx, dsn(db.path, "mode=rw&_txlock=immediate&_busy_timeout=5000")); err != nil {
			return sqlstore.MapError("check text index", err)
		}
		defer w.Close()
	}
	tx, err := begin(ctx, w, "")
	if err != nil {
		return sqlstore.MapError("check text index", err)
	}
	defer tx.Rollback()
	return (textIndex{tx}).check(ctx)
}
