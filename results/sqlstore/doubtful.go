package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// UnpassedTasks lists the expected scripts and multiple choices of a benchmark
// that some trial has a score at and none has passed, in the dataset's order.
// Runs that something speaks against are left out: their verdicts prove nothing
// either way.
func (db *DB) UnpassedTasks(ctx context.Context, benchmark string) ([]results.TaskName, error) {
	const q = `SELECT s.slug AS scenario, k.slug AS task
FROM benchmarks b
JOIN tasks k ON k.benchmark_id = b.id
JOIN scenarios s ON s.id = k.scenario_id
WHERE b.slug = ?
  AND NOT k.extra
  AND k.kind IN (?, ?)
  AND NOT EXISTS (
    SELECT 1
    FROM trials t
    JOIN runs r ON r.id = t.run_id
    WHERE t.task_id = k.id
      AND t.score >= 1
      AND r.objections = '[]'
  )
  AND EXISTS (
    SELECT 1
    FROM trials t
    JOIN runs r ON r.id = t.run_id
    WHERE t.task_id = k.id
      AND t.score IS NOT NULL
      AND r.objections = '[]'
  )
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug
LIMIT 1000000`
	what := "list unpassed tasks of " + benchmark
	return ListOf[results.TaskName](ctx, db.r, what, q, benchmark, results.KindExecCheck, results.KindMultiChoice)
}

// EachVerdict reads the checker's verdicts on the scored trials of a task, of the
// same runs, until each returns false. A verdict is nil where nothing of it was
// recorded.
func (db *DB) EachVerdict(ctx context.Context, benchmark string, name results.TaskName, each func(*results.CheckerVerdict) bool) error {
	const q = `SELECT t.id
FROM benchmarks b
JOIN scenarios s ON s.benchmark_id = b.id
JOIN tasks k ON k.scenario_id = s.id
JOIN trials t ON t.task_id = k.id
JOIN runs r ON r.id = t.run_id
WHERE b.slug = ?
  AND s.slug = ?
  AND k.slug = ?
  AND t.score IS NOT NULL
  AND r.objections = '[]'
ORDER BY r.slug, t.attempt
LIMIT 1000000`
	what := "read verdicts on " + name.Scenario + "/" + name.Task
	ids := []int64{}
	if err := db.r.SelectContext(ctx, &ids, q, benchmark, name.Scenario, name.Task); err != nil {
		return MapError(what, err)
	}
	for _, id := range ids {
		var blob []byte
		if err := db.r.GetContext(ctx, &blob, "SELECT details FROM trials WHERE id = ?1"+ofTrial1, id); err != nil {
			return MapError(what, err)
		}
		v, err := verdictOf(blob)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if !each(v) {
			break
		}
	}
	return nil
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
