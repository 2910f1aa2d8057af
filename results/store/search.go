package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// Searcher finds steps by their text: in all traces, or in one.
type Searcher interface {
	Search(ctx context.Context, q search.Query) (search.Result, error)
	// FindNames lists what is called by all of the terms.
	FindNames(ctx context.Context, terms []search.Term) ([]search.Name, error)
	MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error)
}
