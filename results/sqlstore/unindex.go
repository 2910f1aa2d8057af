package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// IndexRun adds the steps of a run to the text index or removes them. Removal needs the same texts again.
func IndexRun(ctx context.Context, tx *sqlx.Tx, at Parts, run int64, in bool) error {
	const ofRun = `SELECT t.id, k.benchmark_id, k.scenario_id, t.task_id, t.first_step, t.steps_total
FROM trials t JOIN tasks k ON k.id = t.task_id
WHERE t.run_id = ? AND t.steps_total > 0
ORDER BY t.id`
	const ofTrial = `SELECT id AS step_id, frame, "offset", length, failed > 0 AS failed
FROM steps
WHERE id BETWEEN ?1 AND ?2 /*! AND run_id = ?1 >> 32 */
ORDER BY id`
	trials, err := ListOf[struct {
		ID        int64
		Benchmark int64 `db:"benchmark_id"`
		Scenario  int64 `db:"scenario_id"`
		Task      int64 `db:"task_id"`
		FirstStep int64
		Steps     int64 `db:"steps_total"`
	}](ctx, tx, "list trials", ofRun, run)
	if err != nil {
		return err
	}
	docs, frames := newTextWriter(tx, at, in), stepFrames{from: at.Blobs(tx)}
	for _, t := range trials {
		rows, err := ListOf[struct {
			StepID int64
			stepPlace
			Failed bool
		}](ctx, tx, "list steps", ofTrial, t.FirstStep, t.FirstStep+t.Steps-1)
		if err != nil {
			return err
		}
		place := placeTags(t.Benchmark, t.Scenario, t.Task)
		for _, r := range rows {
			s, err := frames.step(ctx, t.ID, r.stepPlace)
			if err != nil {
				return fmt.Errorf("index steps: %w", err)
			}
			if text := search.StepText(s); text != "" {
				if err := docs.Add(ctx, r.StepID, place+" "+stepTags(s, r.Failed), text); err != nil {
					return fmt.Errorf("index steps: %w", err)
				}
			}
		}
	}
	return docs.Flush(ctx)
}
