package sqlite

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// Blobs keeps the bodies of traces and raw records. storetest.RunBlobs holds
// what is promised.
type Blobs interface {
	// Put keeps pieces, in place of what is there by their keys.
	Put(ctx context.Context, pieces []blob.Piece) error
	// Read gives the bytes from..from+size of a piece as they were before packing,
	// all from there on if size is negative.
	Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error)
	// Delete removes all pieces of the bodies.
	Delete(ctx context.Context, kind blob.Kind, of []int64) error
	// Taken is how many bytes the bodies take as they are kept.
	Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error)
}

// Searcher is the index of the texts of steps. storetest.RunSearcher holds what
// is promised.
type Searcher interface {
	Index(ctx context.Context, docs []search.Doc) error
	// Delete takes out what was taken in by Index. It is told the same again.
	Delete(ctx context.Context, docs []search.Doc) error
	// Search gives the keys of the steps that a asks for.
	Search(ctx context.Context, a search.Ask) ([]int64, error)
	// Count counts them up to a.Limit.
	Count(ctx context.Context, a search.Ask) (int, error)
}

// parts are those of a store that may be elsewhere than in the rows of its file.
// Each works on the connection or transaction that it is given; one that is
// elsewhere has no use for it, and is written to before the transaction commits.
type parts struct {
	blobs func(sqlx.ExtContext) Blobs
	text  func(sqlx.ExtContext) Searcher
}

// inFile are the parts that are in the file.
func inFile() parts {
	return parts{
		blobs: func(db sqlx.ExtContext) Blobs { return blobRows{db} },
		text:  func(db sqlx.ExtContext) Searcher { return textIndex{db} },
	}
}

// blobs and text are what readers ask.
func (db *DB) blobs() Blobs   { return db.parts.blobs(db.r) }
func (db *DB) text() Searcher { return textReader{db.parts.text(db.r), db} }

// portions hands over things many at a time.
type portions[T any] struct {
	most int
	to   func(context.Context, []T) error
	list []T
}

func (p *portions[T]) add(ctx context.Context, v T) error {
	if p.list = append(p.list, v); len(p.list) < p.most {
		return nil
	}
	return p.flush(ctx)
}

func (p *portions[T]) flush(ctx context.Context) error {
	if len(p.list) == 0 {
		return nil
	}
	err := p.to(ctx, p.list)
	clear(p.list) // what is handed over may be large
	p.list = p.list[:0]
	return err
}
