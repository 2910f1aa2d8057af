package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// filling builds a database from another one. It imports the stored records of all runs again and
// copies the data that cannot be derived from them.
type filling struct {
	what  string // name of the operation in progress messages
	first fs.FS  // bundled data, loaded before the runs
	leave bool   // set to skip runs whose records cannot be read instead of stopping
}

// stored is a snapshot of the source database.
type stored interface {
	ingest.Records
	sqlstore.Source
}

// filled counts runs: total, newly imported and left out.
type filled struct{ runs, read, left int }

// run fills the database. It continues if an earlier call was interrupted.
func (f *filling) run(ctx context.Context, s *streams, to store, from stored) (n filled, err error) {
	if err := to.CarryFrom(ctx, from); err != nil {
		return n, err
	}
	waiting, err := unread(ctx, to)
	if err != nil {
		return n, err
	}
	all, err := from.Readings(ctx)
	if err != nil {
		return n, err
	}
	n.runs = len(all)
	if len(waiting) == len(all) { // load the bundled data first, so that records can replace its datasets
		if err := errors.Join(to.SaveNote(ctx, noteBundled, ""), exampleDataset(ctx, to)); err != nil {
			return n, err
		}
	}
	if _, err := mendBundled(ctx, to, f.first, false); err != nil {
		return n, err
	}
	if waiting, err = unread(ctx, to); err != nil {
		return n, err
	}
	runs := slices.DeleteFunc(slices.Clone(all), func(r results.Reading) bool { return !slices.Contains(waiting, r.Run) })
	l, why := newLoader(to), map[string]string{}
	bar, done := newCountProgress(s.err, f.what, "runs", "runs"), 0
	err = l.Reread(ctx, from, runs, func(r *ingest.Reread) error {
		done++
		bar.at(len(all)-len(runs)+done, len(all))
		if r.Reason != "" {
			if why[r.Run] = r.Reason; r.Ingest != "" {
				why[r.Run] += "; they are of " + r.Ingest
			}
		}
		return ctx.Err()
	})
	bar.end()
	if err != nil {
		return n, err
	}
	left, err := unread(ctx, to)
	if err != nil {
		return n, err
	}
	n.left, n.read = len(left), len(waiting)-len(left)
	for _, run := range left {
		s.err.Printf("%s: %s\n", run, why[run])
	}
	if n.left > 0 && !f.leave {
		return n, fmt.Errorf("%s cannot be read from stored records by this version, so nothing was changed: --leave-out "+
			"skips them, and their pages say so; or ingest their records again and remove these runs", counted(n.left, "run"))
	}
	const reason = "its stored records could not be read by a later version of the program"
	if err := to.EndCopy(ctx, left, reason, time.Now().UnixMilli()); err != nil {
		return n, err
	}
	if err := to.SaveNote(ctx, noteProgram, programVersion()); err != nil {
		return n, err
	}
	_, err = l.Refresh(ctx)
	return n, err
}

// unread returns the runs that must still be imported into a database.
func unread(ctx context.Context, db store) (runs []string, err error) {
	list, err := db.Readings(ctx)
	for _, r := range list {
		if r.Reader == "" {
			runs = append(runs, r.Run)
		}
	}
	return runs, err
}
