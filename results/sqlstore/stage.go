package sqlstore

import (
	"bufio"
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// stageMost is the number of bytes of a run's rows that are kept in memory; further rows are
// written to an unlinked temporary file.
const stageMost = 1 << 20

// stage buffers the rows of a run, so that the database is locked only while they are being
// inserted.
type stage struct {
	dir  string
	buf  bytes.Buffer
	file *os.File // temporary file; nil while everything fits in buf
	row  []byte
}

// Type codes of the values in a buffered row.
const (
	stagedNil = iota
	stagedInt
	stagedFloat
	stagedText
	stagedBlob
	stagedFalse
	stagedTrue
)

// add buffers a row for a table, which the caller identifies by a number.
func (s *stage) add(table int, args ...any) error {
	b := binary.AppendUvarint(s.row[:0], uint64(table))
	b = binary.AppendUvarint(b, uint64(len(args)))
	for _, arg := range args {
		var err error
		if b, err = appendStaged(b, arg); err != nil {
			return fmt.Errorf("stage row: %w", err)
		}
	}
	s.row = b
	s.buf.Write(b)
	if s.buf.Len() < stageMost {
		return nil
	}
	return s.spill()
}

func appendStaged(b []byte, arg any) ([]byte, error) {
	v, err := driver.DefaultParameterConverter.ConvertValue(arg)
	if err != nil {
		return b, err
	}
	switch v := v.(type) {
	case nil:
		return append(b, stagedNil), nil
	case int64:
		return binary.AppendVarint(append(b, stagedInt), v), nil
	case bool:
		if v {
			return append(b, stagedTrue), nil
		}
		return append(b, stagedFalse), nil
	case float64:
		return binary.LittleEndian.AppendUint64(append(b, stagedFloat), math.Float64bits(v)), nil
	case string:
		return append(binary.AppendUvarint(append(b, stagedText), uint64(len(v))), v...), nil
	case []byte:
		return append(binary.AppendUvarint(append(b, stagedBlob), uint64(len(v))), v...), nil
	}
	return b, fmt.Errorf("value of type %T", v)
}

func (s *stage) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp(s.dir, ".clawatlas-run-*")
		if err != nil {
			return fmt.Errorf("stage run: %w", err)
		}
		s.file = f
		_ = os.Remove(f.Name()) // unlink the file now, so that it is removed even after a crash; if that is not possible, drop removes it
	}
	_, err := s.buf.WriteTo(s.file)
	if err != nil {
		return fmt.Errorf("stage run: %w", err)
	}
	return nil
}

// each calls fn for every row in order. args are valid only during the call.
func (s *stage) each(ctx context.Context, fn func(table int, args []any) error) error {
	var from io.Reader = bytes.NewReader(s.buf.Bytes())
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read staged run: %w", err)
		}
		from = io.MultiReader(s.file, from)
	}
	r := bufio.NewReaderSize(from, 1<<20)
	var args []any
	for {
		table, err := binary.ReadUvarint(r)
		if errors.Is(err, io.EOF) {
			return ctx.Err()
		}
		if err == nil {
			args, err = readStaged(r, args[:0])
		}
		if err != nil {
			return fmt.Errorf("read staged run: %w", err)
		}
		if err := fn(int(table), args); err != nil {
			return err
		}
	}
}

func readStaged(r *bufio.Reader, args []any) ([]any, error) {
	n, err := binary.ReadUvarint(r)
	for ; n > 0 && err == nil; n-- {
		var v any
		if v, err = readValue(r); err == nil {
			args = append(args, v)
		}
	}
	return args, err
}

func readValue(r *bufio.Reader) (any, error) {
	kind, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	switch kind {
	case stagedInt:
		return binary.ReadVarint(r)
	case stagedFalse, stagedTrue:
		return kind == stagedTrue, nil
	case stagedFloat:
		var b [8]byte
		_, err := io.ReadFull(r, b[:])
		return math.Float64frombits(binary.LittleEndian.Uint64(b[:])), err
	case stagedText, stagedBlob:
		size, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		b := make([]byte, size)
		if _, err := io.ReadFull(r, b); err != nil || kind == stagedBlob {
			return b, err
		}
		return string(b), nil
	}
	return nil, nil
}

func (s *stage) drop() {
	s.buf = bytes.Buffer{}
	if s.file != nil {
		s.file.Close()
		_ = os.Remove(filepath.Clean(s.file.Name()))
		s.file = nil
	}
}
