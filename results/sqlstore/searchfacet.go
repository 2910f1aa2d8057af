package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// facetValues is how many values of a facet are listed.
const facetValues = 12

// facets counts the hits by what they can be narrowed by.
func (db *DB) facets(ctx context.Context, found []int64) ([]search.Facet, error) {
	q := `WITH hit AS MATERIALIZED (
  SELECT s.trial_id, s.source, s.tools, s.failed /*!, s.run_id */
  FROM ` + db.dialect.Numbers("?") + ` f CROSS JOIN steps s ON s.id = f.value /*! AND s.run_id = f.value >> 32 */),
trial AS MATERIALIZED (
  SELECT t.run_id, t.task_id, t.status, count(*) AS n
  FROM hit h CROSS JOIN trials t ON t.id = h.trial_id /*! AND t.run_id = h.run_id */
  GROUP BY 1, 2, 3),
task AS MATERIALIZED (
  SELECT k.slug AS task, c.slug AS scenario, sum(t.n) AS n
  FROM trial t CROSS JOIN tasks k ON k.id = t.task_id CROSS JOIN scenarios c ON c.id = k.scenario_id
  GROUP BY 1, 2),
run AS MATERIALIZED (
  SELECT t.run_id, r.slug AS run, b.slug AS benchmark, m.slug AS model, sum(t.n) AS n
  FROM trial t CROSS JOIN runs r ON r.id = t.run_id CROSS JOIN benchmarks b ON b.id = r.benchmark_id CROSS JOIN models m ON m.id = r.model_id
  GROUP BY 1, 2, 3, 4)
SELECT 'status' AS name, status AS value, sum(n) AS n FROM trial GROUP BY 2
UNION ALL SELECT 'is', 'failed', count(*) FROM hit WHERE failed > 0 HAVING count(*) > 0
UNION ALL SELECT 'tools', tools, count(*) FROM hit WHERE tools <> '' GROUP BY 2
UNION ALL SELECT 'task', task, sum(n) FROM task GROUP BY 2
UNION ALL SELECT 'scenario', scenario, sum(n) FROM task GROUP BY 2
UNION ALL SELECT 'benchmark', benchmark, sum(n) FROM run GROUP BY 2
UNION ALL SELECT 'model', model, sum(n) FROM run GROUP BY 2
UNION ALL SELECT 'run', run, n FROM run
UNION ALL SELECT 'role', source, count(*) FROM hit GROUP BY 2
UNION ALL SELECT 'tool', t.tool, 0 FROM run_tools t WHERE t.run_id IN (SELECT run_id FROM run) GROUP BY 2`
	rows, err := wholeOf[struct {
		Name, Value string
		N           int
	}](ctx, db.r, "count facets", q, IDList(found))
	if err != nil {
		return nil, err
	}
	counts := map[string]map[string]int{"tool": {}}
	for _, r := range rows {
		if counts[r.Name] == nil {
			counts[r.Name] = map[string]int{}
		}
		counts[r.Name][r.Value] += r.N
	}
	for tools, n := range counts["tools"] {
		countTools(counts["tool"], tools, n)
	}
	list := []search.Facet{}
	for _, name := range []string{"status", "is", "tool", "scenario", "task", "benchmark", "model", "run", "role"} {
		values := []search.FacetValue{}
		for v, n := range counts[name] {
			if n > 0 {
				values = append(values, search.FacetValue{Value: v, Count: n})
			}
		}
		slices.SortFunc(values, func(a, b search.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		shown := min(len(values), facetValues)
		list = append(list, search.Facet{Name: name, Values: values[:shown], More: len(values) - shown})
	}
	return list, nil
}

// countTools counts n hits for each tool of a space-separated list, once; known names may have up to six words.
func countTools(count map[string]int, list string, n int) {
	words, seen := strings.Split(list, " "), map[string]bool{"": true}
	for len(words) > 0 {
		size := min(6, len(words))
		for ; size > 1; size-- {
			if _, known := count[strings.Join(words[:size], " ")]; known {
				break
			}
		}
		if name := strings.Join(words[:size], " "); !seen[name] {
			seen[name] = true
			count[name] += n
		}
		words = words[size:]
	}
}
