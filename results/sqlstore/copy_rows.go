package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"
)

// columns are those of a copied table, its key before the others.
type columns struct {
	names   []string
	keys    int    // how many of them are the key
	boolean []bool // by name: where it is no number
}

// columnsOf reads them from a database. Stores may have them in another order.
func columnsOf(ctx context.Context, db sqlx.QueryerContext, c copied) (columns, error) {
	rows, err := db.QueryContext(ctx, "SELECT * FROM main."+c.table+" WHERE 1 = 0")
	if err != nil {
		return columns{}, MapError("list columns of "+c.table, err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return columns{}, MapError("list columns of "+c.table, err)
	}
	truth := map[string]bool{}
	list := columns{names: strings.Split(c.key, ", ")}
	list.keys = len(list.names)
	for _, t := range types {
		truth[t.Name()] = t.DatabaseTypeName() == "BOOL"
		own := t.Name() == c.less || t.Name() == "run_id" && slices.Contains(RunNamed, c.table)
		if !own && !slices.Contains(list.names, t.Name()) {
			list.names = append(list.names, t.Name())
		}
	}
	slices.Sort(list.names[list.keys:])
	for _, name := range list.names {
		list.boolean = append(list.boolean, truth[name])
	}
	return list, MapError("list columns of "+c.table, rows.Err())
}

// quoted are the columns as SQL has them.
func (c columns) quoted() string { return `"` + strings.Join(c.names, `", "`) + `"` }

// cursor reads rows in the order of their keys.
type cursor struct {
	rows *sqlx.Rows
	what string
	row  []any // nil behind the last one
}

// readRows begins to read the rows of a table; args are what its condition asks for.
func readRows(ctx context.Context, db sqlx.QueryerContext, c copied, cols columns, args ...any) (*cursor, error) {
	q := "SELECT " + cols.quoted() + " FROM main." + c.table
	if c.where != "" {
		q += " WHERE " + c.where
	}
	rows, err := db.QueryxContext(ctx, q+" ORDER BY "+c.key, args...)
	if err != nil {
		return nil, MapError("read "+c.table, err)
	}
	return &cursor{rows: rows, what: "read " + c.table}, nil
}

// next reads the next row, as every store has it.
func (c *cursor) next() error {
	c.row = nil
	if !c.rows.Next() {
		return MapError(c.what, c.rows.Err())
	}
	row, err := c.rows.SliceScan()
	if err != nil {
		return MapError(c.what, err)
	}
	for i, v := range row {
		switch x := v.(type) {
		case bool:
			row[i] = int64(0)
			if x {
				row[i] = int64(1)
			}
		case string:
			row[i] = cleanText(x) // what an older program has stored may be less clean
		}
	}
	c.row = row
	return nil
}

// eachRow reads all rows of a table.
func eachRow(ctx context.Context, db sqlx.QueryerContext, c copied, cols columns, each func(row []any) error, args ...any) error {
	rows, err := readRows(ctx, db, c, cols, args...)
	if err != nil {
		return err
	}
	defer rows.rows.Close()
	for {
		if err := rows.next(); err != nil || rows.row == nil {
			return err
		}
		if err := each(rows.row); err != nil {
			return err
		}
	}
}

// hashRow adds a row to a digest: equal digests are equal values in equal columns.
func hashRow(h hash.Hash, row []any) {
	var b [9]byte
	number := func(kind byte, n uint64) {
		b[0] = kind
		binary.BigEndian.PutUint64(b[1:], n)
		h.Write(b[:])
	}
	for _, v := range row {
		switch x := v.(type) {
		case nil:
			number('n', 0)
		case int64:
			number('i', uint64(x))
		case float64:
			number('f', math.Float64bits(x))
		case []byte:
			number('b', uint64(len(x)))
			h.Write(x)
		default:
			s := fmt.Sprint(x)
			number('s', uint64(len(s)))
			io.WriteString(h, s)
		}
	}
}

func sameRow(a, b []any) bool {
	return slices.EqualFunc(a, b, func(x, y any) bool {
		if p, ok := x.([]byte); ok {
			q, ok := y.([]byte)
			return ok && bytes.Equal(p, q)
		}
		if _, ok := y.([]byte); ok {
			return false
		}
		return x == y
	})
}

// compareKeys puts keys in the order of the stores: numbers, and texts byte for byte.
func compareKeys(a, b []any) int {
	return slices.CompareFunc(a, b, func(x, y any) int {
		if n, ok := x.(int64); ok {
			m, _ := y.(int64)
			return cmp.Compare(n, m)
		}
		return cmp.Compare(fmt.Sprint(x), fmt.Sprint(y))
	})
}

// eachDifference reads a table on both sides and gives the rows that are not the same,
// by their keys; one of both is nil where only the other side has it. It returns how many
// rows from has.
func eachDifference(ctx context.Context, from, to sqlx.QueryerContext, c copied, cols columns,
	each func(from, to []any) error) (n int64, err error) {
	a, err := readRows(ctx, from, c, cols)
	if err != nil {
		return 0, err
	}
	defer a.rows.Close()
	b, err := readRows(ctx, to, c, cols)
	if err != nil {
		return 0, err
	}
	defer b.rows.Close()
	inA, inB := true, true // which side is to read on
	for {
		if inA {
			if err := a.next(); err != nil {
				return n, err
			}
			if a.row != nil {
				n++
			}
		}
		if inB {
			if err := b.next(); err != nil {
				return n, err
			}
		}
		switch {
		case a.row == nil && b.row == nil:
			return n, nil
		case a.row == nil:
			inA, inB = false, true
		case b.row == nil:
			inA, inB = true, false
		default:
			order := compareKeys(a.row[:cols.keys], b.row[:cols.keys])
			inA, inB = order <= 0, order >= 0
		}
		x, y := a.row, b.row
		if !inA {
			x = nil
		}
		if !inB {
			y = nil
		}
		if x != nil && y != nil && sameRow(x, y) {
			continue
		}
		if err := each(x, y); err != nil {
			return n, err
		}
	}
}

// The bounds of a statement that inserts rows.
const (
	copiedValues = 600     // values at most
	copiedBytes  = 1 << 20 // of texts and bytes, about
)

// rowWriter inserts rows into a table.
type rowWriter struct {
	batch *Batch
	cols  columns
	bytes int
}

func newRowWriter(tx *sqlx.Tx, c copied, cols columns) *rowWriter {
	return &rowWriter{cols: cols, batch: NewBatch(tx, "main."+c.table, cols.quoted(), min(100, max(1, copiedValues/len(cols.names))))}
}

// overwrite makes rows take the place of those with the same key.
func (w *rowWriter) overwrite(c copied) {
	var set []string
	for _, name := range w.cols.names[w.cols.keys:] {
		set = append(set, fmt.Sprintf("%q = excluded.%q", name, name))
	}
	if len(set) == 0 {
		w.batch.OnConflict("(" + c.key + ") DO NOTHING")
		return
	}
	w.batch.OnConflict("(" + c.key + ") DO UPDATE SET " + strings.Join(set, ", "))
}

// add takes in a row, which it keeps.
func (w *rowWriter) add(ctx context.Context, row []any) error {
	for i, v := range row {
		switch x := v.(type) {
		case int64:
			if w.cols.boolean[i] {
				row[i] = x != 0
			}
		case string:
			w.bytes += len(x)
		case []byte:
			w.bytes += len(x)
		}
	}
	if err := w.batch.Add(ctx, row...); err != nil {
		return err
	}
	if w.bytes < copiedBytes {
		return nil
	}
	return w.flush(ctx)
}

func (w *rowWriter) flush(ctx context.Context) error {
	w.bytes = 0
	return w.batch.Flush(ctx)
}
