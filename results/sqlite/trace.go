package sqlite

import (
	"context"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// traceEnd is the key after the trial's last step.
func traceEnd(t *results.StoredTrial) int64 { return t.FirstStep + int64(t.StepsTotal) }

type groupRow struct {
	ID int64 `db:"first"`
	results.TraceGroup
}

func (db *DB) groups(ctx context.Context, t *results.StoredTrial, q string, args ...any) ([]results.TraceGroup, error) {
	rows := []groupRow{}
	if err := db.r.SelectContext(ctx, &rows, q, args...); err != nil {
		return nil, mapError("sum up trace", err)
	}
	list := make([]results.TraceGroup, len(rows))
	for i, r := range rows {
		list[i] = r.TraceGroup
		list[i].First = int(r.ID-t.FirstStep) + 1
	}
	return list, nil
}

const groupSums = `count(*) AS steps, sum(failed > 0) AS failed, sum(calls) AS calls,
  sum(source = 'user' AND event = '') AS turns, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, min(ts) AS ts`

// TraceGroups sums up the steps from..to-1 (from 1) in stretches of the given
// size. It reads each of their rows.
func (db *DB) TraceGroups(ctx context.Context, t *results.StoredTrial, from, to, size int) ([]results.TraceGroup, error) {
	const q = `SELECT min(id) AS first, min(day) AS day, ` + groupSums + `
FROM steps
WHERE id >= ?
  AND id < ?
GROUP BY (id - ?) / ?
ORDER BY first
LIMIT 2000`
	first := t.FirstStep + int64(from) - 1
	return db.groups(ctx, t, q, first, min(t.FirstStep+int64(to)-1, traceEnd(t)), first, size)
}

// TraceStarts is TraceGroups for a trace that is too long to be summed up for
// a page: it reads the first row of each stretch and counts failures by their
// index, and leaves the rest nil.
func (db *DB) TraceStarts(ctx context.Context, t *results.StoredTrial, size int) ([]results.TraceGroup, error) {
	const q = `WITH RECURSIVE starts (first) AS (
  SELECT ?
  UNION ALL
  SELECT first + ?
  FROM starts
  WHERE first + ? < ?
)
SELECT s.id AS first, s.day, s.ts, min(?, ? - s.id) AS steps,
  (SELECT count(*)
   FROM steps f INDEXED BY steps_failed
   WHERE f.trial_id = ?
     AND f.failed > 0
     AND f.id >= starts.first
     AND f.id < starts.first + ?) AS failed
FROM starts
JOIN steps s ON s.id = starts.first
ORDER BY s.id
LIMIT 2000`
	return db.groups(ctx, t, q, t.FirstStep, size, size, traceEnd(t), size, traceEnd(t), t.ID, size)
}

// TraceDays sums up the days that a trace spans, in their order.
func (db *DB) TraceDays(ctx context.Context, t *results.StoredTrial) ([]results.TraceGroup, error) {
	const q = `SELECT min(id) AS first, day, ` + groupSums + `
FROM steps
WHERE id >= ?
  AND id < ?
  AND day <> ''
GROUP BY day
ORDER BY first
LIMIT 200`
	return db.groups(ctx, t, q, t.FirstStep, traceEnd(t))
}

// TraceAgents gives for each sub-agent of a trace, by its path, the number of
// its first step.
func (db *DB) TraceAgents(ctx context.Context, t *results.StoredTrial) (map[string]int, error) {
	rows := []struct {
		Agent string
		First int64
	}{}
	const q = `SELECT agent, min(id) AS first
FROM steps
WHERE id >= ?
  AND id < ?
  AND agent <> ''
GROUP BY agent
ORDER BY first
LIMIT 500`
	if err := db.r.SelectContext(ctx, &rows, q, t.FirstStep, traceEnd(t)); err != nil {
		return nil, mapError("list sub-agents", err)
	}
	agents := make(map[string]int, len(rows))
	for _, r := range rows {
		agents[r.Agent] = int(r.First-t.FirstStep) + 1
	}
	return agents, nil
}

// stepNumbers runs a query for keys of steps and gives their numbers.
func (db *DB) stepNumbers(ctx context.Context, t *results.StoredTrial, q string, args ...any) ([]int, error) {
	ids := []int64{}
	if err := db.r.SelectContext(ctx, &ids, q, args...); err != nil {
		return nil, mapError("find steps", err)
	}
	list := make([]int, len(ids))
	for i, id := range ids {
		list[i] = int(id-t.FirstStep) + 1
	}
	return list, nil
}

// TraceTurns lists the numbers of the steps in which the user speaks.
func (db *DB) TraceTurns(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error) {
	const q = `SELECT id
FROM steps
WHERE id >= ?
  AND id < ?
  AND source = 'user'
  AND event = ''
ORDER BY id
LIMIT ?`
	return db.stepNumbers(ctx, t, q, t.FirstStep, traceEnd(t), limit)
}

// FailedBeside gives the failed steps before the step from and after the step
// to; 0 where there is none.
func (db *DB) FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error) {
	const q = `SELECT
  COALESCE((
    SELECT max(id)
    FROM steps INDEXED BY steps_failed
    WHERE trial_id = ?
      AND failed > 0
      AND id < ?), 0) AS prev,
  COALESCE((
    SELECT min(id)
    FROM steps INDEXED BY steps_failed
    WHERE trial_id = ?
      AND failed > 0
      AND id > ?), 0) AS next`
	var row struct{ Prev, Next int64 }
	if err := db.r.GetContext(ctx, &row, q, t.ID, t.FirstStep+int64(from)-1, t.ID, t.FirstStep+int64(to)-1); err != nil {
		return 0, 0, mapError("find failed steps", err)
	}
	if row.Prev > 0 {
		prev = int(row.Prev-t.FirstStep) + 1
	}
	if row.Next > 0 {
		next = int(row.Next-t.FirstStep) + 1
	}
	return prev, next, nil
}

