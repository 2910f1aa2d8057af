package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// logChange adds a change to the log, in the caller's transaction. If c.At is 0, it uses the
// current time.
func logChange(ctx context.Context, tx *sqlx.Tx, c results.Change) error {
	if c.At == 0 {
		c.At = time.Now().UnixMilli()
	}
	return insert(ctx, tx, "log change", "changes", "at, kind, benchmark, run, other, detail",
		c.At, c.Kind, c.Benchmark, c.Run, c.Other, c.Detail)
}

// forgetChanges deletes the log entries of a removed run and logs the removal without naming the
// run.
func forgetChanges(ctx context.Context, tx *sqlx.Tx, benchmark, run string) error {
	return cmp.Or(exec(ctx, tx, "forget changes of a run", "DELETE FROM changes WHERE run = ?1 OR other = ?1", run),
		logChange(ctx, tx, results.Change{Kind: results.ChangeRemoved, Benchmark: benchmark}))
}

func headlineOf(ctx context.Context, tx *sqlx.Tx, run int64) (key string, value *float64, err error) {
	const q = `SELECT b.headline, (
  SELECT k.value
  FROM run_metrics k
  WHERE k.run_id = r.id
    AND k.scope = ''
    AND k.key = b.headline
  ORDER BY k.convention = 'paper' DESC, k.convention
  LIMIT 1) AS value
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE r.id = ?`
	row, err := oneOf[struct {
		Headline string
		Value    *float64
	}](ctx, tx, "read headline", q, run)
	return row.Headline, row.Value, err
}

type formerScore struct {
	Formula  int      `db:"formula"`
	Key      string   `db:"score_key"` // empty until the import that added the run is complete
	Headline *float64 `db:"-"`
}

func scoreBefore(ctx context.Context, tx *sqlx.Tx, run int64) (f formerScore, err error) {
	f, err = oneOf[formerScore](ctx, tx, "read score", "SELECT formula, score_key FROM main.runs WHERE id = ?", run)
	if err == nil {
		_, f.Headline, err = headlineOf(ctx, tx, run)
	}
	return f, err
}

// logRescored logs a change of the headline score. It does not log the first score of a new run.
func logRescored(ctx context.Context, tx *sqlx.Tx, r *results.Run, was formerScore) error {
	if was.Key == "" && was.Formula == r.Formula {
		return nil
	}
	why := "the tasks that it is scored by have changed"
	if was.Formula != r.Formula {
		why = fmt.Sprintf("version %d of the formulas, was %d", r.Formula, was.Formula)
	}
	return logHeadline(ctx, tx, r, r.ID, was.Headline, why)
}

// logHeadline logs the headline score with the given reason if it differs from before.
func logHeadline(ctx context.Context, tx *sqlx.Tx, r *results.Run, id int64, before *float64, why string) error {
	key, after, err := headlineOf(ctx, tx, id)
	if err != nil || before == nil && after == nil || before != nil && after != nil && *before == *after {
		return err
	}
	return logChange(ctx, tx, results.Change{Kind: results.ChangeRescored, Benchmark: r.Benchmark, Run: r.Slug,
		Detail: fmt.Sprintf("%s from %s to %s: %s", strings.ToUpper(key), score(before), score(after), why)})
}

func score(x *float64) string {
	if x == nil {
		return "no value"
	}
	return fmt.Sprintf("%.2f", *x*100)
}

func logDataset(ctx context.Context, tx *sqlx.Tx, before, after *results.Dataset) error {
	if before == nil || len(before.Tasks) == 0 || after.FactsOnly {
		return nil
	}
	was, is := before.ContentDigest(), after.ContentDigest()
	diff := results.CompareDatasets(before, after)
	if was == is || diff.Empty() {
		return nil
	}
	return logChange(ctx, tx, results.Change{Kind: results.ChangeDataset, Benchmark: after.Benchmark.ID,
		Detail: fmt.Sprintf("digest %.12s, was %.12s; %d tasks added, %d removed, %d with another solution, %d with other texts or in "+
			"another order",
			is, was, diff.Added, diff.Removed, diff.Gold, diff.Other)})
}

const shownChange = `NOT EXISTS (SELECT 1 FROM main.runs h WHERE h.hidden AND h.slug IN (c.run, c.other))`

func (db *DB) changesWhere(f results.ChangeFilter) (string, []any) {
	where, args := "FROM changes c\nWHERE "+shownChange, []any{}
	for _, w := range []struct{ cond, value string }{
		{"c.benchmark = ?", f.Benchmark}, {"c.kind = ?", string(f.Kind)}, {db.dialect.Day("c.at") + " = ?", f.Day},
	} {
		if w.value != "" {
			where, args = where+"\n  AND "+w.cond, append(args, w.value)
		}
	}
	if f.Run != "" {
		where, args = where+"\n  AND (c.run = ? OR c.other = ?)", append(args, f.Run, f.Run)
	}
	return where, args
}

// Changes returns the changes that match f, newest first, and their total number.
func (db *DB) Changes(ctx context.Context, f results.ChangeFilter) ([]results.Change, int, error) {
	where, args := db.changesWhere(f)
	total, err := oneOf[int](ctx, db.r, "count changes", "SELECT count(*)\n"+where, args...)
	if err != nil {
		return nil, 0, err
	}
	q := "SELECT c.at, c.kind, c.benchmark, c.run, c.other, c.detail\n" + where + "\nORDER BY c.id DESC\nLIMIT ? OFFSET ?"
	list, err := ListOf[results.Change](ctx, db.r, "list changes", q, append(args, f.Limit, f.Offset)...)
	return list, total, err
}

const inGroup = 100

// ChangeGroups returns the changes that match f, grouped by day, benchmark and kind, newest first,
// and the total number of groups.
func (db *DB) ChangeGroups(ctx context.Context, f results.ChangeFilter) ([]results.ChangeGroup, int, error) {
	where, args := db.changesWhere(f)
	grouped := "SELECT " + db.dialect.Day("c.at") + " AS day, c.kind, c.benchmark, count(*) AS count, max(c.id) AS newest\n" + where +
		"\nGROUP BY 1, 2, 3"
	total, err := oneOf[int](ctx, db.r, "count changes", "SELECT count(*) FROM (\n"+grouped+") g", args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := ListOf[results.ChangeGroup](ctx, db.r, "list changes",
		"SELECT day, kind, benchmark, count FROM (\n"+grouped+") g\nORDER BY newest DESC\nLIMIT ? OFFSET ?", append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, err
	}
	for i := range list {
		g := &list[i]
		one := results.ChangeFilter{Benchmark: g.Benchmark, Kind: g.Kind, Day: g.Day, Run: f.Run, Limit: inGroup}
		if g.Changes, _, err = db.Changes(ctx, one); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}
