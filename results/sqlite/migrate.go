package sqlite

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Migrations are forward only: file 000N_name.sql brings user_version from N-1
// to N in one transaction. One that was ever on main is never edited.
//
//go:embed migrations/*.sql
var migrations embed.FS

// emptiesText is the last migration after which the text index is filled again.
const emptiesText = "0036_search.sql"

func migrationFiles() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	return names, nil
}

// errUntagged is what a program says that was built without the tags of the Makefile.
var errUntagged = errors.New("this build of clawatlas lacks full-text search: build it with `make build`, which sets the tag sqlite_fts5")

// OldSchemaError says that a database must be brought up to date before it can
// be read, and by which command.
type OldSchemaError struct {
	Path        string
	Version, To int
}

func (e *OldSchemaError) Error() string {
	return fmt.Sprintf("schema version %d is older than %d; bring it up to date with: %s", e.Version, e.To, e.Command())
}

// Command is what a shell runs to bring the database up to date.
func (e *OldSchemaError) Command() string { return "clawatlas migrate --db " + ShellWord(e.Path) }

// ShellWord writes a file name so that a shell and the command line read it as
// it is.
func ShellWord(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./,:+@", r)
	}
	if name != "" && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// checkVersion fails unless the database has the schema of this program.
func checkVersion(ctx context.Context, db *sqlx.DB, path string) error {
	names, err := migrationFiles()
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	if version < len(names) {
		return &OldSchemaError{Path: path, Version: version, To: len(names)}
	}
	return nil
}

func schemaVersion(ctx context.Context, db sqlx.QueryerContext) (int, error) {
	var version int
	err := sqlx.GetContext(ctx, db, &version, "PRAGMA user_version")
	return version, sqlstore.MapError("read schema version", err)
}

// migrate brings the schema up to date and returns the version it had. Of two
// programs that do so at the same time one finds the work done.
func migrate(ctx context.Context, w *sqlx.DB) (from int, err error) {
	names, err := migrationFiles()
	if err != nil {
		return 0, err
	}
	if from, err = schemaVersion(ctx, w); err != nil {
		return 0, err
	}
	for version := from; version < len(names); version++ {
		if err := applyMigration(ctx, w, names[version], version+1); err != nil {
			return from, err
		}
	}
	return from, nil
}

func applyMigration(ctx context.Context, w *sqlx.DB, name string, version int) error {
	sql, err := migrations.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read migration %s: %w", name, err)
	}
	tx, err := begin(ctx, w, "")
	if err != nil {
		return sqlstore.MapError("begin migration", err)
	}
	defer tx.Rollback()
	if now, err := schemaVersion(ctx, tx); err != nil || now >= version {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(sql)); err != nil {
		if strings.Contains(err.Error(), "no such module: fts5") {
			return errUntagged
		}
		return sqlstore.MapError("apply migration "+name, err)
	}
	if path.Base(name) == emptiesText {
		if err := indexAll(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return sqlstore.MapError("set schema version", err)
	}
	if err := stampAll(ctx, tx); err != nil {
		return err
	}
	return sqlstore.MapError("commit migration "+name, tx.Commit())
}

// Migrated is the schema version that the database had when it was opened for
// writing, and the one that it has now; both are equal if nothing was done.
func (db *DB) Migrated(ctx context.Context) (from, to int, err error) {
	if db.w == nil {
		return 0, 0, fmt.Errorf("migrate: %w", results.ErrReadOnly)
	}
	to, err = schemaVersion(ctx, db.w)
	return db.from, to, err
}

// indexAll puts the steps of all runs into the empty text index but those of
// hidden ones.
func indexAll(ctx context.Context, tx *sqlx.Tx) error {
	runs := []int64{}
	if err := tx.SelectContext(ctx, &runs, "SELECT id FROM runs WHERE NOT hidden ORDER BY id"); err != nil {
		return sqlstore.MapError("list runs", err)
	}
	parts := inFile()
	parts.Blobs = func(db sqlx.ExtContext) sqlstore.Blobs { return loneRows{blobRows{db: db}} }
	for _, run := range runs {
		if err := sqlstore.IndexRun(ctx, tx, parts, run, true); err != nil {
			return err
		}
	}
	return nil
}

// stampAll draws new stamps for everything, after a change of the schema. Older
// schemas have none.
func stampAll(ctx context.Context, tx *sqlx.Tx) error {
	var has bool
	if err := tx.GetContext(ctx, &has, "SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'base')"); err != nil || !has {
		return sqlstore.MapError("stamp database", err)
	}
	_, err := tx.ExecContext(ctx, "UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key IN ('all', 'base')")
	return sqlstore.MapError("stamp database", err)
}
