package sqlstore

import (
	"cmp"
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
	const q = `SELECT t.id, s.slug AS scenario, t.slug AS task
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
WHERE t.benchmark_id = ?
ORDER BY t.id`
	rows, err := ListOf[struct {
		ID int64
		results.TaskName
	}](ctx, tx, "list tasks", q, benchmark)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if !listed[r.TaskName] {
			err = cmp.Or(err, dropTask(ctx, tx, r.ID))
		}
	}
	for _, s := range d.Scenarios {
		scenario[s.Slug] = true
	}
	scenarios, listErr := scenarioIDs(ctx, tx, benchmark)
	err = cmp.Or(err, listErr)
	for slug, id := range scenarios {
		if !scenario[slug] {
			err = cmp.Or(err, dropScenario(ctx, tx, id))
		}
	}
	return err
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
	return execAll(ctx, tx, "drop task", statement{unused, []any{id}}, statement{extra, []any{id}})
}

// dropScenario does the same with a scenario.
func dropScenario(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const unused = `DELETE FROM scenarios
WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = ?1)`
	const extra = `UPDATE scenarios
SET title = '', domain = '', description = '', ordinal = ` + extraOrdinal + `
WHERE id = ?1`
	return execAll(ctx, tx, "drop scenario", statement{unused, []any{id}}, statement{extra, []any{id}})
}
