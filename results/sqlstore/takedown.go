package sqlstore

import (
	"cmp"
	"context"
	"errors"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

type storedRun struct {
	ID        int64
	Slug      string
	Model     int64  `db:"model_id"`
	Benchmark int64  `db:"benchmark_id"`
	Of        string `db:"benchmark"`
	Digest    string
	Hidden    bool
	results.System
}

func findStored(ctx context.Context, tx *sqlx.Tx, slug string) (storedRun, error) {
	const q = `SELECT r.id, r.slug, r.model_id, r.benchmark_id, b.slug AS benchmark, r.digest, r.hidden,
  m.slug AS model, r.framework, r.variant, r.provider
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE r.slug = ?`
	return oneOf[storedRun](ctx, tx, "find run "+slug, q, slug)
}

// RemoveRun deletes a run, or what remains of a withdrawn run. It marks the leaderboards as stale.
// Compact frees the disk space.
func (db *DB) RemoveRun(ctx context.Context, slug string) error {
	return db.takeDown(ctx, "remove run "+slug, slug, func(tx *sqlx.Tx, r storedRun) error {
		return cmp.Or(deleteRun(ctx, tx, db.parts, r), leaveStates(ctx, tx, slug, false), forgetChanges(ctx, tx, r.Of, slug))
	}, func(tx *sqlx.Tx) error {
		benchmark, err := oneOf[string](ctx, tx, "remove run "+slug, "DELETE FROM withdrawn WHERE slug = ? RETURNING benchmark", slug)
		if err != nil {
			return err
		}
		return cmp.Or(leaveStates(ctx, tx, slug, false), forgetChanges(ctx, tx, benchmark, slug))
	})
}

// WithdrawRun deletes the content of a run and keeps the reason and time (Unix milliseconds) of its
// withdrawal.
func (db *DB) WithdrawRun(ctx context.Context, slug, reason string, at int64) error {
	return db.takeDown(ctx, "withdraw run "+slug, slug, func(tx *sqlx.Tx, r storedRun) error {
		change := results.Change{At: at, Kind: results.ChangeWithdrawn, Benchmark: r.Of, Run: slug, Detail: reason}
		return cmp.Or(keepWithdrawal(ctx, tx, r, reason, at, r.Digest), deleteRun(ctx, tx, db.parts, r),
			leaveStates(ctx, tx, slug, true), logChange(ctx, tx, change))
	}, func(tx *sqlx.Tx) error {
		// The records of a replaced run may be imported again; the withdrawal revokes that.
		const q = `UPDATE withdrawn
SET reason = ?2, digest = replace(digest, ?3, '')
WHERE slug = ?1
  AND (reason <> ?2 OR digest LIKE ?3 || '%')`
		return changedBy(tx.ExecContext(ctx, q, slug, reason, mayReturn))
	})
}

// HideRun hides a run from all readers if hidden is true, and otherwise shows it again.
func (db *DB) HideRun(ctx context.Context, slug string, hidden bool) error {
	return db.takeDown(ctx, "hide run "+slug, slug, func(tx *sqlx.Tx, r storedRun) error {
		if r.Hidden == hidden {
			return errSame
		}
		return cmp.Or(exec(ctx, tx, "hide run "+slug, "UPDATE main.runs SET hidden = ? WHERE id = ?", hidden, r.ID),
			IndexRun(ctx, tx, db.parts, r.ID, !hidden), leaveBoards(ctx, tx, r))
	}, nil)
}

// takeDown finds the run and calls stored with it. If the run was withdrawn before, it calls gone
// instead.
func (db *DB) takeDown(ctx context.Context, what, slug string, stored func(*sqlx.Tx, storedRun) error, gone func(*sqlx.Tx) error) error {
	about, err := ListOf[string](ctx, db.r, what, "SELECT slug FROM benchmarks ORDER BY slug")
	if err != nil {
		return err
	}
	// Pages of any benchmark may show the run: search, comparison, and the page of its model.
	return db.inTx(ctx, what, about, func(tx *sqlx.Tx) error {
		r, err := findStored(ctx, tx, slug)
		if err == nil {
			return stored(tx, r)
		}
		if gone == nil || !errors.Is(err, results.ErrNotFound) {
			return err
		}
		withdrawn, listErr := oneOf[bool](ctx, tx, what, "SELECT EXISTS (SELECT 1 FROM withdrawn WHERE slug = ?)", slug)
		if !withdrawn {
			return cmp.Or(listErr, err)
		}
		return gone(tx)
	})
}

// deleteRun deletes all rows of a run and everything that only it used.
func deleteRun(ctx context.Context, tx *sqlx.Tx, in Parts, r storedRun) error {
	if !r.Hidden { // a hidden run is neither on a leaderboard nor in the index
		if err := cmp.Or(IndexRun(ctx, tx, in, r.ID, false), leaveBoards(ctx, tx, r)); err != nil {
			return err
		}
	}
	return cmp.Or(deleteRows(ctx, tx, in, r), deleteUnused(ctx, tx, r))
}

// deleteRows deletes the rows of a run, except its texts in the full-text index.
func deleteRows(ctx context.Context, tx *sqlx.Tx, in Parts, r storedRun) error {
	if err := in.Blobs(tx).Delete(ctx, r.ID); err != nil {
		return err
	}
	run := []any{r.ID}
	return execAll(ctx, tx, "delete run "+r.Slug, []statement{
		{`DELETE FROM steps WHERE id BETWEEN ?1 AND ?2 /*! AND run_id = ?1 >> 32 */`, []any{r.ID << KeyBits, (r.ID+1)<<KeyBits - 1}},
		{`DELETE FROM trace_groups WHERE trial_id IN (SELECT id FROM trials WHERE run_id = ?1) /*! AND run_id = ?1 */`, run},
		{`DELETE FROM run_tests WHERE run_id = ?`, run},
		{`DELETE FROM main.runs WHERE id = ?`, run},
	}...)
}

// leaveBoards removes a run from leaderboards and cases immediately, and marks them as stale.
func leaveBoards(ctx context.Context, tx *sqlx.Tx, r storedRun) error {
	if err := offBoards(ctx, tx, r); err != nil {
		return err
	}
	err := execAll(ctx, tx, "take run "+r.Slug+" off its boards", []statement{
		{`UPDATE boards SET places = '' WHERE benchmark_id = ?`, []any{r.Benchmark}},
		{`DELETE FROM mined_cases WHERE benchmark_id = ?`, []any{r.Benchmark}},
		{`DELETE FROM run_tests WHERE run_id IN (SELECT id FROM main.runs WHERE benchmark_id = ?)`, []any{r.Benchmark}},
	}...)
	return cmp.Or(err, nameModel(ctx, tx, "", r.Model), markStale(ctx, tx, r.Benchmark))
}

func offBoards(ctx context.Context, tx *sqlx.Tx, r storedRun) error {
	of := []any{r.Benchmark, r.ID}
	return execAll(ctx, tx, "take run "+r.Slug+" off its boards", []statement{
		{`DELETE FROM board_places
WHERE benchmark_id = ?1
  AND (convention, without, key) IN (SELECT convention, without, key FROM board_rows WHERE benchmark_id = ?1 AND run_id = ?2)`, of},
		{`DELETE FROM board_rows WHERE benchmark_id = ?1 AND run_id = ?2`, of},
	}...)
}

// deleteUnused deletes the run's model, tasks and scenarios if no other record refers to them.
func deleteUnused(ctx context.Context, tx *sqlx.Tx, r storedRun) error {
	const of = `SELECT official OR digest <> '' FROM benchmarks WHERE id = ?`
	pinned, err := oneOf[bool](ctx, tx, "find benchmark", of, r.Benchmark)
	if err != nil && !errors.Is(err, results.ErrNotFound) {
		return err
	}
	err = execAll(ctx, tx, "delete what only run "+r.Slug+" had", []statement{
		{`DELETE FROM tasks
WHERE benchmark_id = ?
  AND (extra OR NOT ?)
  AND NOT EXISTS (SELECT 1 FROM trials t WHERE t.task_id = tasks.id)`, []any{r.Benchmark, pinned}},
		{`DELETE FROM scenarios
WHERE benchmark_id = ?
  AND (ordinal = ` + extraOrdinal + ` OR NOT ?)
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = scenarios.id)`, []any{r.Benchmark, pinned}},
		{`DELETE FROM benchmarks
WHERE id = ?1
  AND NOT ?2
  AND NOT EXISTS (SELECT 1 FROM main.runs x WHERE x.benchmark_id = ?1)
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = ?1)
  AND NOT EXISTS (SELECT 1 FROM figure_sources f WHERE f.benchmark_id = ?1)`, []any{r.Benchmark, pinned}},
	}...)
	return cmp.Or(err, deleteModel(ctx, tx, r.Model))
}

// deleteModel deletes an unlisted model to which no record refers any more.
func deleteModel(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const del = `DELETE FROM models
WHERE id = ?1
  AND NOT listed
  AND NOT EXISTS (SELECT 1 FROM main.runs x WHERE x.model_id = ?1)
  AND NOT EXISTS (SELECT 1 FROM figures f WHERE f.model_id = ?1)`
	if err := exec(ctx, tx, "delete model", del, id); err != nil {
		return err
	}
	there, err := oneOf[bool](ctx, tx, "find model", "SELECT EXISTS (SELECT 1 FROM models WHERE id = ?)", id)
	if err != nil || !there {
		return err
	}
	return nameModel(ctx, tx, "", id) // determine the name again without the deleted run
}

// FindWithdrawal returns the withdrawal of a run or results.ErrNotFound.
func (db *DB) FindWithdrawal(ctx context.Context, slug string) (results.Withdrawal, error) {
	const q = `SELECT slug AS run, benchmark, reason, at
FROM withdrawn
WHERE slug = ?`
	return oneOf[results.Withdrawal](ctx, db.r, "find withdrawn run "+slug, q, slug)
}

// Withdrawn returns the reason why records with this digest must not be stored; empty if they may
// be stored.
func (t *RunTx) Withdrawn(ctx context.Context, digest string) (string, error) {
	const q = `SELECT 'run ' || slug || ' was withdrawn: ' || reason
FROM withdrawn
WHERE digest = ?
ORDER BY slug
LIMIT 1`
	reason, err := oneOf[string](ctx, t.db.r, "find withdrawn records", q, digest)
	if errors.Is(err, results.ErrNotFound) {
		return "", nil
	}
	return reason, err
}

// mayReturn is the digest prefix of a run that was replaced by a new import. Unlike withdrawn
// records, its records may be imported again.
const mayReturn = "may-return:"

// keepWithdrawal stores that a run existed, with the reason and time of its withdrawal.
func keepWithdrawal(ctx context.Context, tx *sqlx.Tx, r storedRun, reason string, at int64, digest string) error {
	system, err := toJSON(r.System)
	if err != nil {
		return err
	}
	return insert(ctx, tx, "withdraw run "+r.Slug, "withdrawn", "slug, benchmark, system, reason, at, digest",
		r.Slug, r.Of, system, reason, at, digest)
}

// returned deletes the withdrawal of a run whose records have been imported again.
func returned(ctx context.Context, tx *sqlx.Tx, r *results.Run) error {
	return exec(ctx, tx, "read run "+r.Slug+" again", "DELETE FROM withdrawn WHERE slug = ? AND digest = ?", r.Slug, mayReturn+r.Digest)
}

// ListRuns returns the runs of a benchmark, including hidden and withdrawn ones. If benchmark is
// empty, it returns the runs of all benchmarks.
func (db *DB) ListRuns(ctx context.Context, benchmark string) ([]results.ListedRun, error) {
	type row struct {
		results.ListedRun
		ID     int64
		Hidden bool
	}
	const q = `SELECT r.id, r.slug AS run, b.slug AS benchmark, ` + systemColumns + `, r.evidence, r.complete, r.hidden, r.ingested_at AS at, r.format, r.reader,
  ` + countColumns + `,
  (SELECT COALESCE(sum(length(d.data)), 0) FROM trials t JOIN trial_details d ON d.trial_id = t.id /*! AND d.run_id = t.run_id */ WHERE t.run_id = r.id) AS bytes
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE ? IN ('', b.slug)
ORDER BY b.slug, r.slug`
	rows, err := ListOf[row](ctx, db.r, "list runs", q, benchmark)
	if err != nil {
		return nil, err
	}
	list := make([]results.ListedRun, 0, len(rows))
	for _, r := range rows {
		if r.State = results.RunShown; r.Hidden {
			r.State = results.RunHidden
		}
		bodies, err := bodiesOf(ctx, db.r, r.ID)
		if err != nil {
			return nil, err
		}
		for kind, of := range bodies {
			n, err := db.blobs().Taken(ctx, kind, of)
			if err != nil {
				return nil, err
			}
			r.Bytes += n
		}
		list = append(list, r.ListedRun)
	}
	return db.listWithdrawn(ctx, benchmark, list)
}

func (db *DB) listWithdrawn(ctx context.Context, benchmark string, list []results.ListedRun) ([]results.ListedRun, error) {
	const q = `SELECT slug AS run, benchmark, reason, at, system
FROM withdrawn
WHERE ? IN ('', benchmark)
ORDER BY benchmark, slug`
	rows, err := ListOf[struct {
		results.Withdrawal
		System string
	}](ctx, db.r, "list withdrawn runs", q, benchmark)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		l := results.ListedRun{Run: r.Run, State: results.RunWithdrawn, Benchmark: r.Benchmark, At: r.At, Reason: r.Reason}
		if err := fromJSON(r.System, &l.System); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}
