package sqlstore

import (
	"context"
	"math"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// LeaderTests lists the tests of a benchmark's runs against their leaders.
func (db *DB) LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error) {
	rows := []struct {
		Run        int64    `db:"run_id"`
		Without    string   `db:"without"`
		Convention string   `db:"convention"`
		Against    string   `db:"against"`
		P          *float64 `db:"p"`
	}{}
	const q = `SELECT t.run_id, t.without, t.convention, t.against, t.p
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_tests t ON t.run_id = r.id
WHERE b.slug = ?
ORDER BY t.run_id, t.without, t.convention`
	if err := db.r.SelectContext(ctx, &rows, q, benchmark); err != nil {
		return nil, mapError("list tests of "+benchmark, err)
	}
	list := make([]results.LeaderTest, len(rows))
	for i, r := range rows {
		list[i] = results.LeaderTest{Run: r.Run, Without: r.Without, Convention: r.Convention, Against: r.Against, P: math.NaN()}
		if r.P != nil {
			list[i].P = *r.P
		}
	}
	return list, nil
}

// SaveLeaderTests stores new tests of a benchmark's runs and removes old ones.
func (db *DB) SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error {
	return db.write(ctx, "save tests of "+benchmark, benchmark, noBenchmark, func(tx *sqlx.Tx) error {
		for _, t := range old {
			const q = `DELETE FROM run_tests
WHERE run_id = ?
  AND without = ?
  AND convention = ?`
			if _, err := tx.ExecContext(ctx, q, t.Run, t.Without, t.Convention); err != nil {
				return mapError("delete test", err)
			}
		}
		for _, t := range tests {
			var p *float64
			if !math.IsNaN(t.P) {
				p = &t.P
			}
			const q = `INSERT INTO run_tests (run_id, without, convention, against, p)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (run_id, without, convention) DO UPDATE SET against = excluded.against, p = excluded.p`
			if _, err := tx.ExecContext(ctx, q, t.Run, t.Without, t.Convention, t.Against, p); err != nil {
				return mapError("save test", err)
			}
		}
		return nil
	})
}
