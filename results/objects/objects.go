// Package objects stores blobs as immutable objects in a directory or an S3-compatible bucket.
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

// Store stores objects under names of letters, digits, dashes and slashes. It returns
// results.ErrNotFound for missing objects and results.ErrUnavailable if the storage does not
// respond.
type Store interface {
	// Put stores an object atomically and verifies it. The name determines the content, so Put
	// keeps an existing object with equal content and replaces a damaged one.
	Put(ctx context.Context, name string, body *io.SectionReader) error
	// Range reads size bytes of an object starting at from, or all remaining bytes if size is
	// negative.
	Range(ctx context.Context, name string, from, size int64) ([]byte, error)
	// Stat returns the size of an object and the time it was stored.
	Stat(ctx context.Context, name string) (Info, error)
	// Delete deletes an object; a missing object is not an error.
	Delete(ctx context.Context, name string) error
	// List calls each for all objects, in no particular order, until each returns an error.
	List(ctx context.Context, each func(Info) error) error
	Close() error
}

// Info describes an object.
type Info struct {
	Name string
	Size int64
	At   time.Time // time of the last Put according to the store's clock
}

// Open opens s3://BUCKET/PREFIX (see openBucket) or a directory, which it creates if necessary.
func Open(ctx context.Context, address string) (Store, error) {
	scheme, _, found := strings.Cut(address, "://")
	switch {
	case found && scheme == "s3":
		u, err := url.Parse(address)
		if err != nil { // an error of package url may contain a key
			return nil, fmt.Errorf("open blob store: the URL is not of the form s3://bucket/prefix: %w", results.ErrInvalid)
		}
		return openBucket(ctx, u)
	case found:
		return nil, fmt.Errorf("open blob store: unknown scheme %s://; use s3:// or a directory: %w", scheme,
			results.ErrInvalid)
	case address == "":
		return nil, fmt.Errorf("open blob store: no URL or directory given: %w", results.ErrInvalid)
	}
	return OpenDir(address)
}

func missing(name string) error { return fmt.Errorf("object %s: %w", name, results.ErrNotFound) }

func outside(name string, from, size int64) error {
	return fmt.Errorf("object %s is too short to contain %d bytes at offset %d: %w", name, size, from, results.ErrDamaged)
}

// same reports whether two readers have equal contents.
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

// Swept holds the number and size of deleted unreferenced objects.
type Swept struct {
	Objects int
	Bytes   int64
}

func (s *Swept) Add(n Swept) {
	s.Objects += n.Objects
	s.Bytes += n.Bytes
}
