package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// Parts are those of a store that may be elsewhere than in its rows. Each works on
// the connection or transaction that it is given; one that is elsewhere has no use
// for it, and is written to before the transaction commits.
type Parts struct {
	Blobs func(sqlx.ExtContext) Blobs
	// Send takes the bodies of one run elsewhere, before its transaction; large ones
	// wait in the directory until they are sent.
	Send func(dir string) Sender
	// Put keeps pieces of bodies in the transaction, in place of what is there by their
	// keys. A store has one of Send and Put.
	Put   func(sqlx.ExtContext) func(context.Context, []blob.Piece) error
	Texts func(sqlx.ExtContext) Searcher
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
