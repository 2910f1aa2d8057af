package sqlite

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// RunTotals sums time, tokens, cost and tool calls over the trials of expected
// tasks, for every run of a benchmark. Tool calls are counted only where there
// is a trace: a trial without one has not made no calls.
func (db *DB) RunTotals(ctx context.Context, benchmark string) ([]results.RunTotal, error) {
	list := []results.RunTotal{}
	const q = `SELECT t.run_id, count(*) AS trials,
  sum(t.duration_ms) AS duration_ms, count(t.duration_ms) AS duration_of,
  sum(COALESCE(t.tokens_total, t.tokens_input + t.tokens_output)) AS tokens,
  count(COALESCE(t.tokens_total, t.tokens_input + t.tokens_output)) AS tokens_of,
  sum(t.cost_usd) AS cost_usd, count(t.cost_usd) AS cost_of,
  sum(CASE WHEN t.steps_total > 0 THEN t.tool_calls END) AS tool_calls,
  count(CASE WHEN t.steps_total > 0 THEN 1 END) AS tool_calls_of
FROM trials t
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN tasks k ON k.id = t.task_id AND k.extra = 0
WHERE b.slug = ?
GROUP BY t.run_id
ORDER BY t.run_id
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, benchmark)
	return list, whole("sum up runs of "+benchmark, len(list), err)
}

// BenchmarkTools counts the tool calls of every run of a benchmark by tool and
// failure.
func (db *DB) BenchmarkTools(ctx context.Context, benchmark string) ([]results.ToolCount, error) {
	list := []results.ToolCount{}
	const q = `SELECT t.run_id, t.tool, t.failure, t.calls
FROM run_tools t
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE b.slug = ?
ORDER BY t.run_id, t.tool, t.failure
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, benchmark)
	return list, whole("count tools of "+benchmark, len(list), err)
}
