package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/recent"
)

// Reader reads spans of objects, checks their digests and caches them.
type Reader struct {
	from Store
	kept *recent.Cache[[]byte]
}

// NewReader returns a Reader that caches at most the given number of bytes.
func NewReader(from Store, most int) *Reader {
	return &Reader{from: from, kept: recent.New[[]byte](most)}
}

// Read reads a span of an object. Callers must not change the result.
func (r *Reader) Read(ctx context.Context, name string, at Span) ([]byte, error) {
	key := keyOf(name, at)
	if data, ok := r.kept.Get(key); ok {
		return data, nil
	}
	data, err := r.from.Range(ctx, name, at.From, at.Size)
	switch {
	case errors.Is(err, results.ErrNotFound):
		return nil, gone(name)
	case err != nil:
		return nil, err
	case !bytes.Equal(sumOf(data), at.Sum):
		return nil, altered(name, at)
	}
	r.kept.Put(key, data, len(data))
	return data, nil
}

// ReadAll reads adjacent spans of an object with one request.
func (r *Reader) ReadAll(ctx context.Context, name string, parts []Span) ([][]byte, error) {
	if len(parts) == 0 {
		return nil, nil
	}
	first, last := parts[0], parts[len(parts)-1]
	whole, err := r.from.Range(ctx, name, first.From, last.From+last.Size-first.From)
	switch {
	case errors.Is(err, results.ErrNotFound):
		return nil, gone(name)
	case err != nil:
		return nil, err
	}
	list := make([][]byte, len(parts))
	for i, at := range parts {
		list[i] = bytes.Clone(whole[at.From-first.From:][:at.Size]) // without the copy, a cached span would keep all spans of the request in memory
		if !bytes.Equal(sumOf(list[i]), at.Sum) {
			return nil, altered(name, at)
		}
		r.kept.Put(keyOf(name, at), list[i], len(list[i]))
	}
	return list, nil
}

func keyOf(name string, at Span) string {
	return name + " " + strconv.FormatInt(at.From, 36) + " " + string(at.Sum)
}

// gone returns the error for a missing object that a database row references; altered returns the
// error for a damaged one.
func gone(name string) error { return fmt.Errorf("object %s is missing: %w", name, results.ErrDamaged) }

func altered(name string, at Span) error {
	return fmt.Errorf("object %s is damaged in the %d bytes from offset %d: %w", name, at.Size, at.From, results.ErrDamaged)
}
