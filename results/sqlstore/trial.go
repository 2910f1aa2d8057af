package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// trialRow is a trial as stored. Its JSON columns are nil if the value is not recorded.
type trialRow struct {
	results.StoredTrial
	SelectedJSON, GoldJSON *string
}

const trialColumns = `t.id, r.slug AS run, s.slug AS scenario, k.slug AS task, t.attempt, t.attempts, t.status, t.score, t.points, t.kind,
  t.selected AS selected_json, t.gold AS gold_json, t.pref_passed, t.told_contrary AS told_opposite, t.started_at, t.finished_at, t.duration_ms, t.agent_ms,
  t.tokens_input AS "usage.input", t.tokens_output AS "usage.output", t.tokens_cache_read AS "usage.cache_read",
  t.tokens_cache_write AS "usage.cache_write", t.tokens_total AS "usage.total", t.cost_usd AS "usage.cost_usd",
  t.steps_total, t.tool_calls, t.failed_calls, t.loop_calls`

const trialTables = `FROM trials t
JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id`

func (r trialRow) trial() (results.StoredTrial, error) {
	for _, list := range []struct {
		from *string
		to   *[]string
	}{{r.SelectedJSON, &r.Selected}, {r.GoldJSON, &r.Gold}} {
		if list.from == nil {
			continue
		}
		if err := decode([]byte(*list.from), list.to); err != nil {
			return r.StoredTrial, fmt.Errorf("read trial %s/%s: %w", r.Scenario, r.Task, err)
		}
	}
	return r.StoredTrial, nil
}

func (db *DB) trials(ctx context.Context, where, order string, args ...any) ([]results.StoredTrial, error) {
	q := "SELECT " + trialColumns + "\n" + trialTables + "\nWHERE " + where + "\nORDER BY " + order + "\nLIMIT 1000000"
	rows, err := wholeOf[trialRow](ctx, db.r, "list trials", q, args...)
	if err != nil {
		return nil, err
	}
	return each(rows, trialRow.trial)
}

const taskOrder = "s.ordinal, s.slug, k.ordinal, k.slug, t.attempt"

// RunTrials returns the trials of a run, or of one scenario in it, in the order of the dataset,
// without details and checks.
func (db *DB) RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error) {
	if scenario == "" { // separate queries, because the planner would misjudge an optional condition
		return db.trials(ctx, "t.run_id = ?", taskOrder, run)
	}
	return db.trials(ctx, "t.run_id = ? AND s.slug = ?", taskOrder, run, scenario)
}

// ScenarioTrials returns the trials of the given runs in one scenario. It reads only their
// verdicts, because there may be tens of thousands of trials.
func (db *DB) ScenarioTrials(ctx context.Context, benchmark, scenario string, runs []int64) ([]results.StoredTrial, error) {
	const ofScenario = `SELECT k.id AS key, k.slug AS value
FROM tasks k
WHERE k.scenario_id = (SELECT s.id FROM scenarios s JOIN benchmarks b ON b.id = s.benchmark_id WHERE b.slug = ? AND s.slug = ?)`
	tasks, err := db.slugs(ctx, ofScenario, benchmark, scenario)
	if err != nil || len(tasks) == 0 || len(runs) == 0 {
		return nil, err
	}
	names, err := db.slugs(ctx, "SELECT r.id AS key, r.slug AS value FROM runs r WHERE r.id IN (?)", runs)
	if err != nil {
		return nil, err
	}
	q, args, err := sqlx.In(`SELECT t.run_id, t.task_id, t.attempt, t.attempts, t.status, t.score
FROM trials t
WHERE t.run_id IN (?)
  AND t.task_id IN (?)
ORDER BY t.run_id, t.task_id, t.attempt
LIMIT 1000000`, runs, slices.Collect(maps.Keys(tasks)))
	if err != nil {
		return nil, MapError("list trials", err)
	}
	list := make([]results.StoredTrial, 0, len(runs))
	err = db.block(ctx, q, args, func(rows *sqlx.Rows) error {
		var run, task int64
		t := results.StoredTrial{Trial: results.Trial{Scenario: scenario}}
		if err := rows.Scan(&run, &task, &t.Attempt, &t.Attempts, &t.Status, &t.Score); err != nil {
			return err
		}
		t.Run, t.Task = names[run], tasks[task]
		if len(list) == cap(list) {
			list = slices.Grow(list, len(list)) // double the capacity; append would grow it by only a quarter
		}
		list = append(list, t)
		return nil
	})
	return list, whole("list trials", len(list), err)
}

