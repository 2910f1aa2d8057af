package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/ledger"
)

// LedgerKeys tells under which key the steps of a benchmark's runs were noted for
// searches, by run; runs without any are left out.
func (db *DB) LedgerKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list notes of steps of "+benchmark, "run_ledgers", benchmark)
}

// SaveLedger replaces what is noted of the steps of a run, page by page.
func (db *DB) SaveLedger(ctx context.Context, benchmark string, run int64, key string, sheets []ledger.Sheet) error {
	what := fmt.Sprintf("save notes of the steps of run %d", run)
	return db.inBenchmark(ctx, what, benchmark, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM run_ledgers WHERE run_id = ?", run); err != nil {
			return mapError(what, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO run_ledgers (run_id, key) VALUES (?, ?)", run, key); err != nil {
			return mapError(what, err)
		}
		first := 1
		for _, x := range sheets {
			const q = `INSERT INTO ledger_pages (run_id, first, steps, data, paths)
VALUES (?, ?, ?, ?, ?)`
			if _, err := tx.ExecContext(ctx, q, run, first, x.Steps, x.Data, x.Paths); err != nil {
				return mapError(what, err)
			}
			first += x.Steps
		}
		return nil
	})
}
