package sqlite

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// tracedTrial is what the text index needs of a trial.
type tracedTrial struct {
	ID        int64 `db:"id"`
	Benchmark int64 `db:"benchmark_id"`
	Scenario  int64 `db:"scenario_id"`
	Task      int64 `db:"task_id"`
}

// indexAll puts the steps of all runs into the empty text index but those of
// hidden ones.
func indexAll(ctx context.Context, tx *sqlx.Tx) error {
	runs := []int64{}
	if err := tx.SelectContext(ctx, &runs, "SELECT id FROM runs WHERE NOT hidden ORDER BY id"); err != nil {
		return mapError("list runs", err)
	}
	for _, run := range runs {
		if err := indexRun(ctx, tx, run, true); err != nil {
			return err
		}
	}
	return nil
}

// indexRun puts the steps of a run into the text index, or takes them out of it.
// The index does not know its texts: to take one out it is told it again, made
// from the stored step in the same way.
func indexRun(ctx context.Context, tx *sqlx.Tx, run int64, in bool) error {
	trials := []tracedTrial{}
	const q = `SELECT t.id, k.benchmark_id, k.scenario_id, t.task_id
FROM trials t
JOIN tasks k ON k.id = t.task_id
WHERE t.run_id = ?
  AND t.steps_total > 0
ORDER BY t.id`
	if err := tx.SelectContext(ctx, &trials, q, run); err != nil {
		return mapError("list trials", err)
	}
	statement := "INSERT INTO step_text (step_text, rowid, body, tags) VALUES ('delete', ?, ?, ?)"
	if in {
		statement = "INSERT INTO step_text (rowid, body, tags) VALUES (?, ?, ?)"
	}
	stmt, err := tx.PreparexContext(ctx, statement)
	if err != nil {
		return mapError("index steps", err)
	}
	defer stmt.Close()
	for _, t := range trials {
		place := placeTags(t.Benchmark, t.Scenario, t.Task)
		err := t.eachStep(ctx, tx, func(id int64, s *results.Step, failed bool) error {
			text := search.StepText(s)
			if text == "" {
				return nil
			}
			_, err := stmt.ExecContext(ctx, id, text, place+" "+stepTags(s, failed))
			return mapError("index step", err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachStep opens the trial's steps, frame by frame.
func (t *tracedTrial) eachStep(ctx context.Context, tx *sqlx.Tx, each func(id int64, s *results.Step, failed bool) error) error {
	frames := []struct {
		Frame, Size int
		Data        []byte
	}{}
	// One frame is in memory at a time; their numbers are few.
	if err := tx.SelectContext(ctx, &frames, "SELECT frame, size, x'' AS data FROM trace_frames WHERE trial_id = ? ORDER BY frame", t.ID); err != nil {
		return mapError("list frames", err)
	}
	for _, f := range frames {
		if err := tx.GetContext(ctx, &f.Data, "SELECT data FROM trace_frames WHERE trial_id = ? AND frame = ?", t.ID, f.Frame); err != nil {
			return mapError("read trace", err)
		}
		body, err := blobs.unpack(f.Data, f.Size)
		if err != nil {
			return err
		}
		rows := []struct {
			ID             int64
			Offset, Length int
			Failed         bool
		}{}
		const q = `SELECT id, offset, length, failed > 0 AS failed
FROM steps
WHERE id >= (SELECT first_step FROM trials WHERE id = ?1)
  AND id < (SELECT first_step + steps_total FROM trials WHERE id = ?1)
  AND frame = ?2
ORDER BY id`
		if err := tx.SelectContext(ctx, &rows, q, t.ID, f.Frame); err != nil {
			return mapError("list steps", err)
		}
		for _, r := range rows {
			var s results.Step
			if r.Offset+r.Length > len(body) {
				return fmt.Errorf("read step: body lies outside its frame")
			}
			if err := decode(body[r.Offset:r.Offset+r.Length], &s); err != nil {
				return fmt.Errorf("decode step: %w", err)
			}
			if err := each(r.ID, &s, r.Failed); err != nil {
				return err
			}
		}
	}
	return nil
}
