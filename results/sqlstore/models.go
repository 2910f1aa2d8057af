package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// ModelSizes counts the runs and figures of every model.
func (db *DB) ModelSizes(ctx context.Context) ([]results.ModelSize, error) {
	const q = `SELECT m.slug AS model,
  (SELECT count(*) FROM runs r WHERE r.model_id = m.id) AS runs,
  (SELECT count(*) FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL) AS figures,
  (SELECT count(*) FROM (
    SELECT r.benchmark_id FROM runs r WHERE r.model_id = m.id
    UNION
    SELECT f.benchmark_id FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL) x) AS benchmarks
FROM models m
WHERE ` + seenModel + `
ORDER BY m.slug
LIMIT 10000`
	return ListOf[results.ModelSize](ctx, db.r, "count what is known of models", q)
}
