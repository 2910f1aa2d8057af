package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/search"
)

// What is looked at for a word that no step has, so that it takes a few milliseconds.
const (
	meantScanned = 2000 // words that begin alike
	meantTried   = 8    // of the nearest, how many are searched for
	meantMost    = 3    // of which are proposed
	meantWords   = 4    // words of a line that are looked at
)

// meant proposes words in place of those of a search that no step has. With each of
// them the rest of the search finds something.
func (db *DB) meant(ctx context.Context, a search.Ask) ([]search.Meant, error) {
	list := []search.Meant{}
	tried := 0
	for i, t := range a.Terms {
		if t.Not || t.Regex || t.Prefix {
			continue
		}
		for _, w := range search.Tokens(t.Text) {
			n, err := db.text().Count(ctx, search.Ask{Terms: []search.Term{{Text: w.Fold}}, Limit: 1})
			if err != nil {
				return nil, err
			}
			if n > 0 || tried == meantWords {
				continue
			}
			tried++
			found, err := db.meantBy(ctx, a, i, w)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	return list, nil
}

// meantBy tries the words near to w, which is a word of the ith term, in its place.
func (db *DB) meantBy(ctx context.Context, a search.Ask, i int, w search.Token) ([]search.Meant, error) {
	near, err := db.nearWords(ctx, w.Fold)
	if err != nil {
		return nil, err
	}
	var list []search.Meant
	t := a.Terms[i]
	for _, word := range near[:min(len(near), meantTried)] {
		with := a
		with.Terms, with.Limit, with.Offset = slices.Clone(a.Terms), 1, 0
		with.Terms[i].Text = t.Text[:w.Start] + word + t.Text[w.End:]
		n, err := db.text().Count(ctx, with)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		if list = append(list, search.Meant{Word: t.Text[w.Start:w.End], As: word}); len(list) == meantMost {
			break
		}
	}
	return list, nil
}

// nearWords lists words that a folded word may be a slip for, the likeliest first:
// fewest slips, then those of most runs.
func (db *DB) nearWords(ctx context.Context, word string) ([]string, error) {
	n := utf8.RuneCountInString(word)
	if strings.ContainsAny(word, "0123456789") || n < 3 || n > 30 {
		return nil, nil
	}
	one, err := toJSON(search.OneSlip(word))
	if err != nil {
		return nil, err
	}
	type row struct {
		Word string
		Runs int
	}
	rows, err := ListOf[row](ctx, db.r, "find near words", `SELECT word, runs
FROM step_words
WHERE word IN (SELECT value FROM `+db.dialect.Texts("?")+` f)
ORDER BY word
LIMIT 1000`, one)
	if err != nil {
		return nil, err
	}
	for _, head := range heads(word) {
		alike, err := ListOf[row](ctx, db.r, "find near words", `SELECT word, runs
FROM step_words
WHERE word >= ? AND word < ?
  AND length(word) BETWEEN ? AND ?
ORDER BY word
LIMIT ?`, head, head+lastOfAll, n-2, n+2, meantScanned)
		if err != nil {
			return nil, err
		}
		rows = append(rows, alike...)
	}
	slips := map[string]int{}
	rows = slices.DeleteFunc(rows, func(r row) bool {
		_, seen := slips[r.Word]
		slips[r.Word] = search.Slips(word, r.Word)
		return seen || slips[r.Word] < 0
	})
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(slips[x.Word], slips[y.Word]), cmp.Compare(y.Runs, x.Runs), cmp.Compare(x.Word, y.Word))
	})
	list := make([]string, len(rows))
	for i, r := range rows {
		list[i] = r.Word
	}
	return list, nil
}

// lastOfAll comes after whatever a word may go on with.
const lastOfAll = "\U0010ffff"

// heads are the two letters that a word may begin with if there is one slip among the
// first of them.
func heads(word string) []string {
	w := []rune(word)
	list := []string{string(w[:2]), string([]rune{w[1], w[0]}), string([]rune{w[0], w[2]}), string(w[1:3])}
	slices.Sort(list)
	return slices.Compact(list)
}
