package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// HasTools reports whether a run of a benchmark has called a tool.
func (db *DB) HasTools(ctx context.Context, benchmark string) (bool, error) {
	const q = `SELECT EXISTS (
  SELECT 1
  FROM run_tools t
  JOIN runs r ON r.id = t.run_id
  JOIN benchmarks b ON b.id = r.benchmark_id
  WHERE b.slug = ?
)`
	return oneOf[bool](ctx, db.r, "look for tools of "+benchmark, q, benchmark)
}

// BenchmarkTools counts the tool calls of every run of a benchmark by tool and failure.
func (db *DB) BenchmarkTools(ctx context.Context, benchmark string) ([]results.ToolCount, error) {
	const q = `SELECT t.run_id AS run, t.tool, t.failure, t.calls
FROM run_tools t
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE b.slug = ?
ORDER BY t.run_id, t.tool, t.failure
LIMIT 1000000`
	return wholeOf[results.ToolCount](ctx, db.r, "count tools of "+benchmark, q, benchmark)
}
