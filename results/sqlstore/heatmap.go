package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// ScenarioSizes counts the expected tasks of every scenario of a benchmark.
func (db *DB) ScenarioSizes(ctx context.Context, benchmark string) (map[string]int, error) {
	const q = `SELECT s.slug AS key, count(t.id) AS value
FROM scenarios s
JOIN benchmarks b ON b.id = s.benchmark_id
LEFT JOIN tasks t ON t.scenario_id = s.id AND NOT t.extra
WHERE b.slug = ?
GROUP BY s.id
ORDER BY s.id
LIMIT 10000`
	return mapOf[string, int](ctx, db.r, "count tasks of "+benchmark, q, benchmark)
}

// ScenarioKeys returns those of the metrics that any run of the benchmark has by scenario.
func (db *DB) ScenarioKeys(ctx context.Context, benchmark string, among []string) ([]string, error) {
	const q = `SELECT EXISTS (
  SELECT 1
  FROM runs r
  JOIN benchmarks b ON b.id = r.benchmark_id
  JOIN run_metrics k ON k.run_id = r.id AND k.scope >= 'scenario:' AND k.scope < 'scenario;'
  WHERE b.slug = ?
    AND k.key = ?
    AND k.value IS NOT NULL
)`
	list := []string{}
	for _, key := range among {
		has, err := oneOf[bool](ctx, db.r, "list metrics of "+benchmark, q, benchmark, key)
		if err != nil {
			return nil, err
		}
		if has {
			list = append(list, key)
		}
	}
	return list, nil
}

// ScenarioMetric lists one metric by scenario under the plain convention, of one run or, for 0, of all.
func (db *DB) ScenarioMetric(ctx context.Context, benchmark, key string, run int64) ([]results.ScopedMetric, error) {
	where, args := "b.slug = ?", []any{benchmark}
	if run != 0 {
		where, args = "b.slug = ?\n  AND r.id = ?", []any{benchmark, run}
	}
	q := `SELECT k.run_id AS run, k.scope, k.key, k.value, k.num, k.den
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope >= 'scenario:' AND k.scope < 'scenario;'
WHERE ` + where + `
  AND k.convention = ''
  AND k.key = ?
ORDER BY k.run_id, k.scope
LIMIT 1000000`
	return wholeOf[results.ScopedMetric](ctx, db.r, "read metric "+key+" of "+benchmark, q, append(args, key)...)
}
