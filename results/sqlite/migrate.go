package sqlite

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

//go:embed schema.sql
var schema string

// schemaVersion is the version of schema.sql. The content of a file with an older version is copied
// to a new file, see Migrate.
const schemaVersion = 40

// errUntagged means that the program was built without the build tags in the Makefile.
var errUntagged = errors.New("this build of clawatlas lacks full-text search: build it with `make build`, which sets the tag sqlite_fts5")

// OldSchemaError reports an outdated database and the command that migrates it.
type OldSchemaError struct {
	Path        string
	Version, To int
}

func (e *OldSchemaError) Error() string {
	return fmt.Sprintf("schema version %d is older than %d; bring it up to date with: %s", e.Version, e.To, e.Command())
}

// Command returns the command line that migrates the database.
func (e *OldSchemaError) Command() string { return "clawatlas migrate --db " + ShellWord(e.Path) }

// ShellWord quotes a file name for a shell.
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

func checkVersion(ctx context.Context, db sqlx.QueryerContext, path string) error {
	version, err := versionOf(ctx, db)
	if err == nil && version < schemaVersion {
		err = &OldSchemaError{Path: path, Version: version, To: schemaVersion}
	}
	return err
}

func notOld(path string) error {
	h, err := readHeader(path)
	if err == nil && h.version > 0 && h.version < schemaVersion {
		err = &OldSchemaError{Path: path, Version: int(h.version), To: schemaVersion}
	}
	return err
}

func versionOf(ctx context.Context, db sqlx.QueryerContext) (int, error) {
	var version int
	err := sqlx.GetContext(ctx, db, &version, "PRAGMA user_version")
	return version, sqlstore.MapError("read schema version", err)
}

func makeSchema(ctx context.Context, w *sqlx.DB, path string) error {
	tx, err := begin(ctx, w, "")
	if err != nil {
		return sqlstore.MapError("make tables", err)
	}
	defer tx.Rollback()
	if version, err := versionOf(ctx, tx); err != nil || version > 0 {
		return errors.Join(err, checkVersion(ctx, tx, path))
	}
	if _, err := tx.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA user_version = %d", schemaVersion)); err != nil {
		if strings.Contains(err.Error(), "no such module: fts5") {
			return errUntagged
		}
		return sqlstore.MapError("make tables", err)
	}
	return sqlstore.MapError("make tables", tx.Commit())
}

// Migrate copies the content of the database at path to a new file with the current schema and
// moves that file to path. It returns the old and the new schema version. Other processes cannot
// write meanwhile but can read.
func Migrate(ctx context.Context, path string, fill func(to, from *DB) error) (was, is int, err error) {
	there, err := inspect(ctx, path)
	if err == nil && !there {
		err = noDatabase(path)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("migrate %s: %w", path, err)
	}
	h, err := readHeader(path)
	if was = int(h.version); err != nil || was == schemaVersion {
		return was, was, err
	}
	old, done, err := openOld(ctx, path)
	if err != nil {
		return was, was, fmt.Errorf("migrate %s: %w", path, err)
	}
	defer done()
	sweep(path)
	info, err := os.Stat(path)
	if err == nil {
		err = roomBeside(path, info.Size())
	}
	if err != nil {
		return was, was, fmt.Errorf("migrate %s: %w", path, err)
	}
	aside, err := newAside(path)
	if err != nil {
		return was, was, fmt.Errorf("migrate %s: %w", path, errors.Join(results.ErrReadOnly, err))
	}
	defer aside.remove()
	err = aside.fill(ctx, false, func(to *DB) error {
		if err := fill(to, old); err != nil {
			return err
		}
		var id string // the id appears in citations and must be kept
		if err := old.r.GetContext(ctx, &id, "SELECT value FROM meta WHERE key = 'id'"); err != nil {
			return sqlstore.MapError("read id", err)
		}
		_, err := to.w.ExecContext(ctx, "UPDATE meta SET value = ? WHERE key = 'id'", id)
		return sqlstore.MapError("keep id", err)
	})
	if err != nil {
		return was, was, err
	}
	done()
	if err := dropLog(path); err != nil {
		return was, was, fmt.Errorf("migrate %s: %w", path, err)
	}
	return was, schemaVersion, errors.Join(aside.lock.Chmod(info.Mode().Perm()), aside.replace(path))
}

