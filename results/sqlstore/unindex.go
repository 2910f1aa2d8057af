package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// tracedTrial is what the text index needs of a trial.
type tracedTrial struct {
	ID        int64 `db:"id"`
	Benchmark int64 `db:"benchmark_id"`
	Scenario  int64 `db:"scenario_id"`
	Task      int64 `db:"task_id"`
	FirstStep int64 `db:"first_step"`
	Steps     int64 `db:"steps_total"`
}

// IndexRun puts the steps of a run into the text index, or takes them out of it.
// The index does not know its texts: to take one out it is told it again, made
// from the stored step in the same way.
func IndexRun(ctx context.Context, tx *sqlx.Tx, at Parts, run int64, in bool) error {
	return indexSteps(ctx, tx, at.Blobs(tx), run, newTextWriter(tx, at, in))
}

// indexSteps tells docs the texts of a run that a database has.
func indexSteps(ctx context.Context, db sqlx.QueryerContext, bodies Blobs, run int64, docs *textWriter) error {
	const q = `SELECT t.id, k.benchmark_id, k.scenario_id, t.task_id, t.first_step, t.steps_total
FROM trials t
JOIN tasks k ON k.id = t.task_id
WHERE t.run_id = ?
  AND t.steps_total > 0
ORDER BY t.id`
	trials, err := ListOf[tracedTrial](ctx, db, "list trials", q, run)
	if err != nil {
		return err
	}
	for _, t := range trials {
		place := placeTags(t.Benchmark, t.Scenario, t.Task)
		err := t.eachStep(ctx, db, bodies, func(id int64, s *results.Step, failed bool) error {
			text := search.StepText(s)
			if text == "" {
				return nil
			}
			return docs.Add(ctx, id, place+" "+stepTags(s, failed), text)
		})
		if err != nil {
			return fmt.Errorf("index steps: %w", err)
		}
	}
	return docs.Flush(ctx)
}

// eachStep opens the trial's steps, frame by frame.
func (t *tracedTrial) eachStep(ctx context.Context, db sqlx.QueryerContext, bodies Blobs,
	each func(id int64, s *results.Step, failed bool) error) error {
	type row struct {
		ID                    int64
		Frame, Offset, Length int
		Failed                bool
	}
	const q = `SELECT id, frame, "offset", length, failed > 0 AS failed
FROM steps
WHERE id BETWEEN ?1 AND ?2 /*! AND run_id = ?1 >> 32 */
ORDER BY id`
	rows, err := ListOf[row](ctx, db, "list steps", q, t.FirstStep, t.FirstStep+t.Steps-1)
	if err != nil {
		return err
	}
	var body []byte
	frame := -1
	for _, r := range rows {
		if r.Frame != frame {
			if body, err = bodies.Read(ctx, blob.Key{Kind: blob.Trace, Of: t.ID, N: r.Frame}, 0, -1); err != nil {
				return err
			}
			frame = r.Frame
		}
		if r.Offset+r.Length > len(body) {
			return fmt.Errorf("read step: body lies outside its frame")
		}
		var s results.Step
		if err := decode(body[r.Offset:r.Offset+r.Length], &s); err != nil {
			return fmt.Errorf("decode step: %w", err)
		}
		if err := each(r.ID, &s, r.Failed); err != nil {
			return err
		}
	}
	return nil
}
