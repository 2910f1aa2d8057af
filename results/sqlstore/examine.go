package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// Examined is the report of a database check.
type Examined struct {
	Runs   int      // number of runs whose traces and raw records were read
	Faults []string // faults, one line each
	Notes  []string // remarks that are not faults
}

// Loose is a query that counts the dangling references of a column without a foreign key.
type Loose struct{ What, Query string }

var loose = []Loose{
	{What: "steps of no trial", Query: "SELECT count(*) FROM steps s WHERE NOT EXISTS (SELECT 1 FROM trials t WHERE t.id = " +
		"s.trial_id /*! AND t.run_id = s.run_id */)"},
	{What: "stretches of a trace of no trial", Query: "SELECT count(*) FROM trace_groups g WHERE NOT EXISTS (SELECT 1 FROM trials t " +
		"WHERE t.id = g.trial_id /*! AND t.run_id = g.run_id */)"},
	{What: "rows of boards of no run", Query: "SELECT count(*) FROM board_rows b WHERE b.run_id IS NOT NULL AND NOT EXISTS (SELECT 1 " +
		"FROM main.runs r WHERE r.id = b.run_id)"},
}

// ExamineRows reports dangling references and an unfinished copy. more contains the additional
// checks of a store.
func (db *DB) ExamineRows(ctx context.Context, x *Examined, more ...Loose) error {
	half, err := db.HalfCopied(ctx)
	if err != nil {
		return err
	}
	if half {
		x.Faults = append(x.Faults, "the database is an incomplete copy")
	}
	for _, l := range slices.Concat(more, loose) {
		var n int64
		if err := db.r.GetContext(ctx, &n, l.Query); err != nil {
			return MapError("count "+l.What, err)
		}
		if n > 0 {
			x.Faults = append(x.Faults, fmt.Sprintf("%s: %d", l.What, n))
		}
	}
	return nil
}

// ExamineBodies reads the blobs of all runs, including hidden ones, and reports the damaged ones.
// It returns an error if it could not read all of them.
func (db *DB) ExamineBodies(ctx context.Context, x *Examined) error {
	type run struct {
		ID   int64
		Slug string
	}
	list, err := ListOf[run](ctx, db.r, "list runs", "SELECT id, slug FROM main.runs ORDER BY id")
	if err != nil {
		return err
	}
	for _, r := range list {
		x.Runs++
		for _, examine := range []func(context.Context, int64) error{db.examineTraces, db.examineRaws} {
			err := examine(ctx, r.ID)
			switch {
			case errors.Is(err, results.ErrDamaged):
				x.Faults = append(x.Faults, fmt.Sprintf("run %s: %s", r.Slug, err))
			case err != nil:
				return fmt.Errorf("examine run %s: %w", r.Slug, err)
			}
		}
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), results.ErrDamaged)
}

// DamagedPiece returns an error about a piece that cannot be decompressed.
func DamagedPiece(k blob.Key, err error) error {
	return damaged("piece %d of %s %d: %s", k.N, k.Kind, k.Of, err)
}

// examineTraces checks that every step is within a stored piece of its trace.
func (db *DB) examineTraces(ctx context.Context, run int64) error {
	const q = `SELECT s.trial_id, s.frame, max(s."offset" + s.length) AS size
FROM steps s
JOIN trials t ON t.id = s.trial_id /*! AND t.run_id = s.run_id */
WHERE t.run_id = ?
  AND s.id BETWEEN t.first_step AND t.first_step + t.steps_total - 1
GROUP BY s.trial_id, s.frame
ORDER BY s.trial_id, s.frame`
	type frame struct {
		TrialID, Frame int64
		Size           int
	}
	want, err := ListOf[frame](ctx, db.r, "list frames", q, run)
	if err != nil {
		return err
	}
	all, err := bodiesOf(ctx, db.r, run)
	if err != nil {
		return err
	}
	err = db.blobs().Each(ctx, blob.Trace, all[blob.Trace], func(p blob.Key, data []byte) error {
		if len(want) > 0 && want[0].TrialID == p.Of && want[0].Frame == int64(p.N) {
			if len(data) < want[0].Size {
				return damaged("piece %d of trace %d ends before its steps", p.N, p.Of)
			}
			want = want[1:]
		}
		return nil
	})
	if err == nil && len(want) > 0 {
		return damaged("piece %d of trace %d is missing", want[0].Frame, want[0].TrialID)
	}
	return err
}

// examineRaws compares the sizes of raw records only, because the stored digest is that of the
// bytes before redaction.
func (db *DB) examineRaws(ctx context.Context, run int64) error {
	type row struct {
		ID, Size int64
	}
	list, err := ListOf[row](ctx, db.r, "list raw records", "SELECT id, size FROM raws WHERE run_id = ? ORDER BY id", run)
	if err != nil {
		return err
	}
	var ids []int64
	for _, r := range list {
		ids = append(ids, r.ID)
	}
	at, read := 0, int64(0)
	end := func() error { // check the size of the current raw record
		r, n := list[at], read
		at++
		read = 0
		if n != r.Size {
			return damaged("raw record %d has %d of its %d bytes", r.ID, n, r.Size)
		}
		return nil
	}
	err = db.blobs().Each(ctx, blob.Raw, ids, func(p blob.Key, data []byte) error {
		for list[at].ID != p.Of { // the pieces arrive in the order of the list
			if err := end(); err != nil {
				return err
			}
		}
		read += int64(len(data))
		return nil
	})
	for err == nil && at < len(list) {
		err = end()
	}
	return err
}