// roomBeside returns an error if the disk has less free space than 110 % of size.
func roomBeside(path string, size int64) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err != nil {
		return nil //nolint:nilerr // it cannot be known
	}
	if free, want := int64(disk.Bavail)*int64(disk.Bsize), size+size/10; free < want {
		return fmt.Errorf("the new file next to it needs about %d bytes, but only %d are free", want, free)
	}
	return nil
}

// openOld opens a file with an older schema in a transaction and adds the missing columns. done
// rolls the transaction back.
func openOld(ctx context.Context, path string) (from *DB, done func(), err error) {
	w, err := connect(ctx, dsn(path, "_txlock=immediate&_busy_timeout=5000&_fk=off"))
	if err != nil {
		return nil, nil, sqlstore.MapError("open it", err)
	}
	w.SetMaxOpenConns(1) // all queries must use the connection with the transaction
	done = sync.OnceFunc(func() {
		_, _ = w.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		w.Close()
	})
	if _, err = w.ExecContext(ctx, "BEGIN IMMEDIATE"); err == nil {
		err = addColumns(ctx, w)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return newDB(path, w, nil, true), done, nil
}

// addColumns adds the columns and notes that older tables lack. It empties leaderboards that have
// new columns, and marks all as stale.
func addColumns(ctx context.Context, old *sqlx.DB) error {
	now, err := connect(ctx, "file::memory:")
	if err != nil {
		return sqlstore.MapError("make tables", err)
	}
	defer now.Close()
	now.SetMaxOpenConns(1)
	if _, err := now.ExecContext(ctx, schema); err != nil {
		return sqlstore.MapError("make tables", err)
	}
	type column struct{ Tbl, Name, Type, Def, Made string }
	const q = `SELECT t.name AS tbl, c.name, c.type, COALESCE(c.dflt_value, 'NULL') AS def, t.sql AS made
FROM sqlite_schema t
JOIN pragma_table_info(t.name) c
WHERE t.type = 'table'
  AND t.name NOT LIKE 'step\_text%' ESCAPE '\'
ORDER BY t.rowid, c.cid`
	wants, err := sqlstore.ListOf[column](ctx, now, "list columns", q)
	if err != nil {
		return err
	}
	has, err := sqlstore.ListOf[column](ctx, old, "list columns", q)
	if err != nil {
		return err
	}
	add := []string{`INSERT INTO meta (key, value)
SELECT column1, column2 FROM (VALUES ('id', hex(randomblob(16))), ('all', hex(randomblob(8))), ('last_run', (SELECT max(id) FROM runs)))
WHERE column1 NOT IN (SELECT key FROM meta)`}
	made := map[string]bool{}
	var empty []string // after the columns, because boards.places is one of them
	for _, c := range wants {
		switch {
		case made[c.Tbl]:
		case slices.ContainsFunc(has, func(h column) bool { return h.Tbl == c.Tbl && h.Name == c.Name }):
		case slices.ContainsFunc(has, func(h column) bool { return h.Tbl == c.Tbl }):
			add = append(add, fmt.Sprintf("ALTER TABLE %q ADD COLUMN %q %s DEFAULT %s", c.Tbl, c.Name, c.Type, c.Def))
			if strings.HasPrefix(c.Tbl, "board") {
				empty = append(empty, "DELETE FROM "+c.Tbl, "UPDATE boards SET places = ''", "UPDATE benchmarks SET stale = 1")
			}
		default:
			add, made[c.Tbl] = append(add, c.Made), true
		}
	}
	for _, q := range append(add, empty...) {
		if _, err := old.ExecContext(ctx, q); err != nil {
			return sqlstore.MapError("read tables of an older version", err)
		}
	}
	return nil
}