// slugs runs a query with the columns "key" (an id) and "value" (a slug). Slices in args are
// expanded in IN (?).
func (db *DB) slugs(ctx context.Context, query string, args ...any) (map[int64]string, error) {
	q, args, err := sqlx.In(query, args...)
	if err != nil {
		return nil, MapError("list slugs", err)
	}
	return mapOf[int64, string](ctx, db.r, "list slugs", q, args...)
}

// TaskTrials returns the trials at one task of the given runs, or of all runs if runs is nil.
func (db *DB) TaskTrials(ctx context.Context, benchmark, scenario, task string, runs []int64) ([]results.StoredTrial, error) {
	const where = `k.slug = ? AND s.id = (SELECT s2.id FROM scenarios s2 JOIN benchmarks b ON b.id = s2.benchmark_id WHERE b.slug = ? AND s2.slug = ?)`
	cond, args, err := amongRuns(where, "r.id", runs, task, benchmark, scenario)
	if err != nil {
		return nil, MapError("list trials", err)
	}
	return db.trials(ctx, cond, "r.id, t.attempt", args...)
}

// amongRuns adds a condition to a query that limits it to the given runs. It adds nothing if runs
// is nil.
func amongRuns(where, column string, runs []int64, args ...any) (string, []any, error) {
	if runs == nil {
		return where, args, nil
	}
	in, ids, err := among(column, runs)
	return where + " AND " + in, append(args, ids...), err
}

// among returns the condition "column IN (values)". It adds the zero value, which is not a valid
// key, so that the list is never empty.
func among[T int64 | string](column string, values []T) (string, []any, error) {
	var none T
	return sqlx.In(column+" IN (?)", append(values[:len(values):len(values)], none))
}

// FindTrial returns a trial with details and checks; attempt 0 selects the first attempt. The
// condition on s.benchmark_id lets the query use an index.
func (db *DB) FindTrial(ctx context.Context, run, scenario, task string, attempt int) (results.StoredTrial, error) {
	const q = `SELECT ` + trialColumns + `
` + trialTables + `
WHERE r.slug = ?
  AND s.benchmark_id = r.benchmark_id
  AND s.slug = ?
  AND k.slug = ?
  AND (? = 0 OR t.attempt = ?)
ORDER BY t.attempt
LIMIT 1`
	row, err := oneOf[trialRow](ctx, db.r, "find trial "+run+"/"+scenario+"/"+task, q, run, scenario, task, attempt, attempt)
	if err != nil {
		return results.StoredTrial{}, err
	}
	t, err := row.trial()
	if err != nil {
		return t, err
	}
	return t, db.fillTrial(ctx, &t)
}

func (db *DB) fillTrial(ctx context.Context, t *results.StoredTrial) error {
	d, err := db.Details(ctx, t.ID)
	if err != nil {
		return err
	}
	checks, err := db.ManyChecks(ctx, []int64{t.ID})
	t.Details, t.Checks = d, append([]results.Check{}, checks[t.ID]...)
	return err
}

// Outcomes returns the outcomes of a run's trials with their checks, for scoring.
func (db *DB) Outcomes(ctx context.Context, run int64) ([]results.Trial, error) {
	stored, err := db.RunTrials(ctx, run, "")
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(stored))
	for i := range stored {
		ids[i] = stored[i].ID
	}
	checks, err := db.ManyChecks(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]results.Trial, len(stored))
	for i := range stored {
		list[i] = stored[i].Trial
		list[i].Checks = checks[stored[i].ID]
		if stored[i].ToldOpposite {
			list[i].Details.Told = &results.Told{Opposite: true}
		}
	}
	return list, nil
}
