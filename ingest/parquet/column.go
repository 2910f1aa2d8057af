package parquet

import (
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

type values struct {
	pages pq.Pages
	page  pq.Page
	from  pq.ValueReader
	lists bool
	buf   [64]pq.Value
	have  []pq.Value
	row   []pq.Value
}

// column opens a column of a row group. It returns nil if the table has no such column.
func (t *table) column(g pq.RowGroup, name string) *values {
	c := t.columns[name]
	if c == nil {
		return nil
	}
	return &values{pages: g.ColumnChunks()[c.Index()].Pages(), lists: c.MaxRepetitionLevel() > 0}
}

// next returns the values of the next row. A list column may have several. They are valid until the
// next call of next.
func (v *values) next() (row []pq.Value, err error) {
	defer func() {
		// the library may panic on a damaged page
		if r := recover(); r != nil {
			err = fmt.Errorf("damaged page: %v", r)
		}
	}()
	x, err := v.peek()
	if err != nil {
		return nil, err
	}
	v.have = v.have[1:]
	if !v.lists {
		v.row = append(v.row[:0], x)
		return v.row, nil
	}
	v.row = append(v.row[:0], x.Clone()) // the next values of the row may be on a different page
	for {
		x, err := v.peek()
		switch {
		case errors.Is(err, io.EOF):
			return v.row, nil
		case err != nil:
			return nil, err
		case x.RepetitionLevel() == 0:
			return v.row, nil
		}
		v.row, v.have = append(v.row, x.Clone()), v.have[1:]
	}
}

func (v *values) peek() (pq.Value, error) {
	for len(v.have) == 0 {
		if v.from == nil {
			if err := v.turn(); err != nil {
				return pq.Value{}, err
			}
		}
		n, err := v.from.ReadValues(v.buf[:])
		v.have = v.buf[:n]
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return pq.Value{}, err
		case err != nil || n == 0:
			v.from = nil
		}
	}
	return v.have[0], nil
}

func (v *values) turn() error {
	v.release()
	p, err := v.pages.ReadPage()
	if err != nil {
		return err
	}
	v.page, v.from = p, p.Values()
	return nil
}

func (v *values) release() {
	if v.page != nil {
		pq.Release(v.page)
	}
	v.page, v.from = nil, nil
}

func (v *values) Close() error {
	if v == nil {
		return nil
	}
	v.release()
	return v.pages.Close()
}
