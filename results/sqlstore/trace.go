package sqlstore

import (
	"context"
	"errors"

	"github.com/clawatlas/clawatlas/results"
)

// TraceGroups returns the sums over a trace in groups of size units each, at most 2,000 groups. It
// covers the units whose index is at least from and less than to. It reads few rows if size and
// from are multiples of a power of ten. It returns no groups for a trace with only one unit.
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

// FindAgent returns the number of the first step of a sub-agent, or 0 if the sub-agent has no
// steps.
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

// FailedBeside returns the number of the last failed step before step from and of the first failed
// step after step to; 0 if there is none.
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

// lastMessages is the number of steps at the end of a trace that LastMessage searches.
const lastMessages = 1000

// LastMessage returns the number of the agent's last step without a tool call. If there is none, it
// returns the number of the last step.
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

const refColumns = `s.slug AS scenario, k.slug AS task, t.attempt, t.status`

// trialHere selects the columns by which a trial is ordered, to compare it with other trials.
const trialHere = `WITH here AS (
  SELECT t.run_id, k.scenario_id, s.ordinal AS so, s.slug AS ss, k.ordinal AS ko, k.slug AS ks, t.attempt
  FROM trials t
  JOIN tasks k ON k.id = t.task_id
  JOIN scenarios s ON s.id = k.scenario_id
  WHERE t.id = ?
)
SELECT ` + refColumns + `
FROM here
JOIN trials t ON t.run_id = here.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
`

// Neighbours returns the previous and next trial in the same scenario and the next failed trial in
// the run.
func (db *DB) Neighbours(ctx context.Context, trial int64) (results.Neighbours, error) {
	const prev = trialHere + `WHERE k.scenario_id = here.scenario_id
  AND (k.ordinal, k.slug) < (here.ko, here.ks)
ORDER BY k.ordinal DESC, k.slug DESC, t.attempt
LIMIT 1`
	const next = trialHere + `WHERE k.scenario_id = here.scenario_id
  AND (k.ordinal, k.slug) > (here.ko, here.ks)
ORDER BY k.ordinal, k.slug, t.attempt
LIMIT 1`
	const failing = trialHere + `WHERE t.status NOT IN ('passed', 'not_judged')
  AND (s.ordinal, s.slug, k.ordinal, k.slug, t.attempt) > (here.so, here.ss, here.ko, here.ks, here.attempt)
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, t.attempt
LIMIT 1`
	var n results.Neighbours
	for _, f := range []struct {
		query string
		to    **results.TrialRef
	}{{prev, &n.Prev}, {next, &n.Next}, {failing, &n.NextFailing}} {
		ref, err := ListOf[results.TrialRef](ctx, db.r, "find neighbours", f.query, trial)
		if err != nil {
			return n, err
		}
		if len(ref) > 0 {
			*f.to = &ref[0]
		}
	}
	return n, nil
}

// OtherRuns returns the trials of the same task in other runs, newest first, at most limit, and
// their total number.
func (db *DB) OtherRuns(ctx context.Context, trial int64, limit int) ([]results.RunTrialRef, int, error) {
	const from = `
FROM trials t
JOIN runs r ON r.id = t.run_id
JOIN models m ON m.id = r.model_id
WHERE t.task_id = (SELECT task_id FROM trials WHERE id = ?1` + ofTrial1 + `)
  AND t.run_id <> (SELECT run_id FROM trials WHERE id = ?1` + ofTrial1 + `)`
	const q = `SELECT r.slug AS run, m.name AS model_name, r.framework, r.variant, t.attempt, t.status, t.score` + from + `
ORDER BY r.id DESC, t.attempt
LIMIT ?2`
	list, err := ListOf[results.RunTrialRef](ctx, db.r, "list other runs", q, trial, limit)
	if err != nil || len(list) < limit {
		return list, len(list), err
	}
	total, err := oneOf[int](ctx, db.r, "count other runs", "SELECT count(*)"+from, trial)
	return list, total, err
}

// Attempts returns the attempts at the trial's task in the same run.
func (db *DB) Attempts(ctx context.Context, trial int64) ([]results.TrialRef, error) {
	const q = trialHere + `WHERE k.scenario_id = here.scenario_id
  AND k.slug = here.ks
ORDER BY t.attempt
LIMIT 500`
	return ListOf[results.TrialRef](ctx, db.r, "list attempts", q, trial)
}

// FindTrialRaw returns the raw record of a trial, or of its run, with the given name.
func (db *DB) FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error) {
	const q = `SELECT ` + rawColumns + `
FROM trials t
JOIN raws w ON w.run_id = t.run_id AND w.trial_id = t.id OR w.run_id = t.run_id AND w.trial_id IS NULL
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
  AND w.name = ?2
ORDER BY w.trial_id IS NULL, w.id
LIMIT 1`
	return oneOf[results.Raw](ctx, db.r, "find raw record", q, trial, name)
}
