package sqlstore

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// Parts are the components of a store that may be implemented outside of its tables. Each is a
// function of the current connection or transaction.
type Parts struct {
	Blobs func(sqlx.ExtContext) Blobs
	// Send returns a Sender, which stores the blobs of one run before the run's transaction. Large
	// blobs are buffered in the directory dir.
	Send func(dir string) Sender
	// Put stores pieces of a run within its transaction; the data of those below blob.Short is not
	// compressed. A store has either Send or Put.
	Put   func(ctx context.Context, tx sqlx.ExtContext, run int64, pieces []blob.Piece) error
	Texts func(sqlx.ExtContext) Searcher
}

// Searcher maintains the full-text index of steps.
type Searcher interface {
	Index(ctx context.Context, docs []search.Doc) error
	// Delete removes documents from the index. It needs the documents that were passed to Index.
	Delete(ctx context.Context, docs []search.Doc) error
	// Search returns the keys of the matching steps.
	Search(ctx context.Context, a search.Ask) ([]int64, error)
	// Count returns the number of matching steps, at most a.Limit.
	Count(ctx context.Context, a search.Ask) (int, error)
}

// Blobs reads and deletes the contents of traces and raw records.
type Blobs interface {
	// Read returns size bytes of a decompressed piece, starting at offset from, or all remaining
	// bytes if size is negative.
	Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error)
	// Delete removes all blobs of a run, whose row is deleted in the same transaction.
	Delete(ctx context.Context, run int64) error
	// Taken returns the stored size of the blobs in bytes.
	Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error)
	// Each calls each with the decompressed bytes of all stored pieces of the given blobs, ordered by
	// key. A damaged piece ends it with results.ErrDamaged.
	Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Key, []byte) error) error
}

// Sender stores the blobs of one run before the run's transaction. Keys of blobs are numbered
// within the run.
type Sender interface {
	// Add buffers a piece.
	Add(p blob.Piece) error
	// Send uploads the buffered pieces. It may be called repeatedly.
	Send(ctx context.Context) error
	// Save stores in the database where the blobs are. own converts a key within the run to a key
	// in the store. Save returns ErrAgain if a blob has been deleted meanwhile.
	Save(ctx context.Context, tx *sqlx.Tx, run int64, own func(blob.Key) blob.Key) error
	// Drop discards unsaved pieces.
	Drop()
}

// ErrAgain means that a transaction conflicted with another one and can be repeated.
var ErrAgain = errors.New("another program changed it at the same time")

// BlobsAtOnce is the number of pieces per insert statement, which are kept in memory until the
// insert.
const BlobsAtOnce = 8

// inPortions returns a buffer for pieces that passes them to put in batches: at most 4,096 pieces,
// or as soon as they have 1 MiB.
func inPortions(put func(context.Context, []blob.Piece) error) Portions[blob.Piece] {
	return Portions[blob.Piece]{Most: 4096, Weigh: func(p blob.Piece) int { return len(p.Data) }, Heavy: 1 << 20, To: put}
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

// Portions buffers values and passes them to the function To in batches, so that not all of them
// are in memory at once. A batch is complete with Most values or with Heavy bytes.
type Portions[T any] struct {
	Most   int
	Weigh  func(T) int // size in bytes; nil if sizes do not matter
	Heavy  int         // number of bytes that completes a batch
	To     func(context.Context, []T) error
	list   []T
	weight int
}

// Add appends a value and passes on the batch if it is complete.
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

// Flush passes on the remaining values.
func (p *Portions[T]) Flush(ctx context.Context) error {
	if len(p.list) == 0 {
		return nil
	}
	err := p.To(ctx, p.list)
	clear(p.list) // allow the values to be garbage collected
	p.list, p.weight = p.list[:0], 0
	return err
}
