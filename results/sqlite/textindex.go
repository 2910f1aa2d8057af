package sqlite

import (
	"context"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// textIndex is the full-text index in the database file. It does not store the texts themselves.
type textIndex struct{ db sqlx.ExtContext }

const docsAtOnce = 40

// Index implements Searcher.
func (x textIndex) Index(ctx context.Context, docs []search.Doc) error {
	rows := sqlstore.NewBatch(x.db, "step_text", "rowid, body, tags", docsAtOnce)
	for _, d := range docs {
		if err := rows.Add(ctx, d.Key, d.Words, inTags(d.Tags)); err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// Delete implements Searcher.
func (x textIndex) Delete(ctx context.Context, docs []search.Doc) error {
	rows := sqlstore.NewBatch(x.db, "step_text", "step_text, rowid, body, tags", docsAtOnce)
	for _, d := range docs {
		if err := rows.Add(ctx, "delete", d.Key, d.Words, inTags(d.Tags)); err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// Search implements Searcher.
func (x textIndex) Search(ctx context.Context, a search.Ask) ([]int64, error) {
	from, args := asked(&a)
	args = append(args, a.Limit, a.Offset)
	if a.Order == search.ByRelevance {
		ids := []int64{}
		q := "SELECT f.rowid\n" + from + "\nORDER BY f.rank, f.rowid DESC\nLIMIT ? OFFSET ?"
		err := sqlx.SelectContext(ctx, x.db, &ids, q, args...)
		return ids, sqlstore.MapError("rank hits", err)
	}
	// Return all ids as one text, which is faster than a row per id.
	q := "SELECT COALESCE(group_concat(id), '') FROM (SELECT f.rowid AS id\n" + from + "\nORDER BY f.rowid DESC\nLIMIT ? OFFSET ?)"
	var text string
	if err := sqlx.GetContext(ctx, x.db, &text, q, args...); err != nil {
		return nil, sqlstore.MapError("search", err)
	}
	return sqlstore.NewestKeys(text)
}

// Count implements Searcher.
func (x textIndex) Count(ctx context.Context, a search.Ask) (int, error) {
	from, args := asked(&a)
	var n int
	err := sqlx.GetContext(ctx, x.db, &n, "SELECT count(*) FROM (SELECT 1\n"+from+"\nLIMIT ?)", append(args, a.Limit)...)
	return n, sqlstore.MapError("count hits", err)
}

// asked returns the FROM and WHERE clauses, with their arguments, of a query for the steps that
// match the search.
func asked(a *search.Ask) (from string, args []any) {
	to := a.To
	if to == 0 {
		to = 1<<62 - 1
	}
	matches := matched(a)
	from, args = "FROM step_text f\nWHERE f.step_text MATCH ?\n  AND f.rowid BETWEEN ? AND ?", []any{matches[0], a.From, to}
	for _, match := range matches[1:] {
		from += "\n  AND +f.rowid IN (SELECT rowid FROM step_text WHERE step_text MATCH ? AND rowid BETWEEN ? AND ?)"
		args = append(args, match, a.From, to)
	}
	where, more := sqlstore.Narrowed(dialect, a, "f.rowid")
	return from + where, append(args, more...)
}

// matched returns MATCH expressions, all of which a step must match. For a search within one run it
// returns several, because FTS5 would evaluate a combined expression over the whole index.
func matched(a *search.Ask) []string {
	var with, without []string
	for _, t := range a.Terms {
		switch words := term(t); {
		case t.Not && words != nothing:
			without = append(without, words)
		case !t.Not:
			with = append(with, words)
		}
	}
	for _, list := range a.Tags {
		with = append(with, `("`+search.TagMark+strings.Join(list, `" OR "`+search.TagMark)+`")`)
	}
	if len(with) == 0 {
		return []string{nothing}
	}
	not := ""
	if len(without) > 0 {
		not = fmt.Sprintf(" NOT (%s)", strings.Join(without, " OR "))
	}
	if a.To == 0 || a.To-a.From >= 1<<sqlstore.KeyBits || a.Order == search.ByRelevance {
		return []string{"(" + strings.Join(with, " AND ") + ")" + not}
	}
	with[0] += not
	return with
}

const nothing = `""`

// term quotes a term for FTS5, so that it contains no operators.
func term(t search.Term) string {
	words := `"` + t.Words() + `"`
	if t.Prefix && words != nothing {
		words += " *"
	}
	return words
}

func inTags(tags string) string {
	if tags == "" {
		return ""
	}
	return search.TagMark + strings.ReplaceAll(tags, " ", " "+search.TagMark)
}

// merge merges the index into a single segment, which removes deleted content.
func (x textIndex) merge(ctx context.Context) error {
	_, err := x.db.ExecContext(ctx, "INSERT INTO step_text (step_text) VALUES ('optimize')")
	return sqlstore.MapError("merge text index", err)
}

func (x textIndex) check(ctx context.Context) error {
	_, err := x.db.ExecContext(ctx, "INSERT INTO step_text (step_text) VALUES ('integrity-check')")
	return sqlstore.MapError("check text index", err)
}
