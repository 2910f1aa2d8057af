package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// nameModel gives an unlisted model the least of its spellings, so that the order of runs does not matter; hold is
// Dialect.Hold, because runs of several benchmarks may bring one model at once.
func nameModel(ctx context.Context, tx *sqlx.Tx, hold string, id int64) error {
	listed, err := oneOf[bool](ctx, tx, "read model", "SELECT listed FROM models WHERE id = ?", id)
	if err != nil || listed {
		return err
	}
	if _, err := oneOf[bool](ctx, tx, "hold model", "SELECT listed FROM models WHERE id = ?"+hold, id); err != nil {
		return err
	}
	const q = `SELECT model_name, min(CASE WHEN scripted THEN 1 ELSE 0 END) AS scripted
FROM runs
WHERE model_id = ?1
  AND NOT hidden
GROUP BY model_name
UNION ALL
SELECT DISTINCT model_name, 0 AS scripted
FROM figures
WHERE model_id = ?1`
	rows, err := ListOf[struct {
		ModelName string
		Scripted  bool
	}](ctx, tx, "list spellings of a model", q, id)
	if err != nil || len(rows) == 0 {
		return err
	}
	name, scripted := ownName(rows[0].ModelName), true
	for _, r := range rows {
		name, scripted = min(name, ownName(r.ModelName)), scripted && r.Scripted
	}
	return exec(ctx, tx, "name a model", "UPDATE models SET name = ?, scripted = ? WHERE id = ?", name, scripted, id)
}

// absorb merges an unlisted model into a listed one; its runs get the addresses of that.
func absorb(ctx context.Context, tx *sqlx.Tx, from, to int64, model string) error {
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE m.id = ?
ORDER BY r.id`
	rows, err := ListOf[runRow](ctx, tx, "list runs of a model", q, from)
	if err != nil {
		return err
	}
	for _, r := range rows {
		system := r.System
		system.Model = model
		slug := results.RunSlug(r.Benchmark, system, r.Digest)
		err := execAll(ctx, tx, "move run "+r.Slug+" to model "+model, []statement{
			// The same records may be there under both names: then each keeps its address.
			{"UPDATE runs SET slug = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM runs x WHERE x.slug = ?)", []any{slug, r.ID, slug}},
			{"UPDATE runs SET model_id = ? WHERE id = ?", []any{to, r.ID}},
			{"UPDATE runs SET replaces = ? WHERE replaces = ?", []any{slug, r.Slug}},
			{"UPDATE changes SET run = ? WHERE run = ?", []any{slug, r.Slug}},
			{"UPDATE changes SET other = ? WHERE other = ?", []any{slug, r.Slug}},
			{"UPDATE benchmarks SET stale = 1 WHERE slug = ?", []any{r.Benchmark}},
		}...)
		if err != nil {
			return err
		}
	}
	return execAll(ctx, tx, "move what belongs to model "+model, []statement{
		{"UPDATE benchmarks SET stale = 1 WHERE id IN (SELECT benchmark_id FROM figures WHERE model_id = ?)", []any{from}},
		{"UPDATE figures SET model_id = ? WHERE model_id = ?", []any{to, from}},
		{"UPDATE model_aliases SET model_id = ? WHERE model_id = ?", []any{to, from}},
		{"DELETE FROM board_rows WHERE model_id = ?", []any{from}},
		{"DELETE FROM models WHERE id = ?", []any{from}},
	}...)
}
