package sqlite

import (
	"testing"
	"unicode"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// TestFoldsAsUnicode61 holds that what SQLite's own tokenizer takes for the same
// letter we do, too. It does not know the newest scripts, nor full width.
func TestFoldsAsUnicode61(t *testing.T) {
	db := open(t)
	for _, q := range []string{
		`CREATE VIRTUAL TABLE temp.letters USING fts5 (body, tokenize = "unicode61 remove_diacritics 2")`,
		`CREATE VIRTUAL TABLE temp.folded USING fts5vocab (temp, letters, instance)`,
	} {
		found(db.w.Exec(q))(t)
	}
	rows := sqlstore.NewBatch(db.w, "temp.letters", "rowid, body", 100)
	for r := rune(0x80); r < 0x20000; r++ {
		if unicode.IsLetter(r) {
			must(t, rows.Add(t.Context(), int64(r), string(r)))
		}
	}
	must(t, rows.Flush(t.Context()))
	list := []struct {
		Doc  int64
		Term string
	}{}
	must(t, db.w.Select(&list, "SELECT doc, term FROM temp.folded ORDER BY doc"))
	for _, l := range list {
		got, want := search.Tokens(string(rune(l.Doc))), search.Tokens(l.Term)
		if len(got) != 1 || len(want) != 1 || got[0].Fold != want[0].Fold {
			t.Errorf("%U %c: SQLite has %q, which is %v, and we have %v", l.Doc, rune(l.Doc), l.Term, want, got)
		}
	}
}
