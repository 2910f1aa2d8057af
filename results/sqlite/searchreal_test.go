package sqlite

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/search"
)

func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"index words": indexWordsReal}, "data")
}

// indexWordsReal puts pieces of real records into the index and reads back which
// words it has, each at its place: they are those that we cut, which snippets mark.
func indexWordsReal(t *testing.T) {
	db := open(t)
	texts := resultstest.Texts(t, resultstest.Shared(t, "data"), 400)
	var docs []search.Doc
	want := map[int64][]string{}
	for i, text := range texts {
		d := search.Doc{Key: int64(i + 1)}
		d.Words = search.IndexText(text)
		docs = append(docs, d)
		want[d.Key] = strings.Fields(d.Words)
		for n, w := range search.Tokens(text) {
			if want[d.Key][n] != w.Fold {
				t.Fatalf("text %d: word %d is %q, and %q to the index", i, n, w.Fold, want[d.Key][n])
			}
		}
	}
	must(t, (textIndex{db.w}).Index(t.Context(), docs))
	found(db.w.Exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, step_text, instance)"))(t)
	rows := []struct {
		Doc    int64
		Offset int
		Term   string
	}{}
	must(t, db.w.Select(&rows, "SELECT doc, offset, term FROM temp.words"))
	n := 0
	for _, list := range want {
		n += len(list)
	}
	if len(rows) != n || len(rows) < 100000 {
		t.Errorf("the index has %d words in %d texts, we have %d", len(rows), len(texts), n)
	}
	for _, r := range rows {
		if list := want[r.Doc]; r.Offset >= len(list) || list[r.Offset] != r.Term {
			t.Fatalf("text %d: word %d of the index is %q, ours %s", r.Doc, r.Offset, r.Term, cmp.Diff(list, []string{r.Term}))
		}
	}
}
