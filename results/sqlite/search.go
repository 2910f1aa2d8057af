package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// What a search does at most, so that no word is too common to be asked for.
const (
	maxCounted = 20000 // hits that are counted
	maxRanked  = 20000 // hits that are put in order of relevance, and steps with a word that weighs
	maxFaceted = 5000  // hits whose properties are counted
)

// Search finds steps by their text.
func (db *DB) Search(ctx context.Context, q search.Query) (search.Result, error) {
	res := search.Result{Order: search.ByNewest, Hits: []search.Hit{}, Facets: []search.Facet{}}
	p, err := db.plan(ctx, &q)
	if err != nil || p.empty {
		return res, err
	}
	found, err := db.found(ctx, p.hits(), maxCounted+1)
	if err != nil || len(found) == 0 {
		return res, err
	}
	if len(found) > maxCounted {
		found, res.Capped = found[:maxCounted], true
	}
	res.Total = len(found)
	if res.Order, err = db.orderOf(ctx, &q, &p, res.Capped); err != nil {
		return res, err
	}
	res.Light = p.light
	ids, err := db.pageOfHits(ctx, &q, &p, res.Order, found)
	if err != nil {
		return res, err
	}
	var places []place
	if res.Hits, places, err = db.hits(ctx, ids); err != nil {
		return res, err
	}
	if err := db.snippets(ctx, places, q.Terms, res.Hits); err != nil {
		return res, err
	}
	res.Counted = min(res.Total, maxFaceted)
	res.Facets, err = db.facets(ctx, found[:res.Counted])
	return res, err
}

// selection is the body of a SELECT with its arguments.
type selection struct {
	from string
	args []any
}

// hits selects every step that p finds; its id is f.rowid. The status of the
// trial is looked up hit by hit, since the index does not hold it.
func (p *searchPlan) hits() selection {
	s := selection{from: "FROM step_text f", args: []any{p.match, p.lo, p.hi}}
	where := "\nWHERE f.step_text MATCH ?\n  AND f.rowid BETWEEN ? AND ?"
	if p.lookUp() {
		s.from += "\nCROSS JOIN steps s ON s.id = f.rowid\nCROSS JOIN trials t ON t.id = s.trial_id"
	}
	if p.status != "" {
		where += "\n  AND t.status = ?"
		s.args = append(s.args, p.status)
	}
	if p.attempt != 0 {
		where += "\n  AND t.attempt = ?"
		s.args = append(s.args, p.attempt)
	}
	s.from += where
	return s
}

// lookUp reports whether a hit's trial decides.
func (p *searchPlan) lookUp() bool { return p.status != "" || p.attempt != 0 }

// found lists the ids of the newest hits, up to limit. They come as one text,
// because a row each would take most of the time.
func (db *DB) found(ctx context.Context, s selection, limit int) ([]int64, error) {
	q := "SELECT COALESCE(group_concat(id), '') FROM (SELECT f.rowid AS id\n" + s.from + "\nORDER BY f.rowid DESC\nLIMIT ?)"
	var text string
	if err := db.r.GetContext(ctx, &text, q, append(s.args, limit)...); err != nil {
		return nil, mapError("search", err)
	}
	list := make([]int64, 0, strings.Count(text, ",")+1)
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("search: read key of a hit: %w", err)
		}
		list = append(list, id)
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Compare(b, a) })
	return list, nil
}

// idList writes ids as a JSON array, which SQL takes apart again.
func idList(ids []int64) string {
	b := make([]byte, 0, len(ids)*8+2)
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']'))
}

// countHits counts up to limit hits.
func (db *DB) countHits(ctx context.Context, s selection, limit int) (int, error) {
	q := "SELECT count(*) FROM (SELECT 1\n" + s.from + "\nLIMIT ?)"
	var n int
	err := db.r.GetContext(ctx, &n, q, append(s.args, limit)...)
	return n, mapError("count hits", err)
}

// orderOf decides the order. Relevance weighs every step that holds the words,
// whatever else the search is narrowed by, so those must be few.
func (db *DB) orderOf(ctx context.Context, q *search.Query, p *searchPlan, capped bool) (search.Order, error) {
	switch {
	case q.InTrial():
		return search.ByStep, nil
	case q.Newest || capped:
		return search.ByNewest, nil
	}
	if err := db.weigh(ctx, q.Terms, p, maxRanked); err != nil || p.weighed == "" {
		return search.ByNewest, err
	}
	if p.weighed != p.match || p.lookUp() {
		all := searchPlan{match: p.weighed, lo: p.lo, hi: p.hi}
		n, err := db.countHits(ctx, all.hits(), maxRanked+1)
		if err != nil || n > maxRanked {
			return search.ByNewest, err
		}
	}
	return search.ByRelevance, nil
}

