package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	pq "github.com/parquet-go/parquet-go"
)

// maxFooter is the maximum size in bytes of a file's metadata. A file with 10,000 row groups of ten
// columns has less than 20 MB.
const maxFooter = 64 << 20

// errColumns means that the file is not an export of trajectories.
var errColumns = errors.New("not a trajectory table: it lacks the text columns model_name, case_name and trajectory or a reward")

type table struct {
	file    *pq.File
	columns map[string]*pq.Column // leaf columns by name
	closers []func() error
}

func openTable(fsys fs.FS, name string) (t *table, err error) {
	t = &table{columns: map[string]*pq.Column{}}
	defer func() {
		// the library may panic on a damaged file
		if r := recover(); r != nil {
			err = fmt.Errorf("read %s: damaged: %v", name, r)
		}
		if err != nil {
			err = errors.Join(err, t.Close())
			t = nil
		}
	}()
	r, size, err := t.open(fsys, name)
	if err != nil {
		return t, err
	}
	if err := checkFooter(r, size); err != nil {
		return t, fmt.Errorf("read %s: %w", name, err)
	}
	t.file, err = pq.OpenFile(r, size, pq.SkipPageIndex(true), pq.SkipBloomFilters(true))
	if err != nil {
		return t, fmt.Errorf("read %s: %w", name, err)
	}
	for _, c := range t.file.Root().Columns() {
		for leaf := c; ; leaf = leaf.Columns()[0] {
			if leaf.Leaf() {
				t.columns[c.Name()] = leaf
				break
			}
			if len(leaf.Columns()) != 1 {
				break // struct, so not one of the expected columns
			}
		}
	}
	for _, want := range []string{"model_name", "case_name", "trajectory"} {
		if c := t.columns[want]; c == nil || c.Type().Kind() != pq.ByteArray || c.MaxRepetitionLevel() > 0 {
			return t, fmt.Errorf("read %s: %w", name, errColumns)
		}
	}
	if c := t.columns["reward"]; c == nil || c.MaxRepetitionLevel() > 0 {
		return t, fmt.Errorf("read %s: %w", name, errColumns)
	}
	return t, nil
}

// open opens a file for random access. It unpacks zip entries to a private temporary file.
func (t *table) open(fsys fs.FS, name string) (io.ReaderAt, int64, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("open %s: %w", name, err)
	}
	t.closers = append(t.closers, f.Close)
	info, err := f.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("stat %s: %w", name, err)
	}
	if r, ok := f.(io.ReaderAt); ok {
		return r, info.Size(), nil
	}
	tmp, err := os.CreateTemp("", "clawatlas-*")
	if err != nil {
		return nil, 0, fmt.Errorf("unpack %s: %w", name, err)
	}
	t.closers = append(t.closers, tmp.Close, func() error { return os.Remove(tmp.Name()) })
	n, err := io.Copy(tmp, f)
	if err != nil {
		return nil, 0, fmt.Errorf("unpack %s: %w", name, err)
	}
	return tmp, n, nil
}

// checkFooter returns an error if the metadata is larger than the file or maxFooter.
func checkFooter(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < int64(len(end))+4 {
		return errors.New("too short for a Parquet file")
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if string(end[4:]) != "PAR1" {
		return errors.New("not a Parquet file, or truncated")
	}
	if n := int64(binary.LittleEndian.Uint32(end[:4])); n > size-12 || n > maxFooter {
		return fmt.Errorf("its metadata has %d bytes, which is too large", n)
	}
	return nil
}

func (t *table) Close() error {
	var errs []error
	for _, c := range t.closers {
		errs = append(errs, c())
	}
	t.closers = nil
	return errors.Join(errs...)
}
