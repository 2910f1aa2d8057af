package sqlstore

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// firstStep is a query for the key of the first step of trial ?1. The keys of the other steps
// follow it.
const firstStep = "(SELECT first_step FROM trials WHERE id = ?1" + ofTrial1 + ")"

// ofTrial1 is a condition that limits rows to the run of trial ?1, for databases with
// Dialect.RunColumn.
const ofTrial1 = " /*! AND run_id = ?1 >> 32 */"

// stepsOfTrial selects trial ?1 (alias t) and its steps (alias s). A range of step keys must be
// appended.
const stepsOfTrial = `FROM trials t
CROSS JOIN steps s ON /*! s.run_id = t.run_id AND */ s.id `

// stepsBetween selects the steps ?2 to ?3 of trial ?1 in order.
const stepsBetween = stepsOfTrial + `BETWEEN t.first_step + ?2 - 1 AND t.first_step + ?3 - 1
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
ORDER BY s.id
LIMIT 1000000`

const stepColumns = `s.id - t.first_step + 1 AS step_id, s.source, s.event, s.agent, s.day, s.ts, s.tools, s.calls, s.failed,
  s.tokens_in, s.tokens_out, s.length AS bytes, s.frame, s."offset"
`

// StepRows returns the rows of at most limit steps of a trial, starting with step number from (the
// first is 1).
func (db *DB) StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error) {
	const q = "SELECT " + stepColumns + stepsBetween
	return ListOf[results.StepRow](ctx, db.r, "list steps", q, t.ID, from, min(from+limit-1, t.StepsTotal))
}

// Steps returns the contents of the given steps, which must belong to one trial and be in order.
func (db *DB) Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error) {
	list := make([]results.Step, len(rows))
	for i := 0; i < len(rows); {
		first, last := rows[i], rows[i]
		n := i
		for ; n < len(rows) && rows[n].Frame == first.Frame; n++ {
			last = rows[n]
		}
		key := blob.Key{Kind: blob.Trace, Of: t.ID, N: first.Frame}
		body, err := db.blobs().Read(ctx, key, first.Offset, last.Offset+last.Bytes-first.Offset)
		if err != nil {
			return nil, fmt.Errorf("read steps %d to %d: %w", first.StepID, last.StepID, err)
		}
		for ; i < n; i++ {
			at := rows[i].Offset - first.Offset
			if err := decode(body[at:at+rows[i].Bytes], &list[i]); err != nil {
				return nil, fmt.Errorf("decode step %d: %w", rows[i].StepID, err)
			}
		}
	}
	return list, nil
}

// FailedSteps returns the numbers of the steps with a failure, at most limit.
func (db *DB) FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error) {
	const q = `SELECT id - ` + firstStep + ` + 1
FROM steps INDEXED BY steps_failed
WHERE trial_id = ?1` + ofTrial1 + `
  AND failed > 0
ORDER BY id
LIMIT ?2`
	return ListOf[int](ctx, db.r, "list failed steps", q, t.ID, limit)
}
