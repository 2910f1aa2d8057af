package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// mayReturn stands before the digest of a run that its source has no more: unlike
// those of a run that its operator has withdrawn, the same records may be read again.
const mayReturn = "may-return:"

// syncPrefix keeps the sources that are not in step apart from what else the
// database says of itself.
const syncPrefix = "sync."

// BeginSync notes that a source is being brought in step, until EndSync; one that is
// noted already was cut off and stays as it is. No page shows it, so that no stamp
// moves where nothing else is written.
func (db *DB) BeginSync(ctx context.Context, s results.OpenSync) error {
	value, err := toJSON(s)
	if err != nil {
		return err
	}
	const q = `INSERT INTO meta (key, value)
VALUES (?, ?)
ON CONFLICT (key) DO NOTHING`
	return db.unstamped(ctx, "begin sync of "+s.Source, q, syncPrefix+s.Source, value)
}

// EndSync notes that a source is in step.
func (db *DB) EndSync(ctx context.Context, source string) error {
	return db.unstamped(ctx, "end sync of "+source, "DELETE FROM meta WHERE key = ?", syncPrefix+source)
}

// OpenSyncs lists the sources that are not in step, the first that was begun first.
func (db *DB) OpenSyncs(ctx context.Context) ([]results.OpenSync, error) {
	const q = `SELECT value
FROM meta
WHERE substr(key, 1, 5) = '` + syncPrefix + `'
ORDER BY key`
	list, err := valuesOf[results.OpenSync](ctx, db.r, "list open syncs", q)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b results.OpenSync) int { return cmp.Compare(a.At, b.At) })
	return list, nil
}

// unstamped runs one statement that changes nothing which pages show.
func (db *DB) unstamped(ctx context.Context, what, query string, args ...any) error {
	if db.w == nil {
		return fmt.Errorf("%s: %w", what, results.ErrReadOnly)
	}
	return again(ctx, func() error {
		tx, err := db.begin(ctx, "")
		if err != nil {
			return MapError(what, err)
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return MapError(what, err)
		}
		return MapError(what, tx.Commit())
	})
}

// SyncedRuns lists the runs that belong to a synchronised source, hidden ones too.
func (db *DB) SyncedRuns(ctx context.Context, source string) ([]results.SyncedRun, error) {
	q := `SELECT r.id, r.slug AS run, b.slug AS benchmark, ` + systemColumns + `,
  r.digest, r.replaces, r.facts AS facts_json, r.complete, r.n_scored AS scored, r.hidden
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE ` + db.dialect.Field("r.facts", "sync") + ` = ?
ORDER BY r.id`
	type row struct {
		results.SyncedRun
		ID        int64
		FactsJSON string
	}
	rows, err := ListOf[row](ctx, db.r, "list runs of a source", q, source)
	if err != nil {
		return nil, err
	}
	return each(rows, func(r row) (results.SyncedRun, error) {
		var facts map[string]string
		err := fromJSON(r.FactsJSON, &facts)
		r.Place = results.PlaceOf(facts).Dir
		if err == nil {
			const names = "SELECT DISTINCT name FROM raws WHERE run_id = ? ORDER BY name"
			r.Records, err = ListOf[string](ctx, db.r, "list records of "+r.Run, names, r.ID)
		}
		return r.SyncedRun, err
	})
}

// Retire deletes the content of runs that their source has no more, all in one
// transaction, and keeps that, why and when (Unix milliseconds) they went. Of a
// hidden run nothing is said. Their records may be read again, and former states of
// boards still say how they stood.
func (db *DB) Retire(ctx context.Context, gone []results.GoneRun, at int64) error {
	if len(gone) == 0 {
		return nil
	}
	about, err := db.benchmarksOf(ctx, gone)
	if err != nil {
		return err
	}
	return db.inTx(ctx, "retire runs", about, func(tx *sqlx.Tx) error {
		for _, g := range gone {
			r, err := findStored(ctx, tx, g.Run)
			if errors.Is(err, results.ErrNotFound) {
				continue // another process was faster
			}
			if err != nil {
				return err
			}
			if err := db.retire(ctx, tx, r, g, at); err != nil {
				return err
			}
		}
		return nil
	})
}

// benchmarksOf are the benchmarks of runs. Pages that are about several, such as the
// search, have the stamp of everything, which moves with any of them.
func (db *DB) benchmarksOf(ctx context.Context, gone []results.GoneRun) (concern, error) {
	slugs := make([]string, len(gone))
	for i, g := range gone {
		slugs[i] = g.Run
	}
	list, err := toJSON(slugs)
	if err != nil {
		return nil, err
	}
	about := concern{}
	q := `SELECT DISTINCT b.slug
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE r.slug IN (SELECT value FROM ` + db.dialect.Texts("?") + ` x)
ORDER BY b.slug`
	return about, MapError("list benchmarks of runs", db.r.SelectContext(ctx, (*[]string)(&about), q, list))
}

func (db *DB) retire(ctx context.Context, tx *sqlx.Tx, r storedRun, g results.GoneRun, at int64) error {
	if r.Hidden {
		return errors.Join(deleteRun(ctx, tx, db.parts, r), leaveStates(ctx, tx, r.Slug, false), forgetChanges(ctx, tx, r.Of, r.Slug))
	}
	change := results.Change{At: at, Kind: results.ChangeWithdrawn, Benchmark: r.Of, Run: r.Slug, Detail: g.Reason}
	reason := g.Reason
	if g.Other != "" {
		change.Kind, change.Other, reason = results.ChangeReplaced, g.Other, results.ReplacedReason(g.Other, g.Reason)
	}
	return errors.Join(keepWithdrawal(ctx, tx, r, reason, at, mayReturn+r.Digest), deleteRun(ctx, tx, db.parts, r),
		logChange(ctx, tx, change))
}

// keepWithdrawal keeps of a run that it was there, and why and when it went.
func keepWithdrawal(ctx context.Context, tx *sqlx.Tx, r storedRun, reason string, at int64, digest string) error {
	system, err := toJSON(r.System)
	if err != nil {
		return err
	}
	return insert(ctx, tx, "withdraw run "+r.Slug, "withdrawn", "slug, benchmark, system, reason, at, digest",
		r.Slug, r.Of, system, reason, at, digest)
}

// returned forgets that a run had gone from its source, because it is read again.
func returned(ctx context.Context, tx *sqlx.Tx, r *results.Run) error {
	return exec(ctx, tx, "read run "+r.Slug+" again", "DELETE FROM withdrawn WHERE slug = ? AND digest = ?", r.Slug, mayReturn+r.Digest)
}
