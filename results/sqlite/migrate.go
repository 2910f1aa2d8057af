package sqlite

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Migrations are forward only: file 000N_name.sql brings user_version from N-1
// to N in one transaction.
//
//go:embed migrations/*.sql
var migrations embed.FS

func migrationFiles() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	return names, nil
}

func checkVersion(ctx context.Context, db *sqlx.DB) error {
	names, err := migrationFiles()
	if err != nil {
		return err
	}
	var version int
	if err := db.GetContext(ctx, &version, "PRAGMA user_version"); err != nil {
		return mapError("read schema version", err)
	}
	if version > len(names) {
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, len(names), results.ErrNewerDatabase)
	}
	if version < len(names) {
		return fmt.Errorf("schema version %d is older than %d: run `clawatlas ingest --db FILE` once to bring it up to date", version, len(names))
	}
	return nil
}

func migrate(ctx context.Context, db *sqlx.DB) error {
	names, err := migrationFiles()
	if err != nil {
		return err
	}
	var version int
	if err := db.GetContext(ctx, &version, "PRAGMA user_version"); err != nil {
		return mapError("read schema version", err)
	}
	if version > len(names) {
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, len(names), results.ErrNewerDatabase)
	}
	for ; version < len(names); version++ {
		if err := applyMigration(ctx, db, names[version], version+1); err != nil {
			return err
		}
	}
	return nil
}

func applyMigration(ctx context.Context, db *sqlx.DB, name string, version int) error {
	sql, err := migrations.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read migration %s: %w", name, err)
	}
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return mapError("begin migration", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, string(sql)); err != nil {
		if strings.Contains(err.Error(), "no such module: fts5") {
			return fmt.Errorf("this build of clawatlas lacks full-text search: build it with `make build`, which sets the tag sqlite_fts5")
		}
		return mapError("apply migration "+name, err)
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return mapError("set schema version", err)
	}
	if err := stampAll(ctx, tx); err != nil {
		return err
	}
	return mapError("commit migration "+name, tx.Commit())
}
