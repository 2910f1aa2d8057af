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

// SaveModels stores listed models with their aliases. An unlisted model with such an alias becomes the listed one; an
// alias of another listed model is a conflict.
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
	var id int64
	if err := tx.GetContext(ctx, &id, q, m.ID, m.Name, m.Vendor, m.Scripted); err != nil {
		return MapError("save model "+m.ID, err)
	}
	for _, alias := range append([]string{m.ID, m.Name}, m.Aliases...) {
		if err := saveAlias(ctx, tx, results.Fold(alias), id, m.ID); err != nil {
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
		return MapError("save alias "+alias, err)
	}
	var owner struct {
		ID     int64 `db:"id"`
		Listed bool  `db:"listed"`
	}
	const of = `SELECT m.id, m.listed
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE a.alias = ?`
	if err := tx.GetContext(ctx, &owner, of, alias); err != nil {
		return MapError("read alias "+alias, err)
	}
	switch {
	case owner.ID == id:
		return nil
	case owner.Listed:
		return fmt.Errorf("alias %q of model %s belongs to another model: %w", alias, slug, results.ErrConflict)
	}
	return absorb(ctx, tx, owner.ID, id, slug)
}

// spellings are the folded names to look up: the name, then its last path element, because routers prefix vendors.
func spellings(name string) []string {
	list := []string{results.Fold(name)}
	if own := ownName(name); own != name {
		list = append(list, results.Fold(own))
	}
	return list
}

// ownName is a recorded name without what a router has put before it.
func ownName(name string) string {
	if own := name[strings.LastIndex(name, "/")+1:]; results.Fold(own) != "" {
		return own
	}
	return name
}

// dated matches the date of a release behind a model's name.
var dated = regexp.MustCompile(`-20\d{2}-?\d{2}-?\d{2}$`)

// KnownModel returns the canonical id of a recorded name and whether it is a listed model. It stores nothing.
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

// listedModel finds the model of a list that has one of the aliases.
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

// unlistedID is the id of a model that no list has. It depends on the name alone.
func unlistedID(name string) string { return results.NameID(results.Fold(ownName(name))) }

// resolveModel finds the model of a recorded name or creates an unlisted one.
func resolveModel(ctx context.Context, tx *sqlx.Tx, name string, scripted bool) (id int64, slug string, err error) {
	id, slug, err = listedModel(ctx, tx, spellings(name))
	if !errors.Is(err, results.ErrNotFound) {
		return id, slug, err
	}
	slug = unlistedID(name)
	const q = `INSERT INTO models (slug, name, vendor, scripted, listed)
VALUES (?, ?, '', ?, FALSE)
ON CONFLICT (slug) DO NOTHING`
	if _, err := tx.ExecContext(ctx, q, slug, ownName(name), scripted); err != nil {
		return 0, "", MapError("save model "+slug, err)
	}
	if err := tx.GetContext(ctx, &id, "SELECT id FROM models WHERE slug = ? AND NOT listed", slug); err != nil {
		return 0, "", MapError("read model "+slug, err)
	}
	const alias = `INSERT INTO model_aliases (alias, model_id)
VALUES (?, ?)
ON CONFLICT (alias) DO NOTHING`
	_, err = tx.ExecContext(ctx, alias, results.Fold(ownName(name)), id)
	return id, slug, MapError("save alias of "+slug, err)
}

// seenModel leaves out a model that only hidden runs have named.
const seenModel = `(m.listed OR EXISTS (SELECT 1 FROM runs r WHERE r.model_id = m.id) OR EXISTS (SELECT 1 FROM figures f WHERE f.model_id = m.id))`

// Models lists all models by name.
func (db *DB) Models(ctx context.Context) ([]results.Model, error) {
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models m
WHERE ` + seenModel + `
ORDER BY scripted, name, slug
LIMIT 10000`
	return ListOf[results.Model](ctx, db.r, "list models", q)
}

// FindModel returns the model with the slug, with its aliases.
func (db *DB) FindModel(ctx context.Context, slug string) (results.Model, error) {
	var m results.Model
	const q = `SELECT slug AS id, name, vendor, scripted
FROM models m
WHERE slug = ?
  AND ` + seenModel
	if err := db.r.GetContext(ctx, &m, q, slug); err != nil {
		return m, MapError("find model "+slug, err)
	}
	const aliases = `SELECT a.alias
FROM model_aliases a
JOIN models m ON m.id = a.model_id
WHERE m.slug = ?
ORDER BY a.alias
LIMIT 1000`
	err := db.r.SelectContext(ctx, &m.Aliases, aliases, slug)
	return m, MapError("list aliases of "+slug, err)
}
