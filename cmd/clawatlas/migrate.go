package main

import (
	"context"
	"errors"
	"strings"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type migrateCmd struct {
	storeFlag
	LeaveOut bool `name:"leave-out" help:"Leave out runs whose stored records this version cannot read."`
}

func (migrateCmd) Help() string {
	return "Builds a new file next to an older one from the stored records of its runs, and replaces it when complete; this " +
		"needs as much disk space again. Withdrawals, hidden runs, dates of ingest, the change log and snapshots are kept, and " +
		"URLs stay the same. Meanwhile servers continue with the old file, and nothing can write to it. There is no way " +
		"back, so make a backup first. In any database, bundled data are updated and stale boards rebuilt. An older database on " +
		"a server is copied into a new one instead (see copy). On a server, migrate also frees space, and deletes objects that " +
		"no run has used for a day."
}

func (c *migrateCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	if f, is := at.(file); is {
		if err := c.schema(ctx, s, f); err != nil {
			return err
		}
	}
	db, m, err := openStored(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	if m.bundled {
		s.out.Printf("bundled facts and figures: loaded\n")
	} else {
		s.out.Printf("bundled facts and figures: up to date\n")
	}
	if m.program {
		s.out.Printf("boards of another version of the program: made anew\n")
	}
	if len(m.boards) > 0 {
		s.out.Printf("boards rebuilt: %s\n", strings.Join(m.boards, ", "))
	}
	if len(m.withdrawn) > 0 {
		s.out.Printf("withdrawn again, because the file next to the database lists them: %s\n", strings.Join(m.withdrawn, ", "))
	}
	if _, is := at.(*server); is { // also delete blobs left behind by killed processes
		if err := db.Compact(ctx); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	notice, err := staleNotice(ctx, at, db)
	if notice != "" {
		s.out.Printf("%s\n", notice)
	}
	return errors.Join(err, db.Close())
}

func (c *migrateCmd) schema(ctx context.Context, s *streams, f file) error {
	if err := f.found(ctx); err != nil {
		return err
	}
	limitMemory()
	var n filled
	was, is, err := sqlite.Migrate(ctx, f.real(), func(to, old *sqlite.DB) (err error) {
		fill := filling{what: "migrating", first: s.firstData(), leave: c.LeaveOut}
		n, err = fill.run(ctx, s, to, old)
		return err
	})
	switch {
	case err != nil:
		return err
	case was == is:
		s.out.Printf("schema: version %d, as this program needs it\n", is)
	default:
		s.out.Printf("schema: version %d, was %d; %s read from stored records, %d left out\n", is, was, counted(n.runs-n.left, "run"), n.left)
	}
	return nil
}
