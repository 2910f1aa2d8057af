package sqlstore

import (
	"context"

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

// Searcher indexes the texts of steps; storetest.RunSearcher tests it.
type Searcher interface {
	Index(ctx context.Context, docs []search.Doc) error
	// Delete takes out what was taken in by Index. It is told the same again.
	Delete(ctx context.Context, docs []search.Doc) error
	// Search gives the keys of the steps that a asks for.
	Search(ctx context.Context, a search.Ask) ([]int64, error)
	// Count counts them up to a.Limit.
	Count(ctx context.Context, a search.Ask) (int, error)
}
