package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// dropOthers removes tasks and scenarios outside the dataset; those that runs have tried stay as extra ones.
func dropOthers(ctx context.Context, tx *sqlx.Tx, benchmark int64, d *results.Dataset) error {
	listed, scenario := map[results.TaskName]bool{}, map[string]bool{}
	for i := range d.Tasks {
		listed[d.Tasks[i].Name()] = true
	}
	rows := []struct {
		ID int64
		results.TaskName
	}{}
	const q = `SELECT t.id, s.slug AS scenario, t.slug AS task
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
WHERE t.benchmark_id = ?
ORDER BY t.id`
	if err := tx.SelectContext(ctx, &rows, q, benchmark); err != nil {
		return MapError("list tasks", err)
	}
	for _, r := range rows {
		if listed[r.TaskName] {
			continue
		}
		if err := dropTask(ctx, tx, r.ID); err != nil {
			return err
		}
	}
	for _, s := range d.Scenarios {
		scenario[s.Slug] = true
	}
	scenarios, err := scenarioIDs(ctx, tx, benchmark)
	if err != nil {
		return err
	}
	for slug, id := range scenarios {
		if scenario[slug] {
			continue
		}
		if err := dropScenario(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// dropTask removes a task, or makes it what a run would have made that names it.
func dropTask(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const unused = `DELETE FROM tasks
WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM trials x WHERE x.task_id = ?1)`
	const extra = `UPDATE tasks
SET extra = TRUE, title = '', ordinal = ` + extraOrdinal + `, day = 0, facts = '{}', options = '[]', checks = '[]', updates = '[]',
  kind = (SELECT x.kind FROM trials x WHERE x.task_id = ?1 ORDER BY x.id LIMIT 1)
WHERE id = ?1`
	for _, q := range []string{unused, extra} {
		if _, err := tx.ExecContext(ctx, q, id); err != nil {
			return MapError("drop task", err)
		}
	}
	return nil
}

// dropScenario does the same with a scenario.
func dropScenario(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const unused = `DELETE FROM scenarios
WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = ?1)`
	const extra = `UPDATE scenarios
SET title = '', domain = '', description = '', ordinal = ` + extraOrdinal + `
WHERE id = ?1`
	for _, q := range []string{unused, extra} {
		if _, err := tx.ExecContext(ctx, q, id); err != nil {
			return MapError("drop scenario", err)
		}
	}
	return nil
}