// lastMessages is how far from the end LastMessage looks.
const lastMessages = 1000

// LastMessage gives the number of the agent's last step without a tool call,
// or of the last step of all.
func (db *DB) LastMessage(ctx context.Context, t *results.StoredTrial) (int, error) {
	const q = `SELECT id
FROM steps
WHERE id >= ?
  AND id < ?
  AND source = 'agent'
  AND calls = 0
  AND event = ''
ORDER BY id DESC
LIMIT 1`
	list, err := db.stepNumbers(ctx, t, q, max(t.FirstStep, traceEnd(t)-lastMessages), traceEnd(t))
	if err != nil || len(list) == 0 {
		return t.StepsTotal, err
	}
	return list[0], nil
}

// FindInTrace lists the steps of an agent whose text holds the phrase, the
// last first, by the full-text index.
func (db *DB) FindInTrace(ctx context.Context, t *results.StoredTrial, phrase string, limit int) ([]results.StepHit, error) {
	rows := []struct {
		ID    int64
		Tools string
	}{}
	const q = `SELECT steps.id, steps.tools
FROM step_text
JOIN steps ON steps.id = step_text.rowid
WHERE step_text MATCH ?
  AND step_text.rowid >= ?
  AND step_text.rowid < ?
  AND steps.source = 'agent'
ORDER BY step_text.rowid DESC
LIMIT ?`
	match := `"` + strings.NewReplacer(`"`, `""`, "\x00", " ").Replace(separateCJK(phrase)) + `"`
	if err := db.r.SelectContext(ctx, &rows, q, match, t.FirstStep, traceEnd(t), limit); err != nil {
		return nil, mapError("find in trace", err)
	}
	list := make([]results.StepHit, len(rows))
	for i, r := range rows {
		list[i] = results.StepHit{StepID: int(r.ID-t.FirstStep) + 1, Tools: r.Tools}
	}
	return list, nil
}
