package sqlstore

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// firstStep is the key of the first step of the trial ?1; those of the others follow it.
const firstStep = "(SELECT first_step FROM trials WHERE id = ?1" + ofTrial1 + ")"

// ofTrial1 is a condition where a trial or its rows are those of ?1: its run.
const ofTrial1 = " /*! AND run_id = ?1 >> 32 */"

// stepsOfTrial selects trial ?1 as t and steps s of it in a range of keys that follows.
const stepsOfTrial = `FROM trials t
CROSS JOIN steps s ON /*! s.run_id = t.run_id AND */ s.id `

// stepsBetween is stepsOfTrial for those from ?2 to ?3, in their order.
const stepsBetween = stepsOfTrial + `BETWEEN t.first_step + ?2 - 1 AND t.first_step + ?3 - 1
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
ORDER BY s.id
LIMIT 1000000`

const stepColumns = `s.id - t.first_step + 1 AS step_id, s.source, s.event, s.agent, s.day, s.ts, s.tools, s.calls, s.failed,
  s.tokens_in, s.tokens_out, s.length AS bytes, s.frame, s."offset"
`

// StepRows lists the rows of the steps from..from+limit-1 (from 1) of a trial.
func (db *DB) StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error) {
	const q = "SELECT " + stepColumns + stepsBetween
	return ListOf[results.StepRow](ctx, db.r, "list steps", q, t.ID, from, min(from+limit-1, t.StepsTotal))
}

// Steps opens the bodies of the rows, which must be of one trial and in order.
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

// FailedSteps lists the numbers (from 1) of the steps that show a failure.
func (db *DB) FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error) {
	const q = `SELECT id - ` + firstStep + ` + 1
FROM steps INDEXED BY steps_failed
WHERE trial_id = ?1` + ofTrial1 + `
  AND failed > 0
ORDER BY id
LIMIT ?2`
	return ListOf[int](ctx, db.r, "list failed steps", q, t.ID, limit)
}
