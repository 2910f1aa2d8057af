package objects

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/clawatlas/clawatlas/results"
)

// Reader reads parts of objects and keeps those that it has read last. What it gives
// is what was written, or an error.
type Reader struct {
	from Store
	most int // bytes that are kept

	mu    sync.Mutex
	size  int
	order *list.List // of *part, the last one that was read first
	parts map[string]*list.Element
}

type part struct {
	key  string
	data []byte
}

// NewReader makes one that keeps so many bytes.
func NewReader(from Store, most int) *Reader {
	return &Reader{from: from, most: most, order: list.New(), parts: map[string]*list.Element{}}
}

// Read reads a part of an object. Callers must not change it.
func (r *Reader) Read(ctx context.Context, name string, at Span) ([]byte, error) {
	key := name + " " + strconv.FormatInt(at.From, 36) // parts of an object do not overlap
	if data := r.kept(key); data != nil && bytes.Equal(sumOf(data), at.Sum) {
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
	r.keep(key, data)
	return data, nil
}

// ReadAll reads parts of an object that lie one behind the other, with one request. It
// keeps them as Read does.
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
		list[i] = bytes.Clone(whole[at.From-first.From:][:at.Size]) // one that is kept keeps no others
		if !bytes.Equal(sumOf(list[i]), at.Sum) {
			return nil, altered(name, at)
		}
		r.keep(name+" "+strconv.FormatInt(at.From, 36), list[i])
	}
	return list, nil
}

// gone and altered are the errors of an object that a row names.
func gone(name string) error { return fmt.Errorf("object %s is missing: %w", name, results.ErrDamaged) }

func altered(name string, at Span) error {
	return fmt.Errorf("object %s is not what was written, in the %d bytes from %d on: %w", name, at.Size, at.From, results.ErrDamaged)
}

func (r *Reader) kept(key string) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	el, ok := r.parts[key]
	if !ok {
		return nil
	}
	r.order.MoveToFront(el)
	return el.Value.(*part).data
}

func (r *Reader) keep(key string, data []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.parts[key]; ok || len(data) > r.most/8 {
		return
	}
	r.parts[key] = r.order.PushFront(&part{key, data})
	r.size += len(data)
	for r.size > r.most {
		el := r.order.Back()
		old := el.Value.(*part)
		r.order.Remove(el)
		delete(r.parts, old.key)
		r.size -= len(old.data)
	}
}
