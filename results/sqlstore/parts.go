package sqlstore

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// Parts are what a store may keep outside of its rows. Each gets the connection or transaction in use.
type Parts struct {
	Blobs func(sqlx.ExtContext) Blobs
	// Send stores the bodies of one run before its transaction; large ones wait in dir.
	Send func(dir string) Sender
	// Put stores pieces in the transaction. A store has either Send or Put.
	Put   func(sqlx.ExtContext) func(context.Context, []blob.Piece) error
	Texts func(sqlx.ExtContext) Searcher
}

// Searcher indexes the texts of steps.
type Searcher interface {
	Index(ctx context.Context, docs []search.Doc) error
	// Delete takes out what was taken in by Index. It is told the same again.
	Delete(ctx context.Context, docs []search.Doc) error
	// Search gives the keys of the steps that a asks for.
	Search(ctx context.Context, a search.Ask) ([]int64, error)
	// Count counts them up to a.Limit.
	Count(ctx context.Context, a search.Ask) (int, error)
}

// Blobs reads and deletes the bodies of traces and raw records.
type Blobs interface {
	// Read returns the bytes from..from+size of an unpacked piece, all from there on if size is negative.
	Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error)
	// Delete removes all pieces of the bodies.
	Delete(ctx context.Context, kind blob.Kind, of []int64) error
	// Taken is how many bytes the bodies take as they are kept.
	Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error)
	// Each gives all pieces of the bodies as they are kept, in the order of their keys.
	Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Piece) error) error
}

// Sender stores the bodies of one run before its transaction. Keys count in the run.
type Sender interface {
	// Add takes in a piece.
	Add(p blob.Piece) error
	// Send brings what was added to where it stays. It may be called again.
	Send(ctx context.Context) error
	// Save writes where the bodies lie; own maps a key of the run to one of the store. It returns ErrAgain if a body has gone.
	Save(ctx context.Context, tx *sqlx.Tx, run int64, own func(blob.Key) blob.Key) error
	// Drop forgets what has not been saved.
	Drop()
}

// ErrAgain means that a transaction met another one and can be repeated.
var ErrAgain = errors.New("another program changed it at the same time")

// BlobsAtOnce is how many pieces one statement inserts. They are in memory until then.
const BlobsAtOnce = 8

// inPortions passes pieces on in portions that fit in memory and fill a block.
func inPortions(put func(context.Context, []blob.Piece) error) Portions[blob.Piece] {
	return Portions[blob.Piece]{Most: 256, Weigh: func(p blob.Piece) int { return len(p.Data) }, Heavy: 256 << 10, To: put}
}

func bodiesOf(ctx context.Context, db sqlx.QueryerContext, run int64) (map[blob.Kind][]int64, error) {
	traces, err := ListOf[int64](ctx, db, "list traces", "SELECT id FROM trials WHERE run_id = ? AND steps_total > 0 ORDER BY id", run)
	if err != nil {
		return nil, err
	}
	raws, err := ListOf[int64](ctx, db, "list raw records", "SELECT id FROM raws WHERE run_id = ? ORDER BY id", run)
	if err != nil {
		return nil, err
	}
	return map[blob.Kind][]int64{blob.Trace: traces, blob.Raw: raws}, nil
}

// Portions hands over things many at a time.
type Portions[T any] struct {
	Most   int
	Weigh  func(T) int // in bytes; nil where things are light
	Heavy  int         // bytes with which a portion is full
	To     func(context.Context, []T) error
	list   []T
	weight int
}

// Add takes in one thing.
func (p *Portions[T]) Add(ctx context.Context, v T) error {
	p.list = append(p.list, v)
	if p.Weigh != nil {
		p.weight += p.Weigh(v)
	}
	if len(p.list) < p.Most && (p.Weigh == nil || p.weight < p.Heavy) {
		return nil
	}
	return p.Flush(ctx)
}

// Flush hands over what waits.
func (p *Portions[T]) Flush(ctx context.Context) error {
	if len(p.list) == 0 {
		return nil
	}
	err := p.To(ctx, p.list)
	clear(p.list) // what is handed over may be large
	p.list, p.weight = p.list[:0], 0
	return err
}
