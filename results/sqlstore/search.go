package sqlstore

import (
	"context"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// maxCounted is the maximum number of hits that are counted and ranked. It limits the time of a
// search for very common words.
const maxCounted = 10000

// Search finds steps by text and filters.
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
	ranked := !q.Newest && !res.Capped && search.Asks(q.Terms)
	if q.InTrial() {
		res.Order, ranked = search.ByStep, false
		slices.Reverse(found)
	}
	for _, t := range a.Terms {
		if ranked && !t.Not { // ranking reads every step that contains a term, so rank only if the terms are rare
			n, err := db.text().Count(ctx, search.Ask{Terms: []search.Term{t}, Limit: maxCounted + 1})
			if err != nil {
				return res, err
			}
			ranked = n <= maxCounted
		}
	}
	ids := found[min(q.Offset, len(found)):min(q.Offset+q.Limit, len(found))]
	if ranked {
		a.Order, a.Limit, a.Offset = search.ByRelevance, q.Limit, q.Offset
		res.Order = a.Order
		if ids, err = db.text().Search(ctx, a); err != nil {
			return res, err
		}
	}
	if res.Hits, err = db.hits(ctx, ids, q.Terms); err != nil {
		return res, err
	}
	res.Facets, err = db.facets(ctx, found)
	return res, err
}

// idsOf holds, for each filter, the query that finds the keys for its value.
var idsOf = map[string]string{
	"run":       "SELECT id FROM runs WHERE slug = ?",
	"model":     "SELECT r.id FROM runs r JOIN models m ON m.id = r.model_id WHERE m.slug = ? ORDER BY r.id",
	"benchmark": "SELECT id FROM benchmarks WHERE slug = ?",
	"scenario":  "SELECT id FROM scenarios WHERE slug = ? ORDER BY id",
	"task":      "SELECT id FROM tasks WHERE slug = ? ORDER BY id",
}

// ask converts a query to index keys; any is false if nothing can match. A run or trial becomes a
// range of step keys.
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
		switch f.Name {
		case "run":
			first := ids[0] << KeyBits
			if a.To > 0 && a.From != first {
				return a, false, nil
			}
			a.From, a.To = first, first+1<<KeyBits-1
		case "model":
			if a.Runs != nil {
				ids = slices.DeleteFunc(ids, func(id int64) bool { return !slices.Contains(a.Runs, id) })
			}
			if a.Runs = ids; len(ids) == 0 {
				return a, false, nil
			}
		case "status":
			a.Statuses = append(a.Statuses, f.Value)
		case "attempt":
			a.Attempts = append(a.Attempts, f.Value)
		case "tool":
			a.Tags = append(a.Tags, []string{toolTag(f.Value)})
		case "role":
			a.Tags = append(a.Tags, []string{sourceTag(f.Value)})
		case "is":
			a.Tags = append(a.Tags, []string{failedTag})
		default:
			var tags []string
			for _, id := range ids {
				tags = append(tags, placeTag(f.Name, id))
			}
			a.Tags = append(a.Tags, tags)
		}
	}
	if q.InTrial() {
		err = db.inTrial(ctx, q, &a)
		return a, a.To > 0, err
	}
	if !search.Asks(a.Terms) && len(a.Tags) == 0 { // a search by filters only needs a tag, and every step has one of these
		a.Tags = [][]string{{sourceTag("user"), sourceTag("agent"), sourceTag("system")}}
	}
	return a, true, nil
}

// inTrial limits the search to the trials of one task in a run.
func (db *DB) inTrial(ctx context.Context, q *search.Query, a *search.Ask) error {
	const find = `SELECT COALESCE(min(t.first_step), 0) AS lo, COALESCE(max(t.first_step + t.steps_total) - 1, 0) AS hi
FROM trials t
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE t.run_id = ?
  AND t.steps_total > 0
  AND k.slug = ?
  AND s.slug = ?
  AND (? = 0 OR t.attempt = ?)`
	attempt, _ := strconv.Atoi(q.Value("attempt")) // 0 or a valid number, checked by Parse
	var row struct{ Lo, Hi int64 }
	err := db.r.GetContext(ctx, &row, find, a.From>>KeyBits, q.Value("task"), q.Value("scenario"), attempt, attempt)
	a.From, a.To = row.Lo, row.Hi
	return MapError("find trial", err)
}

// Tags are words in the second column of the index that searches can filter by. The status of a
// trial is not a tag; it is looked up in the table of trials.

const failedTag = "failed"

func sourceTag(source string) string { return "from" + source }

func placeTag(kind string, id int64) string {
	return map[string]string{"benchmark": "b", "scenario": "s", "task": "k"}[kind] + strconv.FormatInt(id, 10)
}

func placeTags(benchmark, scenario, task int64) string {
	return placeTag("benchmark", benchmark) + " " + placeTag("task", task) + " " + placeTag("scenario", scenario)
}

// toolTag returns the tag of a tool. It contains a hash of the name, because tool names may contain
// word separators.
func toolTag(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return "t" + strconv.FormatUint(h.Sum64(), 16)
}

func stepTags(s *results.Step, failed bool) string {
	list := append(make([]string, 0, 4), sourceTag(s.Source))
	if failed {
		list = append(list, failedTag)
	}
	for _, c := range s.ToolCalls {
		if tag := toolTag(c.Name); c.Name != "" && !slices.Contains(list, tag) {
			list = append(list, tag)
		}
	}
	return strings.Join(list, " ")
}
