package sqlite

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// textIndex is the full-text index in the file. It holds neither texts nor the
// status and attempt of a trial, which it looks up in the rows of the steps.
type textIndex struct{ db sqlx.ExtContext }

// docsAtOnce is how many steps one statement takes in.
const docsAtOnce = 40

// Index implements Searcher.
func (x textIndex) Index(ctx context.Context, docs []search.Doc) error {
	rows := sqlstore.NewBatch(x.db, "step_text", "rowid, body, parts, tags", docsAtOnce)
	for _, d := range docs {
		if err := rows.Add(ctx, d.Key, d.Words, d.Parts, inTags(d.Tags)); err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// Delete implements Searcher.
func (x textIndex) Delete(ctx context.Context, docs []search.Doc) error {
	rows := sqlstore.NewBatch(x.db, "step_text", "step_text, rowid, body, parts, tags", docsAtOnce)
	for _, d := range docs {
		if err := rows.Add(ctx, "delete", d.Key, d.Words, d.Parts, inTags(d.Tags)); err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// Search implements Searcher.
func (x textIndex) Search(ctx context.Context, a search.Ask) ([]int64, error) {
	var words map[string][]string
	if a.Order != search.ByRelevance {
		var err error
		if words, err = x.beginning(ctx, a.Terms); err != nil {
			return nil, err
		}
	}
	from, args := asked(a, words)
	if a.Order == search.ByRelevance {
		ids := []int64{}
		q := "SELECT f.rowid\n" + from + "\nORDER BY f.rank, f.rowid DESC\nLIMIT ? OFFSET ?"
		err := sqlx.SelectContext(ctx, x.db, &ids, q, append(args, a.Limit, a.Offset)...)
		return ids, sqlstore.MapError("rank hits", err)
	}
	// They come as one text, because a row each would take most of the time.
	q := "SELECT COALESCE(group_concat(id), '') FROM (SELECT f.rowid AS id\n" + from + "\nORDER BY f.rowid DESC\nLIMIT ? OFFSET ?)"
	var text string
	if err := sqlx.GetContext(ctx, x.db, &text, q, append(args, a.Limit, a.Offset)...); err != nil {
		return nil, sqlstore.MapError("search", err)
	}
	return sqlstore.NewestKeys(text)
}

// Count implements Searcher.
func (x textIndex) Count(ctx context.Context, a search.Ask) (int, error) {
	words, err := x.beginning(ctx, a.Terms)
	if err != nil {
		return 0, err
	}
	from, args := asked(a, words)
	var n int
	err = sqlx.GetContext(ctx, x.db, &n, "SELECT count(*) FROM (SELECT 1\n"+from+"\nLIMIT ?)", append(args, a.Limit)...)
	return n, sqlstore.MapError("count hits", err)
}

// What is written out of a prefix: FTS5 gathers all steps of all its words before it
// gives the first, but those of words that are named come one by one. It has an index
// of its own for prefixes of three letters.
const (
	prefixLetters = 4   // at least
	prefixWords   = 200 // at most; those of more are seldom common
)

// beginning lists the words that begin as prefixes say, by prefix; those that are not
// written out are left out.
func (x textIndex) beginning(ctx context.Context, terms []search.Term) (map[string][]string, error) {
	list := map[string][]string{}
	for _, t := range terms {
		head := t.Words()
		if !t.Prefix || utf8.RuneCountInString(head) < prefixLetters || strings.Contains(head, " ") {
			continue
		}
		const q = `WITH RECURSIVE words (word) AS (
  SELECT (SELECT term FROM step_text_terms WHERE term >= ?1 AND term < ?2 LIMIT 1)
  UNION ALL
  SELECT (SELECT term FROM step_text_terms WHERE term >= word || char(1) AND term < ?2 LIMIT 1)
  FROM words
  WHERE word IS NOT NULL
  LIMIT ?3)
SELECT COALESCE(group_concat(word, ' '), '')
FROM words`
		var text string
		if err := sqlx.GetContext(ctx, x.db, &text, q, head, head+"\U0010ffff", prefixWords+2); err != nil {
			return nil, sqlstore.MapError("write out a prefix", err)
		}
		if words := strings.Fields(text); len(words) > 0 && len(words) <= prefixWords {
			list[head] = words
		}
	}
	return list, nil
}

// asked is the body of a SELECT, with its arguments, of the steps that a asks for.
// words are those of prefixes.
func asked(a search.Ask, words map[string][]string) (from string, args []any) {
	to := a.To
	if to == 0 {
		to = 1<<62 - 1
	}
	matches := matched(a, words)
	from, args = "FROM step_text f", []any{matches[0], a.From, to}
	where := "\nWHERE f.step_text MATCH ?\n  AND f.rowid BETWEEN ? AND ?"
	for _, match := range matches[1:] {
		where += "\n  AND +f.rowid IN (SELECT rowid FROM step_text WHERE step_text MATCH ? AND rowid BETWEEN ? AND ?)"
		args = append(args, match, a.From, to)
	}
	if a.Status != "" || a.Attempt != 0 {
		from += "\nCROSS JOIN steps s ON s.id = f.rowid\nCROSS JOIN trials t ON t.id = s.trial_id"
	}
	if a.Status != "" {
		where += "\n  AND t.status = ?"
		args = append(args, a.Status)
	}
	if a.Attempt != 0 {
		where += "\n  AND t.attempt = ?"
		args = append(args, a.Attempt)
	}
	if a.Among != nil {
		where += "\n  AND +f.rowid IN (SELECT value FROM json_each(?))"
		args = append(args, sqlstore.IDList(a.Among))
	}
	return from + where, args
}

// matched are the MATCH expressions that a step meets all of: one, but for steps of one
// run. FTS5 goes beyond the bounds of a search, through the whole index if need be, for
// the next step that meets all parts of an expression, so that these are then searched
// one by one.
func matched(a search.Ask, words map[string][]string) []string {
	var with, without []search.Term
	for _, t := range a.Terms {
		if t.Not {
			without = append(without, t)
		} else {
			with = append(with, t)
		}
	}
	if a.To == 0 || a.To-a.From >= 1<<sqlstore.KeyBits || a.Order == search.ByRelevance || len(with) == 0 {
		return []string{matchWords(a.Terms, words, matchTags(a.Tags))}
	}
	list := []string{matchWords(append(with[:1:1], without...), words, "")}
	for _, t := range with[1:] {
		list = append(list, matchWords([]search.Term{t}, words, ""))
	}
	for _, tag := range a.Tags {
		list = append(list, matchTags([][]string{tag}))
	}
	return list
}

// tagMark begins each tag in the index. No word of a text begins with it, so that
// none is taken for the other and no column needs to be named.
const tagMark = search.Apart

// inTags are tags as the index holds them.
func inTags(tags string) string {
	if tags == "" {
		return ""
	}
	return tagMark + strings.ReplaceAll(tags, " ", " "+tagMark)
}

// matchTags joins lists of tags with AND, of each of which one is enough.
func matchTags(tags [][]string) string {
	var parts []string
	for _, list := range tags {
		choice := make([]string, len(list))
		for i, t := range list {
			choice[i] = `"` + tagMark + t + `"`
		}
		parts = append(parts, "("+strings.Join(choice, " OR ")+")")
	}
	return strings.Join(parts, " AND ")
}

// nothing is an expression that no step meets.
const nothing = `""`

// matchWords writes the MATCH expression. The words of the reader are what the
// index holds, in quotes, so that nothing in them is an operator of FTS5. begin has the
// words of prefixes.
func matchWords(terms []search.Term, begin map[string][]string, tags string) string {
	var with, without []string
	for _, t := range terms {
		words := t.Words()
		switch {
		case words == "" && t.Not:
			continue
		case words == "":
			return nothing
		}
		w := `"` + words + `"`
		switch list := begin[words]; {
		case t.Prefix && list != nil:
			w = `("` + strings.Join(list, `" OR "`) + `")`
		case t.Prefix:
			w += " *"
		}
		if t.Not {
			without = append(without, w)
		} else {
			with = append(with, w)
		}
	}
	if tags != "" {
		with = append(with, tags)
	}
	if len(with) == 0 {
		return nothing
	}
	expr := strings.Join(with, " AND ")
	if len(without) > 0 {
		expr = fmt.Sprintf("(%s) NOT (%s)", expr, strings.Join(without, " OR "))
	}
	return expr
}

// merge leaves one piece of the index, so that nothing is left in it of what was
// taken out.
func (x textIndex) merge(ctx context.Context) error {
	_, err := x.db.ExecContext(ctx, "INSERT INTO step_text (step_text) VALUES ('optimize')")
	return sqlstore.MapError("merge text index", err)
}

// check reports whether the index is sound.
func (x textIndex) check(ctx context.Context) error {
	_, err := x.db.ExecContext(ctx, "INSERT INTO step_text (step_text) VALUES ('integrity-check')")
	return sqlstore.MapError("check text index", err)
}
