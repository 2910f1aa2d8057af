package sqlite

import (
	"context"
	"strings"

	"github.com/jmoiron/sqlx"
)

// batch collects rows and inserts them with one statement for many rows, which
// is more than three times as fast as one statement a row.
type batch struct {
	tx   *sqlx.Tx
	head string // "INSERT INTO t (a, b) VALUES "
	cols int
	rows int // rows per statement
	full *sqlx.Stmt
	args []any
}

func newBatch(tx *sqlx.Tx, table, columns string, rows int) *batch {
	return &batch{
		tx: tx, head: "INSERT INTO " + table + " (" + columns + ") VALUES ",
		cols: strings.Count(columns, ",") + 1, rows: rows,
	}
}

func (b *batch) values(rows int) string {
	row := "(" + strings.Repeat("?, ", b.cols-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}

func (b *batch) add(ctx context.Context, args ...any) error {
	b.args = append(b.args, args...)
	if len(b.args) < b.cols*b.rows {
		return nil
	}
	if b.full == nil {
		stmt, err := b.tx.PreparexContext(ctx, b.head+b.values(b.rows))
		if err != nil {
			return mapError("prepare insert", err)
		}
		b.full = stmt
	}
	_, err := b.full.ExecContext(ctx, b.args...)
	b.args = b.args[:0]
	return mapError("insert rows", err)
}

func (b *batch) flush(ctx context.Context) error {
	if len(b.args) == 0 {
		return nil
	}
	_, err := b.tx.ExecContext(ctx, b.head+b.values(len(b.args)/b.cols), b.args...)
	b.args = b.args[:0]
	return mapError("insert rows", err)
}
