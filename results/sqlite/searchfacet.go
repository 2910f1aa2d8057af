package sqlite

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// facetValues is how many values of a facet are listed.
const facetValues = 12

// facets counts the hits by their properties. Those of calls are counted already.
func (db *DB) facets(ctx context.Context, ids []int64, t *facetTally) ([]search.Facet, error) {
	const q = `WITH grouped AS MATERIALIZED (
  SELECT s.trial_id, s.source, s.day, count(*) AS n
  FROM json_each(?) found
  CROSS JOIN steps s ON s.id = found.value
  GROUP BY 1, 2, 3)
SELECT b.slug AS benchmark, m.slug AS model, r.slug AS run, c.slug AS scenario, t.status, g.source,
  CASE WHEN g.day <> '' THEN g.day WHEN k.day > 0 THEN CAST(k.day AS TEXT) ELSE '' END AS day, sum(g.n) AS n
FROM grouped g
CROSS JOIN trials t ON t.id = g.trial_id
CROSS JOIN runs r ON r.id = t.run_id
CROSS JOIN models m ON m.id = r.model_id
CROSS JOIN benchmarks b ON b.id = r.benchmark_id
CROSS JOIN tasks k ON k.id = t.task_id
CROSS JOIN scenarios c ON c.id = k.scenario_id
GROUP BY r.id, c.id, t.status, g.source, 7`
	rows, err := db.r.QueryxContext(ctx, q, idList(ids))
	if err != nil {
		return nil, mapError("count facets", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, mapError("count facets", err)
		}
	}
	return t.facets(), mapError("count facets", rows.Err())
}

// tallyCalls counts the hits by the calls for which they were found, and notes which
// calls those are for the hits that are shown.
func (db *DB) tallyCalls(ctx context.Context, fields []search.Field, found, shown []int64) (*facetTally, error) {
	t := newFacetTally()
	m := ledger.NewMatcher(fields)
	s := &scope{spans: true}
	keys := slices.Sorted(slices.Values(found))
	for _, key := range keys {
		s.fixed = append(s.fixed, span{first: key, last: key})
		if run := key >> keyBits; len(s.runs) == 0 || s.runs[len(s.runs)-1] != run {
			s.runs = append(s.runs, run)
		}
	}
	for _, id := range shown {
		t.calls[id] = nil
	}
	slices.Reverse(s.runs)
	any := !m.AsksCalls()
	err := db.walk(ctx, s, func(key int64, e *ledger.Entry) { t.step(key, e, m, any) }, func() bool { return true })
	return t, err
}

// facetTally adds up the hits by property.
type facetTally struct {
	names  []string
	counts map[string]map[string]int
	calls  map[int64][]int // of the hits that are shown: the calls for which they were found, from 0
	once   map[string]bool // values of the step that have been counted, by facet
}

func newFacetTally() *facetTally {
	t := &facetTally{counts: map[string]map[string]int{}, calls: map[int64][]int{}, once: map[string]bool{},
		names: []string{"status", "is", "fail", "exit", "tool", "path", "scenario", "benchmark", "model", "run", "day", "role"}}
	for _, n := range t.names {
		t.counts[n] = map[string]int{}
	}
	return t
}

// step counts the calls of a step, each value once. any says that the search asks for
// no calls, so that a failure of the step itself counts too.
func (t *facetTally) step(key int64, e *ledger.Entry, m *ledger.Matcher, any bool) {
	clear(t.once)
	for i := range e.Calls {
		c := &e.Calls[i]
		if !m.MatchCall(e, c) {
			continue
		}
		if list, shown := t.calls[key]; shown {
			t.calls[key] = append(list, i)
		}
		t.add("tool", e.Tool(c))
		t.add("fail", e.Cause(c))
		if code, ok := c.Exit(); ok {
			t.add("exit", strconv.Itoa(code))
		}
		if t.add("is", e.End(c)); e.End(c) == search.IsRefused {
			t.add("is", search.IsFailed)
		}
		e.Paths(c, func(path string) { t.add("path", path) })
	}
	if any && e.Failed {
		t.add("is", search.IsFailed)
	}
}

func (t *facetTally) add(name, value string) {
	if value == "" {
		return
	}
	if key := name + ":" + value; !t.once[key] {
		t.once[key] = true
		t.counts[name][value]++
	}
}

func (t *facetTally) scan(row interface{ Scan(...any) error }) error {
	values := make([]string, 7)
	var n int
	if err := row.Scan(&values[0], &values[1], &values[2], &values[3], &values[4], &values[5], &values[6], &n); err != nil {
		return err
	}
	for i, name := range []string{"benchmark", "model", "run", "scenario", "status", "role", "day"} {
		if values[i] != "" {
			t.counts[name][values[i]] += n
		}
	}
	return nil
}

// facets lists the properties, each with its most frequent values.
func (t *facetTally) facets() []search.Facet {
	list := make([]search.Facet, 0, len(t.names))
	for _, name := range t.names {
		values := make([]search.FacetValue, 0, len(t.counts[name]))
		for _, v := range slices.Collect(maps.Keys(t.counts[name])) {
			values = append(values, search.FacetValue{Value: v, Count: t.counts[name][v]})
		}
		slices.SortFunc(values, func(a, b search.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		more := max(0, len(values)-facetValues)
		list = append(list, search.Facet{Name: name, Values: values[:len(values)-more], More: more})
	}
	return list
}
