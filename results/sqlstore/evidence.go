package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// EvidenceKeys returns the keys that evidence was saved under, by run.
func (db *DB) EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list evidence of "+benchmark, "run_mined", benchmark)
}

// SaveEvidence replaces the evidence of a run, by scenario; without a key there is none.
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

// EachEvidence reads the evidence of all runs in one scenario, hidden ones too, by id. data is valid until each returns.
// The scan stops here: comparing keys in SQL would read each row with its data.
func (db *DB) EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error {
	q := `SELECT (benchmark_id, scenario) = ((SELECT id FROM benchmarks WHERE slug = ?1), ?2), run_id, data
FROM run_evidence
WHERE (benchmark_id, scenario, run_id) >= ((SELECT id FROM benchmarks WHERE slug = ?1), ?2, 0)` +
		db.dialect.Until("benchmark_id, scenario", "(SELECT id FROM benchmarks WHERE slug = ?1), ?2") + `
ORDER BY benchmark_id, scenario, run_id`
	rows, err := db.r.QueryContext(ctx, q, benchmark, scenario)
	if err != nil {
		return MapError("read evidence of "+benchmark, err)
	}
	defer rows.Close()
	for rows.Next() {
		var among bool
		var run int64
		var data sql.RawBytes
		if err := rows.Scan(&among, &run, &data); err != nil {
			return MapError("read evidence of "+benchmark, err)
		}
		if !among {
			return nil
		}
		if err := each(run, data); err != nil {
			return err
		}
	}
	return MapError("read evidence of "+benchmark, rows.Err())
}
