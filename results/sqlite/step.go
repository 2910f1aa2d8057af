package sqlite

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

const stepColumns = `id, source, event, agent, day, ts, tools, calls, failed, tokens_in, tokens_out, frame, offset, length`

// StepRows lists the rows of the steps from..from+limit-1 (from 1) of a trial.
func (db *DB) StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error) {
	list := []results.StepRow{}
	const q = `SELECT ` + stepColumns + `
FROM steps
WHERE id >= ?
  AND id < ?
ORDER BY id
LIMIT ?`
	first := t.FirstStep + int64(from) - 1
	end := min(first+int64(limit), t.FirstStep+int64(t.StepsTotal))
	err := db.r.SelectContext(ctx, &list, q, first, end, limit)
	return list, mapError("list steps", err)
}

// Steps opens the bodies of the rows, which must be of one trial and in order.
func (db *DB) Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error) {
	list := make([]results.Step, len(rows))
	var body []byte
	frame := -1
	for i, r := range rows {
		if r.Frame != frame {
			var err error
			if body, err = db.frame(ctx, t.ID, r.Frame); err != nil {
				return nil, err
			}
			frame = r.Frame
		}
		if r.Offset+r.Length > len(body) {
			return nil, fmt.Errorf("read step %d: body lies outside its frame", r.ID-t.FirstStep+1)
		}
		if err := decode(body[r.Offset:r.Offset+r.Length], &list[i]); err != nil {
			return nil, fmt.Errorf("decode step %d: %w", r.ID-t.FirstStep+1, err)
		}
	}
	return list, nil
}

func (db *DB) frame(ctx context.Context, trial int64, frame int) ([]byte, error) {
	var row struct {
		Size int
		Data []byte
	}
	const q = `SELECT size, data
FROM trace_frames
WHERE trial_id = ?
  AND frame = ?`
	if err := db.r.GetContext(ctx, &row, q, trial, frame); err != nil {
		return nil, mapError("read trace", err)
	}
	return blobs.unpack(row.Data, row.Size)
}

// FailedSteps lists the numbers (from 1) of the steps that show a failure.
func (db *DB) FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error) {
	ids := []int64{}
	const q = `SELECT id
FROM steps INDEXED BY steps_failed
WHERE trial_id = ?
  AND failed > 0
ORDER BY id
LIMIT ?`
	if err := db.r.SelectContext(ctx, &ids, q, t.ID, limit); err != nil {
		return nil, mapError("list failed steps", err)
	}
	list := make([]int, len(ids))
	for i, id := range ids {
		list[i] = int(id-t.FirstStep) + 1
	}
	return list, nil
}
