package sqlstore

import (
	"context"
	"errors"

	"github.com/clawatlas/clawatlas/results"
)

// TraceGroups sums up units from..to-1 (from 0) in stretches of size, at most 2,000. It reads few rows if size and from
// are multiples of a power of ten. A trace of one window or turn has none.
func (db *DB) TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to,
	size int) ([]results.TraceGroup, error) {
	level, round := 0, 1
	for size%(round*ladderStep) == 0 && from%(round*ladderStep) == 0 {
		round *= ladderStep
		level++
	}
	const q = `WITH sums AS (
  SELECT min(ordinal) AS ordinal, sum(steps) AS steps, sum(calls) AS calls, sum(failed) AS failed,
    sum(turns) AS turns, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, min(ts) AS ts
  FROM trace_groups
  WHERE trial_id = ?1` + ofTrial1 + `
    AND kind = ?2
    AND level = ?3
    AND ordinal >= ?4
    AND ordinal < ?5
  GROUP BY (ordinal - ?4) / ?6
)
SELECT g.ordinal * ?7 AS unit, g.first, s.steps, s.calls, s.failed, s.turns, s.tokens_in, s.tokens_out, s.ts, g.day
FROM sums s
JOIN trace_groups g ON g.trial_id = ?1 /*! AND g.run_id = ?1 >> 32 */ AND g.kind = ?2 AND g.level = ?3 AND g.ordinal = s.ordinal
ORDER BY unit
LIMIT 2000`
	return ListOf[results.TraceGroup](ctx, db.r, "sum up trace", q, t.ID, unit, level, from/round, (to+round-1)/round, size/round, round)
}

// FindAgent returns the number of a sub-agent's first step, 0 if there is none.
func (db *DB) FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error) {
	const q = `SELECT id - ` + firstStep + ` + 1
FROM steps INDEXED BY steps_agent
WHERE trial_id = ?1` + ofTrial1 + `
  AND agent <> ''
  AND agent = ?2
ORDER BY id
LIMIT 1`
	n, err := oneOf[int](ctx, db.r, "find sub-agent", q, t.ID, agent)
	if errors.Is(err, results.ErrNotFound) {
		return 0, nil
	}
	return n, err
}

// FailedBeside returns the failed steps before from and after to, 0 where there is none.
func (db *DB) FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error) {
	const q = `SELECT
  COALESCE((
    SELECT max(s.id) - t.first_step + 1
    FROM steps s INDEXED BY steps_failed
    WHERE s.trial_id = t.id /*! AND s.run_id = t.run_id */
      AND s.failed > 0
      AND s.id < t.first_step + ?1 - 1), 0) AS prev,
  COALESCE((
    SELECT min(s.id) - t.first_step + 1
    FROM steps s INDEXED BY steps_failed
    WHERE s.trial_id = t.id /*! AND s.run_id = t.run_id */
      AND s.failed > 0
      AND s.id > t.first_step + ?2 - 1), 0) AS next
FROM trials t
WHERE t.id = ?3 /*! AND t.run_id = ?3 >> 32 */`
	row, err := oneOf[struct{ Prev, Next int }](ctx, db.r, "find failed steps", q, from, to, t.ID)
	return row.Prev, row.Next, err
}

// lastMessages is how far from the end LastMessage looks.
const lastMessages = 1000

// LastMessage returns the agent's last step without a tool call, or the last step.
func (db *DB) LastMessage(ctx context.Context, t *results.StoredTrial) (int, error) {
	const q = `SELECT s.id - t.first_step + 1
` + stepsOfTrial + `BETWEEN t.first_step + ?2 - 1 AND t.first_step + t.steps_total - 1
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
  AND s.source = 'agent'
  AND s.calls = 0
  AND s.event = ''
ORDER BY s.id DESC
LIMIT 1`
	n, err := oneOf[int](ctx, db.r, "find last message", q, t.ID, max(1, t.StepsTotal-lastMessages+1))
	if errors.Is(err, results.ErrNotFound) {
		return t.StepsTotal, nil
	}
	return n, err
}
