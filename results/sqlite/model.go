package sqlite

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

// foldAlias makes spellings of one name equal: lower case, and spaces, slashes
// and underscores become hyphens. Dots stay, because versions differ by them.
func foldAlias(name string) string {
	fold := strings.NewReplacer(" ", "-", "_", "-", "/", "-", ":", "-")
	s := fold.Replace(strings.ToLower(strings.TrimSpace(name)))
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	return strings.Trim(s, "-")
}

// SaveModels stores models with their aliases. An alias that already belongs
// to another model is a conflict.
func (db *DB) SaveModels(ctx context.Context, models []results.Model) error {
	return db.inTx(ctx, "save models", noBenchmark, func(tx *sqlx.Tx) error {
		rows := []rowsOf{
			{query: "SELECT id, slug, name, vendor, scripted FROM models ORDER BY id"},
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
	const q = `INSERT INTO models (slug, name, vendor, scripted)
VALUES (?, ?, ?, ?)
ON CONFLICT (slug) DO UPDATE
SET name = excluded.name, vendor = excluded.vendor, scripted = excluded.scripted
RETURNING id`
	var id int64
	if err := tx.GetContext(ctx, &id, q, m.ID, m.Name, m.Vendor, m.Scripted); err != nil {
		return mapError("save model "+m.ID, err)
	}
	for _, alias := range append([]string{m.ID, m.Name}, m.Aliases...) {
		if err := saveAlias(ctx, tx, foldAlias(alias), id, m.ID); err != nil {
			return err
		}
	}
	return nil
}

func saveAlias(ctx context.Context, tx *sqlx.Tx, alias string, id int64, slug string) error {
	if alias == "" {
		return nil
	}
	const q = `INSERT INTO model_aliases (alias, model_id)
VALUES (?, ?)
ON CONFLICT (alias) DO NOTHING`
	if _, err := tx.ExecContext(ctx, q, alias, id); err != nil {
		return mapError("save alias "+alias, err)
	}
	var owner int64
	if err := tx.GetContext(ctx, &owner, "SELECT model_id FROM model_aliases WHERE alias = ?", alias); err != nil {
		return mapError("read alias "+alias, err)
	}
	if owner != id {
		return fmt.Errorf("alias %q of model %s belongs to another model: %w", alias, slug, results.ErrConflict)
	}
	return nil
}

// spellings are the aliases under which a recorded name is looked up. The last
// path element is tried too, because routers prefix vendors.
func spellings(name string) []string {
	list := []string{foldAlias(name)}
	if i := strings.LastIndex(name, "/"); i >= 0 && i+1 < len(name) {
		list = append(list, foldAlias(name[i+1:]))
	}
	return list
}

// dated matches the date of a release behind a model's name.
var dated = regexp.MustCompile(`-20\d{2}-?\d{2}-?\d{2}$`)

// KnownModel returns what a recorded name means: the canonical id, and whether a
// list of models has it. A model without a vendor was made from the name that a
// run came with. Nothing is stored.
func (t *RunTx) KnownModel(ctx context.Context, name string) (id string, known bool, err error) {
	tries := spellings(name)
	id = results.Slug(tries[len(tries)-1])
	for _, alias := range tries {
		if bare := dated.ReplaceAllString(alias, ""); bare != alias {
			tries = append(tries, bare)
		}
	}
	const q = `SELECT m.slug
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE a.alias = ?
  AND m.vendor <> ''`
	for _, alias := range tries {
		err := t.tx.GetContext(ctx, &id, q, alias)
		if err == nil {
			return id, true, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return "", false, mapError("look up model "+name, err)
		}
	}
	return id, false, nil
}

// resolveModel finds the model that a recorded name means, or makes a new one.
func resolveModel(ctx context.Context, tx *sqlx.Tx, name string, scripted bool) (id int64, slug string, err error) {
	tries := spellings(name)
	const q = `SELECT m.id, m.slug
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE a.alias = ?`
	for _, alias := range tries {
		err := tx.QueryRowxContext(ctx, q, alias).Scan(&id, &slug)
		if err == nil {
			return id, slug, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return 0, "", mapError("resolve model "+name, err)
		}
	}
	m := results.Model{ID: results.Slug(tries[len(tries)-1]), Name: name, Scripted: scripted}
	if err := saveModel(ctx, tx, m); err != nil {
		return 0, "", err
	}
	if err := tx.GetContext(ctx, &id, "SELECT id FROM models WHERE slug = ?", m.ID); err != nil {
		return 0, "", mapError("read model "+m.ID, err)
	}
	return id, m.ID, nil
}

// Models lists all models by name.
func (db *DB) Models(ctx context.Context) ([]results.Model, error) {
	list := []results.Model{}
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models
ORDER BY scripted, name, slug
LIMIT 10000`
	err := db.r.SelectContext(ctx, &list, q)
	return list, mapError("list models", err)
}

// FindModel returns the model with the slug, with its aliases.
func (db *DB) FindModel(ctx context.Context, slug string) (results.Model, error) {
	var m results.Model
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models
WHERE slug = ?`
	if err := db.r.GetContext(ctx, &m, q, slug); err != nil {
		return m, mapError("find model "+slug, err)
	}
	const aliases = `SELECT a.alias
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE m.slug = ?
ORDER BY a.alias
LIMIT 1000`
	err := db.r.SelectContext(ctx, &m.Aliases, aliases, slug)
	return m, mapError("list aliases of "+slug, err)
}
