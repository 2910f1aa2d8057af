package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// RemoveRun removes a run from the database and deletes the objects that only this run referenced.
func (db *DB) RemoveRun(ctx context.Context, slug string) error {
	return db.andObjects(ctx, db.DB.RemoveRun(ctx, slug))
}

// WithdrawRun withdraws a run and deletes the objects that only this run referenced.
func (db *DB) WithdrawRun(ctx context.Context, slug, reason string, at int64) error {
	return db.andObjects(ctx, db.DB.WithdrawRun(ctx, slug, reason, at))
}

// andObjects deletes the objects of removed runs if err is nil; otherwise it returns err.
func (db *DB) andObjects(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	if _, err := db.deleteDropped(ctx); err != nil {
		return fmt.Errorf("the run was deleted, but its traces and records are still in the blob store until the next cleanup: %w", err)
	}
	return nil
}

// claimName is the name of the object that contains the id of the database to which the object
// store belongs.
const claimName = "database"

// claim checks that the object store belongs to this database, and registers the database if the
// store belongs to none. Two databases with one store would delete each other's objects.
func (db *DB) claim(ctx context.Context) error {
	if db.claimed.Load() {
		return nil
	}
	var id string
	if err := db.w.GetContext(ctx, &id, "SELECT value FROM meta WHERE key = 'id'"); err != nil {
		return sqlstore.MapError("read id", err)
	}
	had, err := db.objects.Range(ctx, claimName, 0, -1)
	if errors.Is(err, results.ErrNotFound) {
		had, err = []byte(id), db.objects.Put(ctx, claimName, io.NewSectionReader(strings.NewReader(id), 0, int64(len(id))))
	}
	switch {
	case err != nil:
		return fmt.Errorf("check which database the blob store belongs to: %w", err)
	case string(had) != id:
		return fmt.Errorf("the blob store belongs to another database; each database needs its own directory or prefix: %w", results.ErrInvalid)
	}
	db.claimed.Store(true)
	return nil
}

// ofRuns reports whether the name of an object shows that it belongs to a run. All other objects
// must not be deleted.
func ofRuns(name string) bool {
	kind, _, _ := strings.Cut(name, "/")
	return kind == string(blob.Trace) || kind == string(blob.Raw) || kind == clockKind
}

// objectsAtOnce is the maximum number of objects deleted under one lock, during which commits of
// runs have to wait.
const objectsAtOnce = 100

// deleteDropped deletes the unreferenced objects of removed runs.
func (db *DB) deleteDropped(ctx context.Context) (objects.Swept, error) {
	var all objects.Swept
	if err := db.claim(ctx); err != nil {
		return all, err
	}
	for {
		names, err := sqlstore.ListOf[string](ctx, db.w, "list objects of removed runs",
			"SELECT name FROM dropped_objects ORDER BY name LIMIT ?", objectsAtOnce)
		if err != nil || len(names) == 0 {
			return all, err
		}
		list := make([]objects.Info, len(names))
		for i, name := range names {
			list[i].Name = name
			switch info, err := db.objects.Stat(ctx, name); {
			case err == nil:
				list[i] = info
			case !errors.Is(err, results.ErrNotFound):
				return all, err
			}
		}
		n, err := db.deleteObjects(ctx, list)
		all.Add(n)
		if err != nil {
			return all, err
		}
	}
}

// theNames converts a JSON array of texts to an SQL array, which can use an index.
const theNames = "ANY (ARRAY(SELECT value FROM json_array_elements_text(CAST(? AS json)) x))"

// ofNoRun returns the unreferenced objects in a list, and the names of all objects in the list as a
// JSON array for theNames.
func ofNoRun(ctx context.Context, db sqlx.QueryerContext, list []objects.Info) (free []objects.Info, names string, err error) {
	all := make([]string, len(list))
	for i, o := range list {
		all[i] = o.Name
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, "", err
	}
	names = string(text)
	had, err := sqlstore.ListOf[string](ctx, db, "list objects of runs", "SELECT DISTINCT name FROM run_objects WHERE name = "+theNames, names)
	if err != nil {
		return nil, names, err
	}
	for _, o := range list {
		if !slices.Contains(had, o.Name) {
			free = append(free, o)
		}
	}
	return free, names, nil
}

// deleteObjects deletes the unreferenced objects in a list. Meanwhile it holds a lock that prevents
// commits of runs that use the same objects.
func (db *DB) deleteObjects(ctx context.Context, list []objects.Info) (objects.Swept, error) {
	var done objects.Swept
	tx, err := db.w.BeginTxx(ctx, nil)
	if err != nil {
		return done, sqlstore.MapError("delete objects", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", objectsLock); err != nil {
		return done, sqlstore.MapError("wait for runs to be stored", err)
	}
	free, names, err := ofNoRun(ctx, tx, list)
	if err != nil {
		return done, err
	}
	for _, o := range free {
		if _, err := tx.ExecContext(ctx, "SELECT 1"); err != nil { // check that the lock is still held, because a broken connection loses it
			return done, sqlstore.MapError("delete objects", err)
		}
		if err := db.objects.Delete(ctx, o.Name); err != nil {
			return done, err
		}
		done.Add(objects.Swept{Objects: 1, Bytes: o.Size})
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM dropped_objects WHERE name = "+theNames, names); err != nil {
		return done, sqlstore.MapError("delete objects", err)
	}
	return done, sqlstore.MapError("delete objects", tx.Commit())
}

// Sweep deletes the objects of removed runs, and unreferenced objects older than age according to
// the store's clock. A program that is storing a run at the same time uploads deleted objects
// again.
func (db *DB) Sweep(ctx context.Context, age time.Duration) (objects.Swept, error) {
	if db.w == nil {
		return objects.Swept{}, fmt.Errorf("delete unused blobs: %w", results.ErrReadOnly)
	}
	all, err := db.deleteDropped(ctx)
	if err != nil {
		return all, fmt.Errorf("delete unused blobs: %w", err)
	}
	now, err := db.storeTime(ctx)
	if err != nil {
		return all, fmt.Errorf("delete unused blobs: %w", err)
	}
	old := sqlstore.Portions[objects.Info]{Most: objectsAtOnce, To: func(ctx context.Context, list []objects.Info) error {
		n, err := db.deleteObjects(ctx, list)
		all.Add(n)
		return err
	}}
	err = db.objects.List(ctx, func(o objects.Info) error {
		if !ofRuns(o.Name) || now.Sub(o.At) < age {
			return nil
		}
		return old.Add(ctx, o)
	})
	if err == nil {
		err = old.Flush(ctx)
	}
	if err != nil {
		return all, fmt.Errorf("delete unused blobs: %w", err)
	}
	return all, nil
}

// clockKind is the name prefix of objects that are written only to read the store's clock.
const clockKind = "clock"

func (db *DB) storeTime(ctx context.Context) (time.Time, error) {
	var b [8]byte
	_, _ = rand.Read(b[:])
	name := clockKind + "/" + hex.EncodeToString(b[:])
	if err := db.objects.Put(ctx, name, io.NewSectionReader(strings.NewReader("t"), 0, 1)); err != nil {
		return time.Time{}, err
	}
	info, err := db.objects.Stat(ctx, name)
	return info.At, errors.Join(err, db.objects.Delete(ctx, name))
}
