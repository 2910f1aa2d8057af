package sqlstore

import (
	"context"
	"strings"

	"github.com/jmoiron/sqlx"
)

// Batch inserts rows many per statement, which is three times as fast as one each.
type Batch struct {
	db   sqlx.ExecerContext
	head string // "INSERT INTO t (a, b) VALUES "
	tail string
	cols int
	rows int // rows per statement
	full string
	args []any
	run  any // nil where rows do not name theirs, see ofRun
}

// NewBatch makes one for a table and its columns, which inserts so many rows at once.
func NewBatch(db sqlx.ExecerContext, table, columns string, rows int) *Batch {
	return &Batch{
		db: db, head: "INSERT INTO " + table + " (" + columns + ") VALUES ",
		cols: strings.Count(columns, ",") + 1, rows: rows,
	}
}

// ofRun lets rows of a table of RunNamed name their run where the database wants that.
func (b *Batch) ofRun(by Dialect, run int64) *Batch {
	if by.RunColumn {
		b.head = strings.Replace(b.head, " (", " (run_id, ", 1)
		b.cols++
		b.run = run
	}
	return b
}

// OnConflict sets the SQL behind ON CONFLICT.
func (b *Batch) OnConflict(clause string) { b.tail = " ON CONFLICT " + clause }

func (b *Batch) values(rows int) string {
	row := "(" + strings.Repeat("?, ", b.cols-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}

// Add takes in the values of a row.
func (b *Batch) Add(ctx context.Context, args ...any) error {
	if b.run != nil {
		b.args = append(b.args, b.run)
	}
	b.args = append(b.args, args...)
	if len(b.args) < b.cols*b.rows {
		return nil
	}
	if b.full == "" {
		b.full = b.head + b.values(b.rows) + b.tail
	}
	return b.exec(ctx, b.full)
}

// Flush inserts what waits.
func (b *Batch) Flush(ctx context.Context) error {
	if len(b.args) == 0 {
		return nil
	}
	return b.exec(ctx, b.head+b.values(len(b.args)/b.cols)+b.tail)
}

func (b *Batch) exec(ctx context.Context, q string) error {
	_, err := b.db.ExecContext(ctx, q, b.args...)
	b.args = b.args[:0]
	return MapError("insert rows", err)
}
