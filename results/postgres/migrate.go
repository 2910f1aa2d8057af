package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

//go:embed schema.sql
var schema string

// schemaVersion is that of schema.sql; carriedVersion is the oldest that can be copied into it.
const (
	schemaVersion  = 14
	carriedVersion = 12
)

// makeSchema makes missing tables; one of several programs does it and others wait.
func makeSchema(ctx context.Context, w *sqlx.DB) error {
	tx, err := w.BeginTxx(ctx, nil)
	if err != nil {
		return sqlstore.MapError("connect", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", migrateLock); err != nil {
		return sqlstore.MapError("wait for other programs", err)
	}
	version, err := versionOf(ctx, tx)
	if err != nil || version > 0 {
		return errors.Join(err, known(version, schemaVersion))
	}
	if err := foreign(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return sqlstore.MapError("make tables", err)
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO main.schema_version (version) VALUES (?)", schemaVersion); err != nil {
		return sqlstore.MapError("set schema version", err)
	}
	return sqlstore.MapError("make tables", tx.Commit())
}

// versionOf is 0 for a database that has no schema of ours.
func versionOf(ctx context.Context, db sqlx.QueryerContext) (int, error) {
	var there bool
	if err := sqlx.GetContext(ctx, db, &there, "SELECT to_regclass('main.schema_version') IS NOT NULL"); err != nil || !there {
		return 0, sqlstore.MapError("read schema version", err)
	}
	var version int
	err := sqlx.GetContext(ctx, db, &version, "SELECT version FROM main.schema_version")
	return version, sqlstore.MapError("read schema version", err)
}

// foreign fails where another application has a schema of one of our names.
func foreign(ctx context.Context, db sqlx.QueryerContext) error {
	var taken bool
	const q = `SELECT EXISTS (SELECT 1 FROM information_schema.schemata WHERE schema_name IN ('main', 'shown'))`
	if err := sqlx.GetContext(ctx, db, &taken, q); err != nil {
		return sqlstore.MapError("look into it", err)
	}
	if taken {
		return fmt.Errorf("it has a schema main or shown that is not clawatlas's: %w", results.ErrForeign)
	}
	return nil
}

var errNothing = fmt.Errorf("it holds nothing of clawatlas: %w", results.ErrNotFound)

// known fails for a later schema than this program's and for one older than least.
func known(version, least int) error {
	switch {
	case version > schemaVersion:
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, schemaVersion, results.ErrNewerDatabase)
	case version < least:
		return fmt.Errorf("schema version %d is older than %d; copy it into a new database with 'clawatlas copy'", version, least)
	}
	return nil
}

// checkVersion fails unless the database has the schema of this program, or one from least on.
func checkVersion(ctx context.Context, db *sqlx.DB, least int) error {
	version, err := versionOf(ctx, db)
	if err == nil && version == 0 {
		err = errNothing
	}
	if err != nil {
		return err
	}
	return known(version, least)
}
