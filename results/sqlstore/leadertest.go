package sqlstore

import (
	"context"
	"math"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// LeaderTests lists the tests of a benchmark's runs against their leaders.
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
