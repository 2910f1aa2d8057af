// Package objects keeps bodies as immutable objects in a directory or an S3-compatible bucket.
package objects

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Store holds objects by names of letters, digits, dashes and slashes. Errors are results.ErrNotFound and ErrUnavailable.
type Store interface {
	// Put stores an object atomically and compares it with body. A name stands for a content: an equal object stays, a damaged
	// one is replaced.
	Put(ctx context.Context, name string, body *io.SectionReader) error
	// Range reads size bytes from an offset on, all from there on if size is negative.
	Range(ctx context.Context, name string, from, size int64) ([]byte, error)
	// Stat tells the size of an object and when it was put.
	Stat(ctx context.Context, name string) (Info, error)
	// Delete removes an object; one that is not there is no error.
	Delete(ctx context.Context, name string) error
	// List tells of all objects, in no order, until each returns an error.
	List(ctx context.Context, each func(Info) error) error
	Close() error
}

// Info is what is known of an object without its content.
type Info struct {
	Name string
	Size int64     // bytes
	At   time.Time // when it was put, by the store's clock
}

// Open opens s3://BUCKET/PREFIX, see openBucket, or a directory, which it creates.
func Open(ctx context.Context, address string) (Store, error) {
	scheme, _, found := strings.Cut(address, "://")
	switch {
	case found && scheme == "s3":
		u, err := url.Parse(address)
		if err != nil { // what url says of it may hold a key
			return nil, fmt.Errorf("open blob store: the URL is not of the form s3://bucket/prefix: %w", results.ErrInvalid)
		}
		return openBucket(ctx, u)
	case found:
		return nil, fmt.Errorf("open blob store: unknown scheme %s://; use s3:// or a directory: %w", scheme,
			results.ErrInvalid)
	case address == "":
		return nil, fmt.Errorf("open blob store: it has no URL: %w", results.ErrInvalid)
	}
	return OpenDir(address)
}

// missing is the error of an object that is not there.
func missing(name string) error { return fmt.Errorf("object %s: %w", name, results.ErrNotFound) }

// outside is the error of bytes that an object does not have.
func outside(name string, from, size int64) error {
	return fmt.Errorf("object %s has no %d bytes from %d on: %w", name, size, from, results.ErrDamaged)
}

// same reports whether two readers of known sizes give the same bytes.
func same(a, b *io.SectionReader) (bool, error) {
	if a.Size() != b.Size() {
		return false, nil
	}
	x, err := digestOf(a)
	if err != nil {
		return false, err
	}
	y, err := digestOf(b)
	return x == y, err
}

// Swept is what was deleted because no run has it.
type Swept struct {
	Objects int
	Bytes   int64
}

// Add adds up.
func (s *Swept) Add(n Swept) {
	s.Objects += n.Objects
	s.Bytes += n.Bytes
}
