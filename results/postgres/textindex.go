package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// textIndex is the full-text index. A step has one vector in the table step_text or, if its text is
// long, several in step_text_pieces.
type textIndex struct{ db sqlx.ExtContext }

// forWords makes the server plan each query for its actual parameters. A generic plan would read
// the vectors of all steps that contain either of two common words.
const forWords = pgx.QueryExecModeCacheDescribe

const vectorsAtOnce = 40

// Index implements sqlstore.Searcher.
func (x textIndex) Index(ctx context.Context, docs []search.Doc) error {
	whole := sqlstore.NewBatch(x.db, "step_text", "run_id, step_id, words", vectorsAtOnce)
	pieces := sqlstore.NewBatch(x.db, "step_text_pieces", "run_id, step_id, piece, words", vectorsAtOnce)
	for _, d := range docs {
		list := vectors(d)
		if len(list) == 1 {
			if err := whole.Add(ctx, d.Key>>sqlstore.KeyBits, d.Key, list[0]); err != nil {
				return err
			}
			continue
		}
		for i, v := range list {
			if err := pieces.Add(ctx, d.Key>>sqlstore.KeyBits, d.Key, i+1, v); err != nil {
				return err
			}
		}
	}
	if err := whole.Flush(ctx); err != nil {
		return err
	}
	return pieces.Flush(ctx)
}

// Delete implements sqlstore.Searcher.
func (x textIndex) Delete(ctx context.Context, docs []search.Doc) error {
	ids := make([]int64, len(docs))
	for i, d := range docs {
		ids[i] = d.Key
	}
	slices.Sort(ids)
	for len(ids) > 0 {
		run := ids[0] >> sqlstore.KeyBits
		n, _ := slices.BinarySearch(ids, (run+1)<<sqlstore.KeyBits)
		for _, table := range []string{"step_text", "step_text_pieces"} {
			q := "DELETE FROM " + table + " WHERE run_id = ? AND step_id IN (SELECT value FROM " + dialect.Numbers("?") + " f)"
			if _, err := x.db.ExecContext(ctx, q, run, sqlstore.IDList(ids[:n])); err != nil {
				return sqlstore.MapError("delete texts", err)
			}
		}
		ids = ids[n:]
	}
	return nil
}

// Search implements sqlstore.Searcher.
func (x textIndex) Search(ctx context.Context, a search.Ask) ([]int64, error) {
	q := asked(&a)
	if q == nil {
		return []int64{}, nil
	}
	if a.Order == search.ByRelevance {
		return x.ranked(ctx, q)
	}
	// Return all ids as one text; a row per id would dominate the running time.
	found, args := q.newest(a.Limit + a.Offset)
	var text string
	err := sqlx.GetContext(ctx, x.db, &text,
		"SELECT COALESCE(string_agg(CAST(step_id AS text), ','), '') FROM (\n"+found+"\nORDER BY step_id DESC\nLIMIT ? OFFSET ?) f",
		append(append([]any{forWords}, args...), a.Limit, a.Offset)...)
	if err != nil {
		return nil, sqlstore.MapError("search", err)
	}
	return sqlstore.NewestKeys(text)
}

// ranked returns one page of hits sorted by ts_rank. The rank of a long text is that of its best
// piece.
func (x textIndex) ranked(ctx context.Context, q *query) ([]int64, error) {
	const gently = 1 // option of ts_rank: divide by 1 + the logarithm of the length
	found, args := q.union("", nil)
	const rank = `COALESCE(
    (SELECT ts_rank(w.words, CAST(? AS tsquery), ?) FROM step_text w WHERE w.step_id = f.step_id AND w.run_id = f.run_id),
    (SELECT max(ts_rank(w.words, CAST(? AS tsquery), ?)) FROM step_text_pieces w WHERE w.step_id = f.step_id AND w.run_id = f.run_id))`
	all := append([]any{forWords, q.with, gently, q.with, gently}, args...)
	ids := []int64{}
	err := sqlx.SelectContext(ctx, x.db, &ids, "SELECT step_id FROM (SELECT f.step_id, "+rank+" AS weight FROM (\n"+found+
		") f) ranked\nORDER BY weight DESC, step_id DESC\nLIMIT ? OFFSET ?", append(all, q.ask.Limit, q.ask.Offset)...)
	return ids, sqlstore.MapError("rank hits", err)
}

// Count implements sqlstore.Searcher.
func (x textIndex) Count(ctx context.Context, a search.Ask) (int, error) {
	q := asked(&a)
	if q == nil {
		return 0, nil
	}
	var n int
	found, args := q.union("\nLIMIT ?", []any{a.Limit})
	err := sqlx.GetContext(ctx, x.db, &n, "SELECT count(*) FROM (\n"+found+"\nLIMIT ?) f",
		append(append([]any{forWords}, args...), a.Limit)...)
	return n, sqlstore.MapError("count hits", err)
}

