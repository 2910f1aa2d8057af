package sqlstore

import (
	"context"

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
	return db.saveMade(ctx, "notes of the steps", "run_ledgers", benchmark, run, key, func(tx *sqlx.Tx) error {
		first := 1
		rows := NewBatch(tx, "ledger_pages", "run_id, first, steps, data, paths", 1)
		return insertAll(ctx, rows, sheets, func(_ int, x *ledger.Sheet) ([]any, error) {
			row := []any{run, first, x.Steps, x.Data, x.Paths}
			first += x.Steps
			return row, nil
		})
	})
}
