package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveModels stores listed models with their aliases. It merges an unlisted model that has such an
// alias into the listed one. It returns results.ErrConflict if the alias belongs to another listed
// model.
func (db *DB) SaveModels(ctx context.Context, models []results.Model) error {
	return db.inTx(ctx, "save models", noBenchmark, func(tx *sqlx.Tx) error {
		rows := []statement{
			{query: "SELECT id, slug, name, vendor, scripted, listed FROM models ORDER BY id"},
			{query: "SELECT alias, model_id FROM model_aliases ORDER BY alias"},
		}
		return ifChanged(ctx, tx, rows, func() error {
			for _, m := range models {
				if err := saveModel(ctx, tx, m); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func saveModel(ctx context.Context, tx *sqlx.Tx, m results.Model) error {
	const q = `INSERT INTO models (slug, name, vendor, scripted, listed)
VALUES (?, ?, ?, ?, TRUE)
ON CONFLICT (slug) DO UPDATE
SET name = excluded.name, vendor = excluded.vendor, scripted = excluded.scripted, listed = TRUE
RETURNING id`
	id, err := oneOf[int64](ctx, tx, "save model "+m.ID, q, m.ID, m.Name, m.Vendor, m.Scripted)
	if err != nil {
		return err
	}
	for _, alias := range append([]string{m.ID, m.Name}, m.Aliases...) {
		if err := saveAlias(ctx, tx, results.Fold(alias), id, m.ID); err != nil {
			return err
		}
	}
	return nil
}

const addAlias = `INSERT INTO model_aliases (alias, model_id)
VALUES (?, ?)
ON CONFLICT (alias) DO NOTHING`

func saveAlias(ctx context.Context, tx *sqlx.Tx, alias string, id int64, slug string) error {
	if alias == "" {
		return nil
	}
	if err := exec(ctx, tx, "save alias "+alias, addAlias, alias, id); err != nil {
		return err
	}
	const of = `SELECT m.id, m.listed
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE a.alias = ?`
	owner, err := oneOf[struct {
		ID     int64
		Listed bool
	}](ctx, tx, "read alias "+alias, of, alias)
	switch {
	case err != nil:
		return err
	case owner.ID == id:
		return nil
	case owner.Listed:
		return fmt.Errorf("alias %q of model %s belongs to another model: %w", alias, slug, results.ErrConflict)
	}
	return absorb(ctx, tx, owner.ID, id, slug)
}

// spellings returns the names under which to look up a model: the folded full name, then its last
// path element, because routers prefix the name with the vendor.
func spellings(name string) []string {
	list := []string{results.Fold(name)}
	if own := ownName(name); own != name {
		list = append(list, results.Fold(own))
	}
	return list
}

// ownName removes the prefix that a router has added to a model name.
func ownName(name string) string {
	if own := name[strings.LastIndex(name, "/")+1:]; results.Fold(own) != "" {
		return own
	}
	return name
}

var dated = regexp.MustCompile(`-20\d{2}-?\d{2}-?\d{2}$`)

// KnownModel returns the canonical id for a recorded model name and whether the model is listed. It
// stores nothing.
func (t *RunTx) KnownModel(ctx context.Context, name string) (id string, known bool, err error) {
	tries := spellings(name)
	for _, alias := range tries {
		if bare := dated.ReplaceAllString(alias, ""); bare != alias {
			tries = append(tries, bare)
		}
	}
	_, id, err = listedModel(ctx, t.db.r, tries)
	if errors.Is(err, results.ErrNotFound) {
		return unlistedID(name), false, nil
	}
	return id, err == nil, err
}

func listedModel(ctx context.Context, from sqlx.QueryerContext, aliases []string) (id int64, slug string, err error) {
	const q = `SELECT m.id, m.slug
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE a.alias = ?
  AND m.listed`
	for _, alias := range aliases {
		err := from.QueryRowxContext(ctx, q, alias).Scan(&id, &slug)
		if !errors.Is(err, sql.ErrNoRows) {
			return id, slug, MapError("look up model "+alias, err)
		}
	}
	return 0, "", results.ErrNotFound
}

// unlistedID returns the id of an unlisted model, which depends only on its name.
func unlistedID(name string) string { return results.NameID(results.Fold(ownName(name))) }

// resolveModel returns the model with a recorded name. If there is none, it creates an unlisted
// one.
func resolveModel(ctx context.Context, tx *sqlx.Tx, name string, scripted bool) (id int64, slug string, err error) {
	id, slug, err = listedModel(ctx, tx, spellings(name))
	if !errors.Is(err, results.ErrNotFound) {
		return id, slug, err
	}
	slug = unlistedID(name)
	const q = `INSERT INTO models (slug, name, vendor, scripted, listed)
VALUES (?, ?, '', ?, FALSE)
ON CONFLICT (slug) DO NOTHING`
	if err := exec(ctx, tx, "save model "+slug, q, slug, ownName(name), scripted); err != nil {
		return 0, "", err
	}
	id, err = oneOf[int64](ctx, tx, "read model "+slug, "SELECT id FROM models WHERE slug = ? AND NOT listed", slug)
	if err != nil {
		return 0, "", err
	}
	return id, slug, exec(ctx, tx, "save alias of "+slug, addAlias, results.Fold(ownName(name)), id)
}

// seenModel is a condition that excludes models used only by hidden runs.
const seenModel = `(m.listed OR EXISTS (SELECT 1 FROM runs r WHERE r.model_id = m.id) OR EXISTS (SELECT 1 FROM figures f WHERE f.model_id = m.id))`

// Models returns all models, sorted by name.
func (db *DB) Models(ctx context.Context) ([]results.Model, error) {
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models m
WHERE ` + seenModel + `
ORDER BY scripted, name, slug
LIMIT 10000`
	return ListOf[results.Model](ctx, db.r, "list models", q)
}

// FindModel returns the model with the given slug and its aliases, or results.ErrNotFound.
func (db *DB) FindModel(ctx context.Context, slug string) (results.Model, error) {
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models m
WHERE slug = ?
  AND ` + seenModel
	m, err := oneOf[results.Model](ctx, db.r, "find model "+slug, q, slug)
	if err != nil {
		return m, err
	}
	const aliases = `SELECT a.alias
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE m.slug = ?
ORDER BY a.alias
LIMIT 1000`
	m.Aliases, err = ListOf[string](ctx, db.r, "list aliases of "+slug, aliases, slug)
	return m, err
}

// ModelSizes returns the numbers of runs and reported results of every model.
func (db *DB) ModelSizes(ctx context.Context) ([]results.ModelSize, error) {
	const q = `SELECT m.slug AS model,
  (SELECT count(*) FROM runs r WHERE r.model_id = m.id) AS runs,
  (SELECT count(*) FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL) AS figures,
  (SELECT count(*) FROM (
    SELECT r.benchmark_id FROM runs r WHERE r.model_id = m.id
    UNION
    SELECT f.benchmark_id FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL) x) AS benchmarks
FROM models m
WHERE ` + seenModel + `
ORDER BY m.slug
LIMIT 10000`
	return ListOf[results.ModelSize](ctx, db.r, "count what is known of models", q)
}

// nameModel sets the name of an unlisted model to the alphabetically first of its spellings, so
// that the name does not depend on the import order. hold is Dialect.Hold, because runs of several
// benchmarks may add the same model concurrently.
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

// absorb merges an unlisted model into a listed one and renames its runs.
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
			// If runs with the same records exist under both names, each run keeps its slug.
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
