package main

import (
	"context"
	"errors"
	"strings"
	"time"
)

// runsArg names runs.
type runsArg struct {
	Runs []string `arg:"" name:"run" help:"Ids of the runs, as in their addresses."`
}

type hideCmd struct {
	storeFlag
	Undo bool `help:"Show the runs again."`
	runsArg
}

// Help implements kong's detailed help.
func (hideCmd) Help() string {
	return "Hidden runs are kept, but stand on no page, board, list or count and are not found by search; their addresses answer " +
		"404. They are in a backup, but not in one that is --public."
}

// Run hides the runs or shows them again.
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

// Help implements kong's detailed help.
func (removeCmd) Help() string {
	return "The runs are deleted with everything of them, as if they had never been read, and a file is rewritten, so that none " +
		"of their text is left in it; that needs as much room again as the file has. A server frees the room for others. Their " +
		"addresses answer 404. If a run was withdrawn, that is forgotten and its records can be read again. Copies of the " +
		"database and raw records elsewhere stay as they are."
}

// Run deletes the runs.
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
	Reason string `required:"" help:"Why, in a sentence that the public reads." placeholder:"TEXT"`
	runsArg
}

// Help implements kong's detailed help.
func (withdrawCmd) Help() string {
	return "The content of the runs is deleted as by remove. What stays is their address, which answers 410 with the reason and " +
		"the day, and the digest of their records, which are refused when they are read again. remove forgets a withdrawal."
}

// Validate implements kong's check of the arguments.
func (c *withdrawCmd) Validate() error {
	if strings.TrimSpace(c.Reason) == "" {
		return errors.New("--reason is empty")
	}
	return nil
}

// Run withdraws the runs.
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

// takeDown does something to each run, one transaction each, rebuilds the boards
// once and, if bytes have to leave the file, rewrites it.
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
	if rewrite && len(faults) < len(runs) {
		faults = append(faults, db.Compact(ctx))
	}
	return errors.Join(append(faults, db.Close())...)
}
