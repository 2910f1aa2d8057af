package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// WhyKeys tells under which key the causes of failed verdicts of a benchmark's runs
// were saved, by run; runs without any are left out.
func (db *DB) WhyKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list causes of verdicts of "+benchmark, "run_whys", benchmark)
}

// FindWhy returns what led to the verdict on a trial; nil if nothing is known.
func (db *DB) FindWhy(ctx context.Context, trial int64) (*results.Why, error) {
	what := fmt.Sprintf("find cause of the verdict on trial %d", trial)
	var data string
	err := db.r.GetContext(ctx, &data, "SELECT data FROM trial_whys WHERE trial_id = ?1"+ofTrial1, trial)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, mapError(what, err)
	}
	w := &results.Why{}
	if err := fromJSON(data, w); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return w, nil
}

// whysAtOnce is how many rows one statement inserts.
const whysAtOnce = 50

// SaveWhys replaces what led to the verdicts of a run of a benchmark, by trial.
func (db *DB) SaveWhys(ctx context.Context, benchmark string, run int64, key string, list []results.TrialWhy) error {
	what := fmt.Sprintf("save causes of the verdicts of run %d", run)
	return db.inBenchmark(ctx, what, benchmark, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM run_whys WHERE run_id = ?", run); err != nil {
			return mapError(what, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO run_whys (run_id, key) VALUES (?, ?)", run, key); err != nil {
			return mapError(what, err)
		}
		rows := NewBatch(tx, "trial_whys", "trial_id, run_id, data", whysAtOnce)
		for i := range list {
			data, err := toJSON(list[i].Why)
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if err := rows.Add(ctx, list[i].Trial, run, data); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
		}
		return rows.Flush(ctx)
	})
}
