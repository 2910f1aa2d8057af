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

// stepsOfTrial are the rows t and s of the trial ?1 and of some of its steps, those with
// the keys that follow.
const stepsOfTrial = `FROM trials t
CROSS JOIN steps s ON /*! s.run_id = t.run_id AND */ s.id `

// stepsBetween is stepsOfTrial for those from ?2 to ?3, in their order.
const stepsBetween = stepsOfTrial + `BETWEEN t.first_step + ?2 - 1 AND t.first_step + ?3 - 1
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
ORDER BY s.id
LIMIT 1000000`

// StepRows lists the rows of the steps from..from+limit-1 (from 1) of a trial.
func (db *DB) StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error) {
	const q = `SELECT s.id - t.first_step + 1 AS step_id, s.source, s.event, s.agent, s.day, s.ts, s.tools, s.calls, s.failed,
  s.tokens_in, s.tokens_out, s.length AS bytes
` + stepsBetween
	return ListOf[results.StepRow](ctx, db.r, "list steps", q, t.ID, from, min(from+limit-1, t.StepsTotal))
}

// Steps opens the bodies of the rows, which must be of one trial and in order.
func (db *DB) Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error) {
	list := make([]results.Step, len(rows))
	if len(rows) == 0 {
		return list, nil
	}
	places, err := db.placesOf(ctx, t, rows)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(places); {
		first, last := places[i], places[i]
		n := i
		for ; n < len(places) && places[n].Frame == first.Frame; n++ {
			last = places[n]
		}
		key := blob.Key{Kind: blob.Trace, Of: t.ID, N: first.Frame}
		body, err := db.blobs().Read(ctx, key, first.Offset, last.Offset+last.Length-first.Offset)
		if err != nil {
			return nil, fmt.Errorf("read steps %d to %d: %w", first.StepID, last.StepID, err)
		}
		for ; i < n; i++ {
			at := places[i].Offset - first.Offset
			if err := decode(body[at:at+places[i].Length], &list[i]); err != nil {
				return nil, fmt.Errorf("decode step %d: %w", places[i].StepID, err)
			}
		}
	}
	return list, nil
}

// bodyPlace says where the body of a step lies.
type bodyPlace struct{ StepID, Frame, Offset, Length int }

// placesOf tells where the bodies of the rows lie.
func (db *DB) placesOf(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]bodyPlace, error) {
	const q = `SELECT s.id - t.first_step + 1 AS step_id, s.frame, s."offset", s.length
` + stepsBetween
	all, err := ListOf[bodyPlace](ctx, db.r, "find steps", q, t.ID, rows[0].StepID, min(rows[len(rows)-1].StepID, t.StepsTotal))
	if err != nil {
		return nil, err
	}
	list := make([]bodyPlace, 0, len(rows))
	for _, p := range all {
		if len(list) < len(rows) && p.StepID == rows[len(list)].StepID {
			list = append(list, p)
		}
	}
	if len(list) < len(rows) {
		return nil, fmt.Errorf("find steps: the trial has no step %d: %w", rows[len(list)].StepID, results.ErrNotFound)
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
