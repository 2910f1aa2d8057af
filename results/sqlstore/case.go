package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveCases replaces the generated cases of a benchmark.
func (db *DB) SaveCases(ctx context.Context, benchmark string, list []results.MinedCase) error {
	return db.inBenchmark(ctx, "save cases of "+benchmark, benchmark, func(tx *sqlx.Tx) error {
		id, err := benchmarkID(ctx, tx, benchmark)
		if err != nil {
			return err
		}
		if same, err := sameCases(ctx, tx, id, list); err != nil || same {
			return cmp.Or(err, errSame)
		}
		return replaceCases(ctx, tx, id, list)
	})
}

// sameCases reports whether the stored cases equal the list. It reads rows only up to the first
// difference, because the cases of many runs take megabytes.
func sameCases(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.MinedCase) (bool, error) {
	rows, err := tx.QueryContext(ctx, "SELECT data FROM mined_cases WHERE benchmark_id = ? ORDER BY id", benchmark)
	if err != nil {
		return false, MapError("compare cases", err)
	}
	defer rows.Close()
	for ; rows.Next(); list = list[1:] {
		var old string
		if err := rows.Scan(&old); err != nil {
			return false, MapError("compare cases", err)
		}
		if len(list) == 0 {
			return false, nil
		}
		if data, err := toJSON(list[0]); err != nil || data != old {
			return false, err
		}
	}
	return len(list) == 0, MapError("compare cases", rows.Err())
}

func replaceCases(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.MinedCase) error {
	if err := exec(ctx, tx, "replace cases", "DELETE FROM mined_cases WHERE benchmark_id = ?", benchmark); err != nil {
		return err
	}
	b := NewBatch(tx, "mined_cases", "benchmark_id, slug, rule, scenario, task, data", 40)
	return insertAll(ctx, b, list, func(_ int, c *results.MinedCase) ([]any, error) {
		data, err := toJSON(c)
		return []any{benchmark, c.Slug, c.Rule, c.Scenario, c.Task, data}, err
	})
}

func (db *DB) cases(ctx context.Context, where string, args ...any) ([]results.MinedCase, error) {
	q := `SELECT c.data
FROM mined_cases c
JOIN benchmarks b ON b.id = c.benchmark_id
WHERE ` + where + `
ORDER BY c.id
LIMIT 100000`
	return valuesOf[results.MinedCase](ctx, db.r, "list cases", q, args...)
}

// Cases returns the generated cases of a benchmark by rule and weight.
func (db *DB) Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error) {
	return db.cases(ctx, "b.slug = ?", benchmark)
}

// HasCases reports whether a benchmark has a generated case or a label. It does not use EXISTS,
// with which PostgreSQL would read all cases.
func (db *DB) HasCases(ctx context.Context, benchmark string) (has bool, err error) {
	const q = `SELECT (
  SELECT c.id
  FROM mined_cases c
  WHERE c.benchmark_id = b.id
  ORDER BY c.scenario, c.task
  LIMIT 1
) IS NOT NULL OR EXISTS (
  SELECT 1
  ` + labelTables + `
  WHERE r.benchmark_id = b.id
)
FROM benchmarks b
WHERE b.slug = ?`
	err = db.r.GetContext(ctx, &has, q, benchmark)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return has, MapError("find a case of "+benchmark, err)
}

// TaskCases returns the generated cases about a task.
func (db *DB) TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error) {
	return db.cases(ctx, "b.slug = ? AND c.scenario = ? AND c.task = ?", benchmark, scenario, task)
}

// FindCase returns a generated case, or results.ErrNotFound.
func (db *DB) FindCase(ctx context.Context, slug string) (results.MinedCase, error) {
	list, err := db.cases(ctx, "c.slug = ?", slug)
	if err == nil && len(list) == 0 {
		err = mapErrorNone("find case " + slug)
	}
	if err != nil {
		return results.MinedCase{}, err
	}
	return list[0], nil
}

const labelColumns = `r.slug AS run, s.slug AS scenario, k.slug AS task, t.attempt, l.label, l.step, l.note`

const labelTables = `FROM labels l
JOIN trials t ON t.id = l.trial_id /*! AND t.run_id = l.run_id */
JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id`

// TrialLabels returns the labels of a trial.
func (db *DB) TrialLabels(ctx context.Context, trial int64) ([]results.Label, error) {
	const q = `SELECT ` + labelColumns + `
` + labelTables + `
WHERE l.trial_id = ?1 /*! AND l.run_id = ?1 >> 32 */
ORDER BY l.step, l.id
LIMIT 1000`
	return ListOf[results.Label](ctx, db.r, "list labels", q, trial)
}

// Labels returns the labels with the given name in a benchmark; all labels if label is empty.
func (db *DB) Labels(ctx context.Context, benchmark, label string) ([]results.Label, error) {
	const q = `SELECT ` + labelColumns + `
` + labelTables + `
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE b.slug = ?
  AND (? = '' OR l.label = ?)
ORDER BY l.label, r.slug, s.slug, k.ordinal, t.attempt, l.step, l.id
LIMIT 100000`
	return ListOf[results.Label](ctx, db.r, "list labels of "+benchmark, q, benchmark, label, label)
}

// SaveLabel stores a label for the open trial.
func (t *RunTx) SaveLabel(_ context.Context, l results.Label) error {
	if t.trial == nil {
		return mapErrorNone("save label: no trial is open")
	}
	return t.add(labelRows, t.trial.n, l.Label, l.Step, l.Note)
}
