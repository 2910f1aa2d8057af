package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

const refColumns = `s.slug AS scenario, k.slug AS task, t.attempt, t.status`

// trialHere holds the ordering columns of a trial, for comparing others with it.
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

// Neighbours finds the trials before and after one in its scenario, and the next failed one in its run.
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

// OtherRuns lists trials of the same task in other runs, newest first, and their number.
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

// Attempts lists the attempts of the trial's run at its task.
func (db *DB) Attempts(ctx context.Context, trial int64) ([]results.TrialRef, error) {
	const q = trialHere + `WHERE k.scenario_id = here.scenario_id
  AND k.slug = here.ks
ORDER BY t.attempt
LIMIT 500`
	return ListOf[results.TrialRef](ctx, db.r, "list attempts", q, trial)
}

// FindTrialRaw finds a raw record of a trial, or of its run, by its name.
func (db *DB) FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error) {
	const q = `SELECT w.id, w.name, w.media, w.size
FROM trials t
JOIN raws w ON w.trial_id = t.id /*! AND w.run_id = t.run_id */ OR w.run_id = t.run_id AND w.trial_id IS NULL
WHERE t.id = ?1 /*! AND t.run_id = ?1 >> 32 */
  AND w.name = ?2
ORDER BY w.trial_id IS NULL, w.id
LIMIT 1`
	return oneOf[results.Raw](ctx, db.r, "find raw record", q, trial, name)
}
