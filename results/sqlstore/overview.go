package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// OverviewKeys tells under which key the long traces of a benchmark's runs were gone
// through, by run; runs that were not are left out.
func (db *DB) OverviewKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list overviews of "+benchmark, "run_overviews", benchmark)
}

// SaveOverviews replaces what is kept of the long traces of a run of a benchmark.
func (db *DB) SaveOverviews(ctx context.Context, benchmark string, run int64, key string, list []results.Overview) error {
	what := "overviews of the traces"
	return db.saveMade(ctx, what, "run_overviews", benchmark, run, key, func(tx *sqlx.Tx) error {
		const gone = `DELETE FROM trace_overviews
WHERE trial_id IN (SELECT id FROM trials WHERE run_id = ?1) /*! AND run_id = ?1 */`
		if _, err := tx.ExecContext(ctx, gone, run); err != nil {
			return MapError(what, err)
		}
		cycles := NewBatch(tx, "trace_cycles", "trial_id, first, last, data", madeAtOnce).ofRun(db.dialect, run)
		maps := NewBatch(tx, "trace_overviews", "trial_id, map", 1).ofRun(db.dialect, run)
		for i := range list {
			o := &list[i]
			if err := maps.Add(ctx, o.Trial, string(o.Map)); err != nil {
				return err
			}
			for _, c := range o.Cycles {
				if err := cycles.Add(ctx, o.Trial, c.From, c.To, string(c.Data)); err != nil {
					return err
				}
			}
		}
		return cycles.Flush(ctx)
	})
}

// FindOverview returns what is kept of a trial's trace, of its cycles those that have
// a step of from..to; results.ErrNotFound if nothing is kept.
func (db *DB) FindOverview(ctx context.Context, trial int64, from, to int) (*results.Overview, error) {
	what := fmt.Sprintf("find overview of the trace of trial %d", trial)
	o := &results.Overview{Trial: trial}
	var text string
	if err := db.r.GetContext(ctx, &text, "SELECT map FROM trace_overviews WHERE trial_id = ?1"+ofTrial1, trial); err != nil {
		return nil, MapError(what, err)
	}
	o.Map = []byte(text)
	const q = `SELECT first, last, data
FROM trace_cycles
WHERE trial_id = ?1` + ofTrial1 + `
  AND first >= COALESCE((SELECT max(first) FROM trace_cycles WHERE trial_id = ?1` + ofTrial1 + ` AND first <= ?2), ?2)
  AND first <= ?3
  AND last >= ?2
ORDER BY first
LIMIT 1000`
	rows, err := ListOf[struct {
		First, Last int
		Data        string
	}](ctx, db.r, what, q, trial, from, to)
	o.Cycles = make([]results.OverviewCycle, len(rows))
	for i, r := range rows {
		o.Cycles[i] = results.OverviewCycle{From: r.First, To: r.Last, Data: []byte(r.Data)}
	}
	return o, err
}
