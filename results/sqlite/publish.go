package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Publish atomically writes a compact copy without hidden runs to path.
func (db *DB) Publish(ctx context.Context, path string) error {
	const everyone = 0o644 // a published copy contains only public data
	return db.copyTo(ctx, "publish", path, everyone, removeHidden)
}

// Backup atomically writes a copy of the database, as of one moment, to path. Other processes may
// write meanwhile.
func (db *DB) Backup(ctx context.Context, path string) error {
	return db.copyTo(ctx, "backup", path, private, func(context.Context, *sqlx.DB) error { return nil })
}

// copyTo copies the database, applies amend to the copy, checks the copy and moves it to path.
func (db *DB) copyTo(ctx context.Context, what, path string, mode fs.FileMode, amend func(context.Context, *sqlx.DB) error) error {
	if err := db.MayReplace(ctx, path); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	sweep(path)
	aside, err := newAside(path)
	if err != nil {
		return fmt.Errorf("%s %s: %w", what, path, err)
	}
	defer aside.remove()
	if err := db.vacuumInto(ctx, aside.name); err != nil {
		return sqlstore.MapError(what+" "+path, err)
	}
	copied, err := connect(ctx, dsn(aside.name, "_txlock=immediate&_journal=DELETE&_fk=on"))
	if err != nil {
		return sqlstore.MapError(what+" "+path, err)
	}
	copied.SetMaxOpenConns(1)
	if err := errors.Join(amend(ctx, copied), sound(ctx, copied, "integrity_check"), copied.Close()); err != nil {
		return fmt.Errorf("%s %s: %w", what, path, err)
	}
	if err := errors.Join(aside.lock.Chmod(mode), aside.replace(path)); err != nil {
		return fmt.Errorf("%s %s: %w", what, path, err)
	}
	return nil
}

// MayReplace returns an error if path is the database itself, or a file that is not an earlier copy
// of it.
func (db *DB) MayReplace(ctx context.Context, path string) error {
	if err := mayBeDatabase(path); err != nil {
		return err
	}
	there, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return dropLog(path)
	} else if err != nil {
		return err
	}
	if own, err := os.Stat(db.path); err != nil || os.SameFile(own, there) {
		return cmp.Or(err, fmt.Errorf("%s is the database itself, which its copy would replace", path))
	}
	const id = "SELECT value FROM meta WHERE key = 'id'"
	var own, other string
	if err := db.r.GetContext(ctx, &own, id); err != nil {
		return sqlstore.MapError("read id", err)
	}
	file, err := connect(ctx, dsn(path, "mode=ro&immutable=1"))
	if err == nil {
		err = errors.Join(file.GetContext(ctx, &other, id), file.Close())
	}
	if err != nil || own != other {
		return fmt.Errorf("%s is there and is no earlier copy of %s; remove it first, or name another file", path, db.path)
	}
	if h, err := readHeader(path); err != nil || h.log {
		return cmp.Or(err, fmt.Errorf("%s is a copy that was written to since; remove it first, or name another file", path))
	}
	return nil
}

// Sound reads all pages of the file and returns an error if it is damaged.
func (db *DB) Sound(ctx context.Context) error { return sound(ctx, db.r, "quick_check") }

func sound(ctx context.Context, db *sqlx.DB, check string) error {
	faults := []string{}
	if err := db.SelectContext(ctx, &faults, "PRAGMA "+check+"(10)"); err != nil {
		return sqlstore.MapError("check integrity", err)
	}
	if len(faults) != 1 || faults[0] != "ok" {
		return fmt.Errorf("check integrity: %w: %s", results.ErrCorrupt, strings.Join(faults, "; "))
	}
	return nil
}

// removeHidden deletes hidden runs from a copy of the database. It does not delete data that is
// stored outside the file.
func removeHidden(ctx context.Context, db *sqlx.DB) error {
	slugs := []string{}
	if err := db.SelectContext(ctx, &slugs, "SELECT slug FROM runs WHERE hidden ORDER BY id"); err != nil || len(slugs) == 0 {
		return sqlstore.MapError("list hidden runs", err)
	}
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return sqlstore.MapError("remove hidden runs", err)
	}
	defer tx.Rollback()
	for _, slug := range slugs {
		if err := sqlstore.ForgetRun(ctx, tx, inFile(false), slug); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return sqlstore.MapError("remove hidden runs", err)
	}
	return tidy(ctx, db)
}

// Compact merges the segments of the full-text index, which removes deleted words, and rewrites the
// file without free pages.
func (db *DB) Compact(ctx context.Context) error {
	if db.w == nil {
		return fmt.Errorf("compact: %w", results.ErrReadOnly)
	}
	if err := tidy(ctx, db.w); err != nil {
		return err
	}
	_, err := db.w.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return sqlstore.MapError("compact", err)
}

func tidy(ctx context.Context, db *sqlx.DB) error {
	if err := (textIndex{db}).merge(ctx); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "VACUUM")
	return sqlstore.MapError("compact", err)
}

// vacuumInto copies the database, including hidden runs. It uses a writable connection, because
// SQLite treats VACUUM INTO as a write.
func (db *DB) vacuumInto(ctx context.Context, path string) error {
	const copyTo = "VACUUM INTO ?"
	if db.w != nil {
		_, err := db.w.ExecContext(ctx, copyTo, path)
		return err
	}
	plain, err := connect(ctx, dsn(db.path, "mode=ro&_busy_timeout=5000"+db.options))
	if err != nil {
		return err
	}
	_, err = plain.ExecContext(ctx, copyTo, path)
	return errors.Join(err, plain.Close())
}
