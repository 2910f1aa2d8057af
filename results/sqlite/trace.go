package sqlite

import (
	"context"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// traceEnd is the key after the trial's last step.
func traceEnd(t *results.StoredTrial) int64 { return t.FirstStep + int64(t.StepsTotal) }

// TraceUnits counts the windows, turns or days of a trace.
func (db *DB) TraceUnits(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit) (int, error) {
	if unit == results.UnitWindow {
		return (t.StepsTotal + results.WindowSteps - 1) / results.WindowSteps, nil
	}
	var n int
	const q = `SELECT COALESCE(max(ordinal) + 1, 0)
FROM trace_groups
WHERE trial_id = ?
  AND kind = ?
  AND level = 0`
	err := db.r.GetContext(ctx, &n, q, t.ID, unit)
	return n, mapError("count parts of trace", err)
}

// TraceGroups sums up the units from..to-1 (from 0) of a trace in stretches of
// the given size, 2,000 at most. It reads few rows if size and from are round
// numbers: those of the level of the highest power of ten that divides both. A
// trace of a single window or turn has none, because the trial says the same.
func (db *DB) TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to, size int) ([]results.TraceGroup, error) {
	level, round := 0, 1
	for size%(round*ladderStep) == 0 && from%(round*ladderStep) == 0 {
		round *= ladderStep
		level++
	}
	list := []results.TraceGroup{}
	const q = `WITH sums AS (
  SELECT min(ordinal) AS ordinal, sum(steps) AS steps, sum(calls) AS calls, sum(failed) AS failed,
    sum(turns) AS turns, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, min(ts) AS ts
  FROM trace_groups
  WHERE trial_id = ?1
    AND kind = ?2
    AND level = ?3
    AND ordinal >= ?4
    AND ordinal < ?5
  GROUP BY (ordinal - ?4) / ?6
)
SELECT g.ordinal * ?7 AS unit, g.first, s.steps, s.calls, s.failed, s.turns, s.tokens_in, s.tokens_out, s.ts, g.day
FROM sums s
JOIN trace_groups g ON g.trial_id = ?1 AND g.kind = ?2 AND g.level = ?3 AND g.ordinal = s.ordinal
ORDER BY unit
LIMIT 2000`
	err := db.r.SelectContext(ctx, &list, q, t.ID, unit, level, from/round, (to+round-1)/round, size/round, round)
	return list, mapError("sum up trace", err)
}

// FindAgent gives the number of the first step of a sub-agent; 0 if the trace
// has none of that path.
func (db *DB) FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error) {
	const q = `SELECT id
FROM steps INDEXED BY steps_agent
WHERE trial_id = ?
  AND agent <> ''
  AND agent = ?
ORDER BY id
LIMIT 1`
	list, err := db.stepNumbers(ctx, t, q, t.ID, agent)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0], nil
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
	match := `"` + strings.NewReplacer(`"`, `""`, "\x00", " ").Replace(search.SeparateCJK(phrase)) + `"`
	if err := db.r.SelectContext(ctx, &rows, q, match, t.FirstStep, traceEnd(t), limit); err != nil {
		return nil, mapError("find in trace", err)
	}
	list := make([]results.StepHit, len(rows))
	for i, r := range rows {
		list[i] = results.StepHit{StepID: int(r.ID-t.FirstStep) + 1, Tools: r.Tools}
	}
	return list, nil
}
