package sqlstore

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results/search"
)

// What a search does at most, so that no word is too common to be asked for.
const (
	maxCounted = 10000 // hits that are counted, with their properties
	maxRanked  = 10000 // see DB.ranked
)

// Search finds steps by their text and by their fields.
func (db *DB) Search(ctx context.Context, q search.Query) (search.Result, error) {
	res := search.Result{Order: search.ByNewest, Hits: []search.Hit{}, Facets: []search.Facet{}}
	ctx, m := metered(ctx)
	exact, rest := q.Split()
	p, err := db.plan(ctx, &exact)
	if err != nil || p.empty && len(q.Then) == 0 {
		return res, err
	}
	p.sifted = len(rest)+len(q.Then) > 0
	found, partial, err := db.find(ctx, &q, &p, rest)
	res.Read, res.Stopped, res.Capped = m.steps, m.stopped, m.stopped || partial
	if err != nil {
		return res, err
	}
	if len(found) == 0 {
		if !q.Count && len(q.Then) == 0 {
			res.Meant, err = db.meantIn(ctx, &q, &p, rest)
		}
		return res, err
	}
	if res.Total = len(found); q.Count {
		return res, nil
	}
	exact.Newest = q.Newest || len(q.Then) > 0
	if res.Order, err = db.orderOf(ctx, &exact, &p, res.Capped); err != nil {
		return res, err
	}
	res.Ranking, res.Light = db.parts.Ranking, p.light
	var ids []int64
	var counts []int
	if q.ByTrial {
		res.Order = search.ByNewest
		ids, counts, res.Trials, err = db.pageOfTrials(ctx, &q, found)
	} else {
		ids, err = db.pageOfHits(ctx, &exact, &p, res.Order, found)
	}
	if err != nil {
		return res, err
	}
	stages := q.Stages()
	last := stages[len(stages)-1]
	var parts []bodyPart
	if res.Hits, parts, err = db.hits(ctx, ids); err != nil {
		return res, err
	}
	for i, n := range counts {
		res.Hits[i].InTrial = n
	}
	if q.ByTrial {
		if err := db.strips(ctx, res.Hits, ids, found); err != nil {
			return res, err
		}
	}
	tally, err := db.tally(ctx, last.Fields, found, ids)
	if err != nil {
		return res, err
	}
	if err := db.snippets(ctx, parts, last.Terms, res.Hits, tally.calls); err != nil {
		return res, err
	}
	res.Counted = res.Total
	res.Facets, err = db.facets(ctx, found, tally)
	return res, err
}

// orderOf decides the order. Relevance weighs every step that holds the words,
// whatever else the search is narrowed by, so those must be few.
func (db *DB) orderOf(ctx context.Context, q *search.Query, p *searchPlan, capped bool) (search.Order, error) {
	switch {
	case q.InTrial():
		return search.ByStep, nil
	case q.Newest || capped || !search.Asks(p.Terms) || hasRegex(p.Terms):
		return search.ByNewest, nil
	}
	if err := db.weigh(ctx, p, db.ranked); err != nil || p.weighed == nil {
		return search.ByNewest, err
	}
	if p.weighsLess() {
		n, err := db.text().Count(ctx, search.Ask{Terms: p.weighed, From: p.From, To: p.To, Limit: db.ranked + 1})
		if err != nil || n > db.ranked {
			return search.ByNewest, err
		}
	}
	return search.ByRelevance, nil
}

// weighsLess reports whether the terms that weigh find more than the search.
func (p *searchPlan) weighsLess() bool { return len(p.weighed) < len(p.Terms) || p.narrowed() }

// weigh picks the terms by which hits are ranked. BM25 asks for every step of
// the database that holds a term, and for a phrase it goes through those that
// hold its rarest word; a term of which there are more than most is left to
// narrow the hits, and adds nothing to their order. How many steps hold a
// prefix costs as much to know as to rank them, so a prefix weighs only where
// no other term does.
func (db *DB) weigh(ctx context.Context, p *searchPlan, most int) error {
	var heavy, prefixes []search.Term
	p.light, p.weighed = nil, nil
	for _, t := range p.Terms {
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
		p.weighed = p.Terms
	case len(heavy) > 0:
		for _, t := range prefixes {
			p.light = append(p.light, t.Text+"*")
		}
		p.weighed = heavy
	}
	return nil
}

// scarce reports whether any word of a term is in at most that many steps.
func (db *DB) scarce(ctx context.Context, t search.Term, most int) (bool, error) {
	for _, w := range search.Tokens(t.Text) {
		n, err := db.text().Count(ctx, search.Ask{Terms: []search.Term{{Text: t.Text[w.Start:w.End]}}, Limit: most + 1})
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
	a := search.Ask{Terms: p.weighed, From: p.From, To: p.To, Order: order, Limit: q.Limit, Offset: q.Offset}
	if p.weighsLess() {
		a.Among = found
	}
	return db.text().Search(ctx, a)
}

// hits reads what is known of the steps, in the order of ids, and where their
// bodies lie.
func (db *DB) hits(ctx context.Context, ids []int64) ([]search.Hit, []bodyPart, error) {
	list := make([]search.Hit, len(ids))
	parts := make([]bodyPart, 0, len(ids))
	at := make(map[int64]int, len(ids))
	for i, id := range ids {
		at[id] = i
	}
	const find = `SELECT s.id AS hit_id, s.trial_id, s.frame, s.offset, s.length,
  b.slug AS benchmark, r.slug AS run, m.slug AS model, m.name, r.framework, r.variant, r.scripted,
  c.slug AS scenario, k.slug AS task, t.attempt, t.status, s.id - t.first_step + 1 AS step_id, t.steps_total AS steps,
  s.source, s.tools, s.failed > 0 AS failed
FROM steps s
JOIN trials t ON t.id = s.trial_id /*! AND t.run_id = s.run_id */
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios c ON c.id = k.scenario_id
WHERE s.id IN (?) /*! AND s.run_id IN (?) */`
	for start := 0; start < len(ids); start += 500 {
		query, args, err := db.in(find, ids[start:min(start+500, len(ids))])
		if err != nil {
			return nil, nil, MapError("read hits", err)
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
			return nil, nil, MapError("read hits", err)
		}
		for _, r := range rows {
			list[at[r.ID]] = r.Hit
			list[at[r.ID]].Calls, list[at[r.ID]].Strip = []search.HitCall{}, []search.StripCell{}
			parts = append(parts, bodyPart{id: r.ID, hit: at[r.ID], trial: r.Trial, frame: r.Frame, offset: r.Offset, length: r.Length})
		}
	}
	return list, parts, nil
}
