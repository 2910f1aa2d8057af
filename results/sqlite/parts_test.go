package sqlite

import (
	"testing"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/recent"
)

func TestBlobs(t *testing.T) {
	storetest.RunBlobs(t, func(t *testing.T) storetest.Blobs {
		tx := must.Get(open(t).w.BeginTxx(t.Context(), nil))(t)
		t.Cleanup(func() { tx.Rollback() })
		must.Get(tx.Exec("PRAGMA defer_foreign_keys = ON"))(t) // the bodies are nobody's
		return blobRows{tx, recent.New[[]byte](blocksKept)}
	})
}

func TestSearcher(t *testing.T) {
	storetest.RunSearcher(t, func(t *testing.T) storetest.Searcher { return textIndex{open(t).w} })
}
