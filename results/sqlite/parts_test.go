package sqlite

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

func TestBlobs(t *testing.T) {
	t.Run("in the file", func(t *testing.T) {
		storetest.RunBlobs(t, func(t *testing.T) storetest.Blobs {
			tx := found(open(t).w.BeginTxx(t.Context(), nil))(t)
			t.Cleanup(func() { tx.Rollback() })
			found(tx.Exec("PRAGMA defer_foreign_keys = ON"))(t) // the bodies are nobody's
			return blobRows{tx, recent.New[[]byte](blocksKept)}
		})
	})
	t.Run("elsewhere", func(t *testing.T) {
		storetest.RunBlobs(t, func(*testing.T) storetest.Blobs { return &blobMap{pieces: map[blob.Key]blob.Piece{}} })
	})
}

func TestSearcher(t *testing.T) {
	storetest.RunSearcher(t, func(t *testing.T) storetest.Searcher { return textIndex{open(t).w} })
}

// A store whose bodies are not in the file is the same store.
func TestPartsElsewhere(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Store {
		db := open(t)
		bodies := &blobMap{pieces: map[blob.Key]blob.Piece{}}
		db.SetParts(sqlstore.Parts{
			Blobs: func(sqlx.ExtContext) sqlstore.Blobs { return bodies },
			Put:   func(sqlx.ExtContext) func(context.Context, []blob.Piece) error { return bodies.Put },
			Texts: func(db sqlx.ExtContext) sqlstore.Searcher { return textIndex{db} },
		})
		t.Cleanup(func() {
			for _, table := range []string{"trace_frames", "raw_chunks"} {
				var n int
				if err := db.w.Get(&n, "SELECT count(*) FROM "+table); err != nil || n != 0 {
					t.Errorf("%d rows of %s are in the file, %v", n, table, err)
				}
			}
		})
		return dumped{db}
	})
}

// blobMap keeps bodies in memory.
type blobMap struct {
	mu     sync.Mutex
	pieces map[blob.Key]blob.Piece
}

func (m *blobMap) Put(_ context.Context, pieces []blob.Piece) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range pieces {
		m.pieces[p.Key] = p
	}
	return nil
}

func (m *blobMap) Read(_ context.Context, key blob.Key, from, size int) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.pieces[key]
	if !ok {
		return nil, results.ErrNotFound
	}
	return p.Cut(from, size)
}

func (m *blobMap) Delete(_ context.Context, kind blob.Kind, of []int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.pieces {
		if key.Kind == kind && slices.Contains(of, key.Of) {
			delete(m.pieces, key)
		}
	}
	return nil
}

func (m *blobMap) Each(_ context.Context, kind blob.Kind, of []int64, each func(blob.Piece) error) error {
	m.mu.Lock()
	var list []blob.Piece
	for key, p := range m.pieces {
		if key.Kind == kind && slices.Contains(of, key.Of) {
			list = append(list, p)
		}
	}
	m.mu.Unlock()
	slices.SortFunc(list, func(a, b blob.Piece) int { return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.N, b.N)) })
	for _, p := range list {
		if err := each(p); err != nil {
			return err
		}
	}
	return nil
}

func (m *blobMap) Taken(_ context.Context, kind blob.Kind, of []int64) (n int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, p := range m.pieces {
		if key.Kind == kind && slices.Contains(of, key.Of) {
			n += int64(len(p.Data))
		}
	}
	return n, nil
}