// weigh picks the terms by which hits are ranked. BM25 asks for every step of
// the database that holds a term, and for a phrase it goes through those that
// hold its rarest word; a term of which there are more than most is left to
// narrow the hits, and adds nothing to their order. How many steps hold a
// prefix costs as much to know as to rank them, so a prefix weighs only where
// no other term does.
func (db *DB) weigh(ctx context.Context, terms []search.Term, p *searchPlan, most int) error {
	var heavy, prefixes []search.Term
	p.light = nil
	for _, t := range terms {
		switch {
		case t.Not:
			continue
		case t.Prefix:
			prefixes = append(prefixes, t)
			continue
		}
		scarce, err := db.scarce(ctx, t, most)
		if err != nil {
			return err
		}
		if scarce {
			heavy = append(heavy, t)
		} else {
			p.light = append(p.light, t.Text)
		}
	}
	switch {
	case len(p.light) == 0 && (len(heavy) == 0 || len(prefixes) == 0):
		p.weighed = p.words
	case len(heavy) > 0:
		for _, t := range prefixes {
			p.light = append(p.light, t.Text+"*")
		}
		p.weighed = matchWords(heavy, "")
	}
	return nil
}

// scarce reports whether any word of a term is in at most that many steps.
func (db *DB) scarce(ctx context.Context, t search.Term, most int) (bool, error) {
	for _, w := range search.Tokens(t.Text) {
		all := searchPlan{match: matchWords([]search.Term{{Text: t.Text[w.Start:w.End]}}, ""), hi: 1<<62 - 1}
		n, err := db.countHits(ctx, all.hits(), most+1)
		if err != nil || n <= most {
			return err == nil, err
		}
	}
	return false, nil
}

// pageOfHits picks the ids of the steps that the page shows from all that were
// found, which come newest first.
func (db *DB) pageOfHits(ctx context.Context, q *search.Query, p *searchPlan, order search.Order, found []int64) ([]int64, error) {
	from, to := min(q.Offset, len(found)), min(q.Offset+q.Limit, len(found))
	if from == to {
		return nil, nil
	}
	switch order {
	case search.ByNewest:
		return found[from:to], nil
	case search.ByStep:
		ids := slices.Clone(found)
		slices.Reverse(ids)
		return ids[from:to], nil
	}
	query := "SELECT rowid\nFROM step_text\nWHERE step_text MATCH ?\n  AND rowid BETWEEN ? AND ?"
	args := []any{p.weighed, p.lo, p.hi}
	if p.weighed != p.match || p.lookUp() {
		query += "\n  AND +rowid IN (SELECT value FROM json_each(?))"
		args = append(args, idList(found))
	}
	query += "\nORDER BY rank, rowid DESC\nLIMIT ? OFFSET ?"
	ids := []int64{}
	err := db.r.SelectContext(ctx, &ids, query, append(args, q.Limit, q.Offset)...)
	return ids, mapError("rank hits", err)
}

// hits reads what is known of the steps, in the order of ids, and where their
// bodies lie.
func (db *DB) hits(ctx context.Context, ids []int64) ([]search.Hit, []place, error) {
	list := make([]search.Hit, len(ids))
	places := make([]place, 0, len(ids))
	at := make(map[int64]int, len(ids))
	for i, id := range ids {
		at[id] = i
	}
	const find = `SELECT s.id AS hit_id, s.trial_id, s.frame, s.offset, s.length,
  b.slug AS benchmark, r.slug AS run, m.slug AS model, m.name, r.framework, r.variant, r.scripted,
  c.slug AS scenario, k.slug AS task, t.attempt, t.status, s.id - t.first_step + 1 AS step_id, t.steps_total AS steps,
  s.source, s.tools, s.failed > 0 AS failed
FROM steps s
JOIN trials t ON t.id = s.trial_id
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios c ON c.id = k.scenario_id
WHERE s.id IN (?)`
	for start := 0; start < len(ids); start += 500 {
		query, args, err := sqlx.In(find, ids[start:min(start+500, len(ids))])
		if err != nil {
			return nil, nil, mapError("read hits", err)
		}
		rows := []struct {
			ID     int64 `db:"hit_id"`
			Trial  int64 `db:"trial_id"`
			Frame  int   `db:"frame"`
			Offset int   `db:"offset"`
			Length int   `db:"length"`
			search.Hit
		}{}
		if err := db.r.SelectContext(ctx, &rows, query, args...); err != nil {
			return nil, nil, mapError("read hits", err)
		}
		for _, r := range rows {
			list[at[r.ID]] = r.Hit
			places = append(places, place{hit: at[r.ID], trial: r.Trial, frame: r.Frame, offset: r.Offset, length: r.Length})
		}
	}
	return list, places, nil
}
