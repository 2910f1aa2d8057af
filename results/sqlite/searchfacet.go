package sqlite

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// facetValues is how many values of a facet are listed.
const facetValues = 12

// facets counts hits by their properties.
func (db *DB) facets(ctx context.Context, ids []int64) ([]search.Facet, error) {
	const q = `WITH grouped AS MATERIALIZED (
  SELECT s.trial_id, s.source, s.tools, s.failed > 0 AS failed, count(*) AS n
  FROM json_each(?) found
  CROSS JOIN steps s ON s.id = found.value
  GROUP BY 1, 2, 3, 4)
SELECT b.slug AS benchmark, r.slug AS run, c.slug AS scenario, t.status, g.source, g.tools, g.failed, sum(g.n) AS n
FROM grouped g
CROSS JOIN trials t ON t.id = g.trial_id
CROSS JOIN runs r ON r.id = t.run_id
CROSS JOIN benchmarks b ON b.id = r.benchmark_id
CROSS JOIN tasks k ON k.id = t.task_id
CROSS JOIN scenarios c ON c.id = k.scenario_id
GROUP BY r.id, c.id, t.status, g.source, g.tools, g.failed`
	rows, err := db.r.QueryxContext(ctx, q, idList(ids))
	if err != nil {
		return nil, mapError("count facets", err)
	}
	defer rows.Close()
	t := newFacetTally()
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, mapError("count facets", err)
		}
	}
	return t.facets(), mapError("count facets", rows.Err())
}

// facetTally adds up the hits by property.
type facetTally struct {
	names  []string
	counts map[string]map[string]int
}

func newFacetTally() *facetTally {
	t := &facetTally{names: []string{"benchmark", "run", "scenario", "status", "role", "tool", "failed"}, counts: map[string]map[string]int{}}
	for _, n := range t.names {
		t.counts[n] = map[string]int{}
	}
	return t
}

func (t *facetTally) scan(row interface{ Scan(...any) error }) error {
	var benchmark, run, scenario, status, source, tools string
	var failed bool
	var n int
	if err := row.Scan(&benchmark, &run, &scenario, &status, &source, &tools, &failed, &n); err != nil {
		return err
	}
	t.counts["benchmark"][benchmark] += n
	t.counts["run"][run] += n
	t.counts["scenario"][scenario] += n
	t.counts["status"][status] += n
	t.counts["role"][source] += n
	names := strings.Fields(tools)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		t.counts["tool"][name] += n
	}
	if failed {
		t.counts["failed"]["1"] += n
	}
	return nil
}

// facets lists the properties, each with its most frequent values.
func (t *facetTally) facets() []search.Facet {
	list := make([]search.Facet, 0, len(t.names))
	for _, name := range t.names {
		values := make([]search.FacetValue, 0, len(t.counts[name]))
		for v, n := range t.counts[name] {
			values = append(values, search.FacetValue{Value: v, Count: n})
		}
		slices.SortFunc(values, func(a, b search.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		more := max(0, len(values)-facetValues)
		list = append(list, search.Facet{Name: name, Values: values[:len(values)-more], More: more})
	}
	return list
}
