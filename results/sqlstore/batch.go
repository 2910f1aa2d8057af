package sqlstore

import (
	"context"
	"strings"

	"github.com/jmoiron/sqlx"
)

// Batch inserts many rows with each statement, which is three times as fast as single inserts.
type Batch struct {
	db   sqlx.ExecerContext
	head string // beginning of the statement: "INSERT INTO t (a, b) VALUES "
	tail string
	cols int
	rows int // number of rows per statement
	full string
	args []any
	run  any // value of run_id; nil if the table has no such column, see ofRun
}

// NewBatch returns a Batch that inserts the given number of rows per statement into the columns of
// a table.
func NewBatch(db sqlx.ExecerContext, table, columns string, rows int) *Batch {
	return &Batch{
		db: db, head: "INSERT INTO " + table + " (" + columns + ") VALUES ",
		cols: strings.Count(columns, ",") + 1, rows: rows,
	}
}

// ofRun adds the column run_id with the id of a run if the database has that column in the tables
// listed in RunNamed.
func (b *Batch) ofRun(by Dialect, run int64) *Batch {
	if by.RunColumn {
		b.head = strings.Replace(b.head, " (", " (run_id, ", 1)
		b.cols++
		b.run = run
	}
	return b
}

// OnConflict sets the text after ON CONFLICT in the statement.
func (b *Batch) OnConflict(clause string) { b.tail = " ON CONFLICT " + clause }

func (b *Batch) values(rows int) string {
	row := "(" + strings.Repeat("?, ", b.cols-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}

// Add appends a row and inserts all buffered rows if the batch is full.
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

// Flush inserts the remaining rows.
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
