package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results/search"
)

// What a search does at most, so that no word is too common to be asked for.
const (
	maxCounted = 10000 // hits that are counted, with their properties
	maxRanked  = 10000 // see DB.ranked
)

// Search finds steps by their text and by filters.
func (db *DB) Search(ctx context.Context, q search.Query) (search.Result, error) {
	res := search.Result{Order: search.ByNewest, Hits: []search.Hit{}, Facets: []search.Facet{}}
	a, any, err := db.ask(ctx, &q)
	if err != nil || !any {
		return res, err
	}
	a.Limit = maxCounted + 1
	found, err := db.text().Search(ctx, a)
	if err != nil || len(found) == 0 {
		return res, err
	}
	res.Capped = len(found) > maxCounted
	found = found[:min(len(found), maxCounted)]
	res.Total = len(found)
	ids := found[min(q.Offset, len(found)):min(q.Offset+q.Limit, len(found))]
	switch {
	case q.InTrial():
		res.Order = search.ByStep
		slices.Reverse(found)
	case !q.Newest && !res.Capped && search.Asks(q.Terms):
		if res.Order, err = db.rank(ctx, a.Terms); err != nil {
			return res, err
		}
		if res.Order == search.ByRelevance {
			a.Order, a.Limit, a.Offset = res.Order, q.Limit, q.Offset
			if ids, err = db.text().Search(ctx, a); err != nil {
				return res, err
			}
		}
	}
	if res.Hits, err = db.hits(ctx, ids, search.Patterns(q.Terms)); err != nil {
		return res, err
	}
	res.Facets, err = db.facets(ctx, found)
	return res, err
}

// rank says whether hits are put in order of relevance, which weighs every step that
// holds a term: those must be few.
func (db *DB) rank(ctx context.Context, terms []search.Term) (search.Order, error) {
	for _, t := range terms {
		if t.Not {
			continue
		}
		n, err := db.text().Count(ctx, search.Ask{Terms: []search.Term{t}, Limit: db.ranked + 1})
		if err != nil || n > db.ranked {
			return search.ByNewest, err
		}
	}
	return search.ByRelevance, nil
}

// idsOf are queries for the keys of what a filter names; of tasks, those of the scenario
// that is named too.
var idsOf = map[string]string{
	"run":       "SELECT id FROM runs WHERE slug = ?",
	"model":     "SELECT r.id FROM runs r JOIN models m ON m.id = r.model_id WHERE m.slug = ? ORDER BY r.id",
	"benchmark": "SELECT id FROM benchmarks WHERE slug = ?",
	"scenario":  "SELECT id FROM scenarios WHERE slug = ? ORDER BY id",
	"task":      "SELECT id FROM tasks WHERE slug = ? ORDER BY id",
}

// ask turns names into the keys that the index holds; any is false if there are none of
// a name. Runs and trials are ranges of the keys of steps.
func (db *DB) ask(ctx context.Context, q *search.Query) (a search.Ask, any bool, err error) {
	a = search.Ask{Terms: q.Terms, Order: search.ByNewest}
	for _, f := range q.Filters {
		var ids []int64
		if find := idsOf[f.Name]; find != "" {
			ids, err = ListOf[int64](ctx, db.r, "find "+f.Name, find, f.Value)
			if err != nil || len(ids) == 0 {
				return a, false, err
			}
		}
		tags := make([]string, len(ids))
		for i, id := range ids {
			tags[i] = placeTag(f.Name, id)
		}
		switch f.Name {
		case "run":
			if first := ids[0] << KeyBits; a.To == 0 || a.From == first {
				a.From, a.To = first, first+1<<KeyBits-1
				continue
			}
			return a, false, nil
		case "model":
			if a.Runs != nil {
				ids = slices.DeleteFunc(ids, func(id int64) bool { return !slices.Contains(a.Runs, id) })
			}
			if a.Runs = ids; len(ids) == 0 {
				return a, false, nil
			}
			continue
		case "status":
			a.Statuses = append(a.Statuses, f.Value)
			continue
		case "attempt":
			a.Attempts = append(a.Attempts, f.Value)
			continue
		case "tool":
			tags = []string{toolTag(f.Value)}
		case "role":
			tags = []string{sourceTag(f.Value)}
		case "is":
			tags = []string{failedTag}
		}
		a.Tags = append(a.Tags, tags)
	}
	if q.InTrial() {
		return db.inTrial(ctx, q, a)
	}
	if !search.Asks(a.Terms) && len(a.Tags) == 0 { // each step has one of these
		a.Tags = [][]string{{sourceTag("user"), sourceTag("agent"), sourceTag("system")}}
	}
	return a, true, nil
}

// inTrial bounds the steps of the trials of a run at one task.
func (db *DB) inTrial(ctx context.Context, q *search.Query, a search.Ask) (search.Ask, bool, error) {
	const find = `SELECT COALESCE(min(t.first_step), 0) AS lo, COALESCE(max(t.first_step + t.steps_total) - 1, 0) AS hi
FROM trials t
WHERE t.run_id = ?
  AND t.steps_total > 0
  AND t.task_id IN (
    SELECT k.id
    FROM tasks k
    JOIN scenarios s ON s.id = k.scenario_id
    WHERE k.slug = ?
      AND s.slug = ?)
  AND (? = 0 OR t.attempt = ?)`
	attempt := 0
	if s := q.Value("attempt"); s != "" {
		var err error
		if attempt, err = strconv.Atoi(s); err != nil {
			return a, false, fmt.Errorf("search attempt %q: %w", s, err)
		}
	}
	row := struct{ Lo, Hi int64 }{}
	err := db.r.GetContext(ctx, &row, find, a.From>>KeyBits, q.Value("task"), q.Value("scenario"), attempt, attempt)
	a.From, a.To = row.Lo, row.Hi
	return a, row.Hi > 0, MapError("find trial", err)
}
