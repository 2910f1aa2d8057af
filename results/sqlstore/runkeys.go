package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// KeyBits is the number of low bits in the key of a step or trial that number it within the run;
// the higher bits are the run's key.
const KeyBits = 32

// RunNamed lists the tables with a column run_id in databases with Dialect.RunColumn.
var RunNamed = []string{
	"labels", "steps", "trace_agents", "trace_groups",
	"trace_ids", "trace_refs", "trial_checks", "trial_details",
}

// runKeys returns the keys of a table with derived data, by run of the benchmark.
func (db *DB) runKeys(ctx context.Context, what, table, benchmark string) (map[int64]string, error) {
	q := `SELECT m.run_id AS key, m.key AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN ` + table + ` m ON m.run_id = r.id
WHERE b.slug = ?
ORDER BY m.run_id`
	return mapOf[int64, string](ctx, db.r, what, q, benchmark)
}

// saveMade replaces derived data of a run together with its key. Deleting the row of the key also
// deletes the old data (cascade).
func (db *DB) saveMade(ctx context.Context, what, table, benchmark string, run int64, key string, fill func(*sqlx.Tx) error) error {
	what = fmt.Sprintf("save %s of run %d", what, run)
	return db.inBenchmark(ctx, what, benchmark, func(tx *sqlx.Tx) error {
		err := execAll(ctx, tx, what,
			statement{"DELETE FROM " + table + " WHERE run_id = ?", []any{run}},
			statement{"INSERT INTO " + table + " (run_id, key) VALUES (?, ?)", []any{run, key}})
		if err != nil {
			return err
		}
		if err := fill(tx); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}

const madeAtOnce = 50

// EvidenceKeys returns, by run, the key under which evidence was saved.
func (db *DB) EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list evidence of "+benchmark, "run_mined", benchmark)
}

// SaveEvidence replaces the evidence of a run, given by scenario. With an empty key it only deletes
// the old evidence.
func (db *DB) SaveEvidence(ctx context.Context, run int64, key string, packed map[string][]byte) error {
	what := fmt.Sprintf("save evidence of run %d", run)
	return db.ofRun(ctx, what, run, func(tx *sqlx.Tx) error {
		list := []statement{{"DELETE FROM run_mined WHERE run_id = ?", []any{run}}}
		if key != "" {
			list = append(list, statement{"INSERT INTO run_mined (run_id, key) VALUES (?, ?)", []any{run, key}})
		} else {
			packed = nil
		}
		for scenario, data := range packed {
			const q = `INSERT INTO run_evidence (benchmark_id, scenario, run_id, data)
VALUES ((SELECT benchmark_id FROM runs WHERE id = ?), ?, ?, ?)`
			list = append(list, statement{q, []any{run, scenario, run, data}})
		}
		return execAll(ctx, tx, what, list...)
	})
}

// EachEvidence calls each with the evidence of every run in one scenario, including hidden runs,
// ordered by id. data is valid only during the call.
func (db *DB) EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error {
	const q = `SELECT run_id, data
FROM run_evidence
WHERE benchmark_id = (SELECT id FROM benchmarks WHERE slug = ?)
  AND scenario = ?
ORDER BY run_id`
	rows, err := db.r.QueryContext(ctx, q, benchmark, scenario)
	if err != nil {
		return MapError("read evidence of "+benchmark, err)
	}
	defer rows.Close()
	for rows.Next() {
		var run int64
		var data sql.RawBytes
		if err := rows.Scan(&run, &data); err != nil {
			return MapError("read evidence of "+benchmark, err)
		}
		if err := each(run, data); err != nil {
			return err
		}
	}
	return MapError("read evidence of "+benchmark, rows.Err())
}

// LeaderTests returns the stored tests of a benchmark's runs against the leader.
func (db *DB) LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error) {
	type row struct {
		results.LeaderTest
		P *float64
	}
	const q = `SELECT t.run_id AS run, t.without, t.convention, t.against, t.p
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_tests t ON t.run_id = r.id
WHERE b.slug = ?
ORDER BY t.run_id, t.without, t.convention`
	rows, err := ListOf[row](ctx, db.r, "list tests of "+benchmark, q, benchmark)
	if err != nil {
		return nil, err
	}
	return each(rows, func(r row) (results.LeaderTest, error) {
		if r.LeaderTest.P = math.NaN(); r.P != nil {
			r.LeaderTest.P = *r.P
		}
		return r.LeaderTest, nil
	})
}

// SaveLeaderTests stores new tests of a benchmark's runs and removes old ones.
func (db *DB) SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error {
	return db.write(ctx, "save tests of "+benchmark, benchmark, noBenchmark, func(tx *sqlx.Tx) error {
		var list []statement
		for _, t := range old {
			const q = `DELETE FROM run_tests
WHERE run_id = ?
  AND without = ?
  AND convention = ?`
			list = append(list, statement{q, []any{t.Run, t.Without, t.Convention}})
		}
		for _, t := range tests {
			var p *float64
			if !math.IsNaN(t.P) {
				p = &t.P
			}
			const q = `INSERT INTO run_tests (run_id, without, convention, against, p)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (run_id, without, convention) DO UPDATE SET against = excluded.against, p = excluded.p`
			list = append(list, statement{q, []any{t.Run, t.Without, t.Convention, t.Against, p}})
		}
		return execAll(ctx, tx, "save tests", list...)
	})
}

// MarkKeys returns, by run, the key under which trace fingerprints were saved.
func (db *DB) MarkKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list marks of "+benchmark, "run_marks", benchmark)
}

// SaveMarks replaces the trace fingerprints of a run. The run then counts as not yet compared with
// others.
func (db *DB) SaveMarks(ctx context.Context, benchmark string, run int64, key string, data []byte) error {
	return db.saveMade(ctx, "marks", "run_marks", benchmark, run, key, func(tx *sqlx.Tx) error {
		return exec(ctx, tx, "save marks", "UPDATE run_marks SET data = ? WHERE run_id = ?", data, run)
	})
}

// RunMarks returns the trace fingerprints of a run.
func (db *DB) RunMarks(ctx context.Context, run int64) ([]byte, error) {
	return oneOf[[]byte](ctx, db.r, "read marks", "SELECT data FROM run_marks WHERE run_id = ?", run)
}

// Shared returns, by run, the trials that the run has in common with other runs. It omits runs that
// have not been compared.
func (db *DB) Shared(ctx context.Context, benchmark string) (map[int64][]results.Shared, error) {
	const q = `SELECT m.run_id AS key, m.shared AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_marks m ON m.run_id = r.id
WHERE b.slug = ?
  AND m.shared IS NOT NULL
ORDER BY m.run_id`
	texts, err := mapOf[int64, string](ctx, db.r, "list what runs of "+benchmark+" share", q, benchmark)
	if err != nil {
		return nil, err
	}
	list := make(map[int64][]results.Shared, len(texts))
	for run, text := range texts {
		var shared []results.Shared
		if err := fromJSON(text, &shared); err != nil {
			return nil, err
		}
		list[run] = shared
	}
	return list, nil
}

// SaveShared stores the trials that a run has in common with others.
func (db *DB) SaveShared(ctx context.Context, benchmark string, run int64, list []results.Shared) error {
	text, err := toJSON(nonNil(list))
	if err != nil {
		return err
	}
	return db.inBenchmark(ctx, "save what a run shares", benchmark, func(tx *sqlx.Tx) error {
		return exec(ctx, tx, "save what a run shares", "UPDATE run_marks SET shared = ? WHERE run_id = ?", text, run)
	})
}
