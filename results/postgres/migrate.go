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

// schemaVersion is the version of schema.sql. carriedVersion is the oldest version from which data
// can be copied.
const (
	schemaVersion  = 16
	carriedVersion = 12
)

// makeSchema creates missing tables. If several programs run it at the same time, they wait for
// each other.
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

// versionOf returns the schema version of a database; 0 if it does not have the schema of
// clawatlas.
func versionOf(ctx context.Context, db sqlx.QueryerContext) (int, error) {
	var there bool
	if err := sqlx.GetContext(ctx, db, &there, "SELECT to_regclass('main.schema_version') IS NOT NULL"); err != nil || !there {
		return 0, sqlstore.MapError("read schema version", err)
	}
	var version int
	err := sqlx.GetContext(ctx, db, &version, "SELECT version FROM main.schema_version")
	return version, sqlstore.MapError("read schema version", err)
}

// foreign returns results.ErrForeign if another application uses a schema of the same name.
func foreign(ctx context.Context, db sqlx.QueryerContext) error {
	var taken bool
	const q = `SELECT EXISTS (SELECT 1 FROM information_schema.schemata WHERE schema_name IN ('main', 'shown'))`
	if err := sqlx.GetContext(ctx, db, &taken, q); err != nil {
		return sqlstore.MapError("list schemas", err)
	}
	if taken {
		return fmt.Errorf("another application uses the schema \"main\" or \"shown\" in this database: %w", results.ErrForeign)
	}
	return nil
}

var errNothing = fmt.Errorf("it contains no clawatlas database: %w", results.ErrNotFound)

// known returns an error if the schema version is newer than this program's or older than least.
func known(version, least int) error {
	switch {
	case version > schemaVersion:
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, schemaVersion, results.ErrNewerDatabase)
	case version < least:
		return fmt.Errorf("schema version %d is older than %d; copy it into a new database with 'clawatlas copy'", version, least)
	}
	return nil
}

// checkVersion returns an error if the database's schema version is newer than this program's or
// older than least.
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
