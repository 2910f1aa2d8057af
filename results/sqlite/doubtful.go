package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// NeverPassed lists the scored trials of those expected tasks of a benchmark
// that no trial has passed, in the dataset's order. Runs that something speaks
// against are left out: their verdicts prove nothing either way.
func (db *DB) NeverPassed(ctx context.Context, benchmark string) ([]results.TrialVerdict, error) {
	const q = `SELECT s.slug, k.slug, CASE WHEN k.kind = ? THEN t.details END
FROM trials t
JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
JOIN benchmarks b ON b.id = k.benchmark_id
WHERE b.slug = ?
  AND k.extra = 0
  AND k.kind IN (?, ?)
  AND t.score IS NOT NULL
  AND r.objections = '[]'
  AND NOT EXISTS (
    SELECT 1
    FROM trials o
    JOIN runs q ON q.id = o.run_id
    WHERE o.task_id = t.task_id
      AND o.score >= 1
      AND q.objections = '[]'
  )
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, r.slug, t.attempt
LIMIT 1000000`
	rows, err := db.r.QueryxContext(ctx, q, results.KindExecCheck, benchmark, results.KindExecCheck, results.KindMultiChoice)
	if err != nil {
		return nil, mapError("list unpassed trials of "+benchmark, err)
	}
	defer rows.Close()
	var list []results.TrialVerdict
	for rows.Next() {
		var v results.TrialVerdict
		var blob []byte
		if err := rows.Scan(&v.Scenario, &v.Task, &blob); err != nil {
			return nil, mapError("list unpassed trials of "+benchmark, err)
		}
		if v.Verdict, err = verdictOf(blob); err != nil {
			return nil, fmt.Errorf("list unpassed trials of %s: %w", benchmark, err)
		}
		list = append(list, v)
	}
	return list, mapError("list unpassed trials of "+benchmark, rows.Err())
}

// verdictOf takes the checker's verdict out of packed details.
func verdictOf(blob []byte) (*results.CheckerVerdict, error) {
	if len(blob) == 0 {
		return nil, nil
	}
	data, err := unpackSized(blob)
	if err != nil {
		return nil, err
	}
	var d struct {
		Verdict *results.CheckerVerdict `json:"verdict"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, fmt.Errorf("decode details: %w", err)
	}
	return d.Verdict, nil
}
