package sqlite

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// inFile are the parts that are in the file.
func inFile() sqlstore.Parts {
	last := recent.New[[]byte](blocksKept)
	return sqlstore.Parts{
		Blobs: func(db sqlx.ExtContext) sqlstore.Blobs { return blobRows{db, last} },
		Put:   func(db sqlx.ExtContext) func(context.Context, []blob.Piece) error { return blobRows{db, last}.Put },
		Texts: func(db sqlx.ExtContext) sqlstore.Searcher { return textIndex{db} },
	}
}
