package sqlstore

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveWorlds replaces the environments of a benchmark's scenarios. It does not replace an
// environment with texts by one without texts.
func (db *DB) SaveWorlds(ctx context.Context, benchmark string, list []results.World) error {
	return db.inTx(ctx, "save worlds of "+benchmark, concern{benchmark}, func(tx *sqlx.Tx) error {
		id, err := benchmarkID(ctx, tx, benchmark)
		if err != nil {
			return err
		}
		scenarios, err := scenarioIDs(ctx, tx, id)
		if err != nil {
			return err
		}
		err = ifChanged(ctx, tx, worldRows(benchmark), func() error {
			if err := saveWorlds(ctx, tx, scenarios, list); err != nil {
				return err
			}
			return dropWorlds(ctx, tx, id)
		})
		if err != nil {
			return err
		}
		return markStale(ctx, tx, id) // the stored read access of the runs is outdated
	})
}

func worldRows(slug string) []statement {
	return []statement{
		{`SELECT w.scenario_id, w.layout, w.layouts, w.files, w.chats
FROM worlds w
JOIN scenarios s ON s.id = w.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
ORDER BY w.scenario_id`, []any{slug}},
		{`SELECT x.scenario_id, x.ordinal, x.round, x.kind, x.path, x.name, x.updates, x.effect, x.told, x.author,
  x.had, x.removed, x.added, x.kept, x.size, x.data
FROM world_states x
JOIN scenarios s ON s.id = x.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
ORDER BY x.scenario_id, x.ordinal`, []any{slug}},
	}
}

func saveWorlds(ctx context.Context, tx *sqlx.Tx, scenarios map[string]int64, list []results.World) error {
	for i := range list {
		w := &list[i]
		id, ok := scenarios[w.Scenario]
		if !ok {
			return fmt.Errorf("save environment of %s: scenario is not in the dataset: %w", w.Scenario, results.ErrInvalid)
		}
		if !w.HasTexts() {
			const q = `SELECT EXISTS (SELECT 1 FROM world_states WHERE scenario_id = ? AND size IS NOT NULL)`
			texts, err := oneOf[bool](ctx, tx, "look for the world of "+w.Scenario, q, id)
			if err != nil {
				return err
			}
			if texts { // an environment without texts only updates the counts of the layouts
				if w.Layouts == nil {
					continue
				}
				layouts, err := toJSON(w.Layouts)
				if err != nil {
					return err
				}
				const q = "UPDATE worlds SET layout = ?, layouts = ? WHERE scenario_id = ?"
				if err := exec(ctx, tx, "save layouts of "+w.Scenario, q, w.Layout, layouts, id); err != nil {
					return err
				}
				continue
			}
		}
		if err := saveWorld(ctx, tx, id, w); err != nil {
			return fmt.Errorf("save environment of %s: %w", w.Scenario, err)
		}
	}
	return nil
}

func saveWorld(ctx context.Context, tx *sqlx.Tx, scenario int64, w *results.World) error {
	layouts, err := toJSON(nonNil(w.Layouts))
	if err != nil {
		return err
	}
	const stored = "SELECT scenario_id FROM worlds WHERE scenario_id = ?"
	if err := cmp.Or(deleteWorlds(ctx, tx, stored, scenario), insert(ctx, tx, "insert", "worlds", "scenario_id, layout, layouts, files, chats",
		scenario, w.Layout, layouts, w.Files, w.Chats)); err != nil {
		return err
	}
	rows := NewBatch(tx, "world_states", `scenario_id, ordinal, round, kind, path, name, updates, effect, told, author,
  had, removed, added, kept, size, data`, BlobsAtOnce)
	for i, t := range w.Start {
		data, err := packSized(t.Text)
		if err != nil {
			return err
		}
		if err := rows.Add(ctx, scenario, i, "", t.Kind, t.Path, t.Name, "[]", "", "", "", 0, 0, 0, 0, len(t.Text), data); err != nil {
			return err
		}
	}
	for i := range w.Changes {
		c := &w.Changes[i]
		var data []byte
		if w.HasTexts() {
			if data, err = packSized(c.After); err != nil {
				return err
			}
		}
		updates, err := toJSON(nonNil(c.Updates))
		if err != nil {
			return err
		}
		err = rows.Add(ctx, scenario, len(w.Start)+i, c.Round, c.Kind, c.Path, c.Name, updates, c.Effect, c.Told, c.Author, c.Had,
			c.Removed, c.Added, c.Kept, c.Size, data)
		if err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// dropWorlds removes environments that have a change before a round without an update.
func dropWorlds(ctx context.Context, tx *sqlx.Tx, benchmark int64) error {
	return deleteWorlds(ctx, tx, `SELECT x.scenario_id
FROM world_states x
JOIN scenarios s ON s.id = x.scenario_id
WHERE s.benchmark_id = ?
  AND x.round <> ''
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = x.scenario_id AND t.slug = x.round AND NOT t.extra AND t.updates <> '[]')`, benchmark)
}

func deleteWorlds(ctx context.Context, tx *sqlx.Tx, scenarios string, args ...any) error {
	ids, err := ListOf[int64](ctx, tx, "list worlds", scenarios, args...)
	if err != nil || len(ids) == 0 {
		return err
	}
	for _, id := range ids {
		if err := execAll(ctx, tx, "delete worlds", statement{"DELETE FROM world_states WHERE scenario_id = ?", []any{id}},
			statement{"DELETE FROM worlds WHERE scenario_id = ?", []any{id}}); err != nil {
			return err
		}
	}
	return nil
}
