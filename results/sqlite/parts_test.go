package sqlite

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/search"
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
	t.Run("in the file", func(t *testing.T) {
		storetest.RunSearcher(t, func(t *testing.T) storetest.Searcher { return textIndex{open(t).w} })
	})
	t.Run("elsewhere", func(t *testing.T) {
		without := []string{"long texts", "borders of long texts"} // which it does not cut
		storetest.RunSearcher(t, func(*testing.T) storetest.Searcher { return &docMap{docs: map[int64]search.Doc{}} }, without...)
	})
}

// A store whose bodies and texts are not in the file is the same store.
func TestPartsElsewhere(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Store {
		db := open(t)
		bodies, docs := &blobMap{pieces: map[blob.Key]blob.Piece{}}, &docMap{docs: map[int64]search.Doc{}}
		db.SetParts(sqlstore.Parts{
			Blobs: func(sqlx.ExtContext) sqlstore.Blobs { return bodies },
			Put:   func(sqlx.ExtContext) func(context.Context, []blob.Piece) error { return bodies.Put },
			Texts: func(sqlx.ExtContext) sqlstore.Searcher { return docs },
		})
		t.Cleanup(func() {
			for _, table := range []string{"trace_frames", "raw_chunks", "step_text"} {
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

// docMap looks through all texts.
type docMap struct {
	mu   sync.Mutex
	docs map[int64]search.Doc
}

func (m *docMap) Index(_ context.Context, docs []search.Doc) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range docs {
		m.docs[d.Key] = d
	}
	return nil
}

func (m *docMap) Delete(_ context.Context, docs []search.Doc) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range docs {
		delete(m.docs, d.Key)
	}
	return nil
}

func (m *docMap) Count(ctx context.Context, a search.Ask) (int, error) {
	list, err := m.Search(ctx, a)
	return len(list), err
}

func (m *docMap) Search(_ context.Context, a search.Ask) ([]int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []int64{}
	for key, d := range m.docs {
		if meets(d, a) {
			list = append(list, key)
		}
	}
	slices.SortFunc(list, func(x, y int64) int {
		if a.Order == search.ByRelevance {
			return cmp.Or(cmp.Compare(len(m.docs[x].Words), len(m.docs[y].Words)), cmp.Compare(y, x))
		}
		return cmp.Compare(y, x)
	})
	from := min(a.Offset, len(list))
	return list[from:min(from+a.Limit, len(list))], nil
}

func meets(d search.Doc, a search.Ask) bool {
	if d.Key < a.From || a.To != 0 && d.Key > a.To || a.Among != nil && !slices.Contains(a.Among, d.Key) ||
		a.Status != "" && a.Status != d.Status || a.Attempt != 0 && a.Attempt != d.Attempt {
		return false
	}
	tags := strings.Fields(d.Tags)
	for _, list := range a.Tags {
		if !slices.ContainsFunc(list, func(tag string) bool { return slices.Contains(tags, tag) }) {
			return false
		}
	}
	words, parts := strings.Fields(d.Words), strings.Fields(d.Parts)
	for _, term := range a.Terms {
		phrase := strings.Fields(term.Words())
		if (says(words, phrase, term.Prefix) || says(parts, phrase, term.Prefix)) == term.Not {
			return false
		}
	}
	return true
}

// says reports whether the words hold those of the phrase in a row.
func says(words, phrase []string, prefix bool) bool {
	for i := range len(words) - len(phrase) + 1 {
		n := 0
		for n < len(phrase) && (words[i+n] == phrase[n] || prefix && n == len(phrase)-1 && strings.HasPrefix(words[i+n], phrase[n])) {
			n++
		}
		if n == len(phrase) && n > 0 {
			return true
		}
	}
	return false
}
