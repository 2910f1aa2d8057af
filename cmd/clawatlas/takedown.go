package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

type runsArg struct {
	Runs []string `arg:"" name:"run" help:"Ids of the runs, as in their URLs."`
}

type hideCmd struct {
	storeFlag
	Undo bool `help:"Show the runs again."`
	runsArg
}

func (hideCmd) Help() string {
	return "Hidden runs are kept, but do not appear on pages, boards and lists, in counts or in searches. Their URLs return 404. A " +
		"backup contains them, but not one made with --public."
}

func (c *hideCmd) Run(ctx context.Context, s *streams) error {
	what := "hid"
	if c.Undo {
		what = "showed"
	}
	return takeDown(ctx, &c.storeFlag, s, c.Runs, false, what, func(db store, run string) error { return db.HideRun(ctx, run, !c.Undo) })
}

type removeCmd struct {
	storeFlag
	runsArg
}

func (removeCmd) Help() string {
	return "Deletes the runs and everything read from them, and rewrites the file so that none of their text remains in it; this " +
		"needs as much disk space again. On a server, the space is freed for other data. Their URLs return 404. If a run " +
		"was withdrawn, the withdrawal is deleted too, and its records can be ingested again. Copies of the database and raw " +
		"records elsewhere are not changed."
}

func (c *removeCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	return takeDown(ctx, &c.storeFlag, s, c.Runs, true, "removed", func(db store, run string) error {
		err := db.RemoveRun(ctx, run)
		if f, is := at.(file); is && err == nil {
			err = f.forgetWithdrawal(run)
		}
		return err
	})
}

type withdrawCmd struct {
	storeFlag
	Reason string `required:"" help:"Reason, in a sentence that is shown to the public." placeholder:"TEXT"`
	runsArg
}

func (withdrawCmd) Help() string {
	return "Deletes the content of the runs, as remove does. Their URLs return 410 with the reason and the date, " +
		"and the same records are refused if they are ingested again. remove deletes a withdrawal."
}

func (c *withdrawCmd) Validate() error {
	if strings.TrimSpace(c.Reason) == "" {
		return errors.New("--reason is empty")
	}
	return nil
}

func (c *withdrawCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	return takeDown(ctx, &c.storeFlag, s, c.Runs, true, "withdrew", func(db store, run string) error {
		w := withdrawal{Run: run, Reason: strings.TrimSpace(c.Reason), At: time.Now().UnixMilli()}
		err := db.WithdrawRun(ctx, run, w.Reason, w.At)
		if f, is := at.(file); is && err == nil {
			err = f.noteWithdrawal(w)
		}
		return err
	})
}

// takeDown calls do for each run, in a transaction of its own, and rebuilds the boards once. If
// rewrite is set, it also compacts the database, so that no deleted content remains.
func takeDown(ctx context.Context, f *storeFlag, s *streams, runs []string, rewrite bool, what string, do func(store, string) error) error {
	at, err := f.place()
	if err != nil {
		return err
	}
	db, _, err := openStored(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	var faults []error
	for _, run := range runs {
		if err := do(db, run); err != nil {
			faults = append(faults, err)
			continue
		}
		s.out.Printf("%s %s\n", what, run)
	}
	if _, err := newLoader(db).Refresh(ctx); err != nil {
		faults = append(faults, err)
	}
	if rewrite { // even if no run was found, because an earlier call may have been interrupted before this step
		if err := db.Compact(ctx); err != nil {
			faults = append(faults, fmt.Errorf("deleted text is still in the file, repeat the command: %w", err))
		}
	}
	return errors.Join(append(faults, db.Close())...)
}