// query holds the conditions of a search as tsquery texts. with contains the required terms, by
// which hits are ranked.
type query struct {
	ask   *search.Ask
	whole string   // condition that a text with a single vector must match
	parts []string // conditions of which each must match at least one piece of a long text
	not   string   // excluded terms; may be empty
	with  string
}

// asked converts a search to a query; nil if no step can match the search.
func asked(a *search.Ask) *query {
	var with, without []string
	tags := queryTags(a.Tags)
	for _, t := range a.Terms {
		switch term := queryTerm(t); {
		case t.Not && term != "":
			without = append(without, term)
		case t.Not:
		case term == "":
			return nil
		default:
			with = append(with, term)
		}
	}
	q := &query{ask: a, with: strings.Join(with, " & "), not: strings.Join(without, " | ")}
	if tags != "" {
		if len(with) == 0 {
			q.parts = []string{tags}
		}
		for _, term := range with {
			q.parts = append(q.parts, term+" & "+tags)
		}
		with = append(with, tags)
	} else {
		q.parts = with
	}
	if len(with) == 0 {
		return nil
	}
	q.whole = strings.Join(with, " & ")
	if q.not != "" {
		q.whole += " & !(" + q.not + ")"
	}
	return q
}

// queryTerm converts a term, which may be a phrase, to tsquery syntax.
func queryTerm(t search.Term) string {
	var words []string
	for w := range strings.FieldsSeq(t.Words()) {
		words = append(words, quote(lexeme(w)))
	}
	switch {
	case len(words) == 0:
		return ""
	case t.Prefix:
		words[len(words)-1] += ":*"
	}
	return "(" + strings.Join(words, " <-> ") + ")"
}

func queryTags(lists [][]string) string {
	var all []string
	for _, list := range lists {
		var tags []string
		for _, t := range list {
			tags = append(tags, quote(search.TagMark+t))
		}
		all = append(all, "("+strings.Join(tags, " | ")+")")
	}
	return strings.Join(all, " & ")
}

// newest returns an SQL query for the newest matching steps, at most limit. Among long texts it
// searches only the steps that are newer than the oldest match in a short text, because common
// words occur in many pieces.
func (q *query) newest(limit int) (string, []any) {
	const newest, since = "\nORDER BY step_id DESC\nLIMIT ?", " AND step_id >= (SELECT CASE WHEN count(*) < ? THEN 0 ELSE " +
		"min(step_id) END FROM usual)"
	usual, args := q.usual()
	long, more := q.long(since, limit)
	return "WITH usual AS MATERIALIZED (" + usual + newest + ")\n(SELECT step_id, run_id FROM usual)\nUNION ALL\n(" + long + newest + ")",
		slices.Concat(args, []any{limit}, more, []any{limit})
}

// union returns an SQL query for short and long texts. tail is appended to both parts.
func (q *query) union(tail string, bound []any) (string, []any) {
	usual, args := q.usual()
	long, more := q.long("")
	return "(" + usual + tail + ")\nUNION ALL\n(" + long + tail + ")", slices.Concat(args, bound, more, bound)
}

// usual returns an SQL query for texts with a single vector.
func (q *query) usual() (string, []any) {
	where, args := q.within()
	narrow, more := sqlstore.Narrowed(dialect, q.ask, "f.step_id")
	return "SELECT f.step_id, f.run_id\nFROM step_text f\nWHERE f.words @@ CAST(? AS tsquery) AND " + where + narrow,
		slices.Concat([]any{q.whole}, args, more)
}

// long returns an SQL query for long texts, whose terms may match in different pieces. since is an
// additional condition on each piece.
func (q *query) long(since string, bound ...any) (string, []any) {
	where, within := q.within()
	var text string
	var args []any
	add := func(how, part string) {
		text += how + "SELECT step_id, run_id FROM step_text_pieces f WHERE words @@ CAST(? AS tsquery) AND " + where + since
		args = slices.Concat(args, []any{part}, within, bound)
	}
	for i, part := range q.parts {
		add([]string{"", "\nINTERSECT "}[min(i, 1)], part)
	}
	if q.not != "" {
		add("\nEXCEPT ", q.not)
	}
	if len(q.parts) == 1 && q.not == "" {
		text = strings.Replace(text, "SELECT", "SELECT DISTINCT", 1)
	}
	narrow, more := sqlstore.Narrowed(dialect, q.ask, "f.step_id")
	return "SELECT f.step_id, f.run_id\nFROM (" + text + ") f\nWHERE true" + narrow, append(args, more...)
}

// within returns a condition on the range of step keys and, if the range is within one run, on the
// run.
func (q *query) within() (string, []any) {
	from, to := q.ask.From, q.ask.To
	if to == 0 {
		to = 1<<62 - 1
	}
	if run := from >> sqlstore.KeyBits; run == to>>sqlstore.KeyBits {
		return "f.run_id = ? AND f.step_id BETWEEN ? AND ?", []any{run, from, to}
	}
	return "f.step_id BETWEEN ? AND ?", []any{from, to}
}
