package main

import (
	"context"
	"errors"
)

type compactCmd struct {
	storeFlag
}

// Help implements kong's detailed help.
func (compactCmd) Help() string {
	return "The text index is merged and the file rewritten without free pages. That needs as much room again as the file has. A " +
		"database on a server frees the room of what was deleted for others, its planner learns what there is, and bodies go " +
		"that no run has and that are older than a day."
}

// Run makes the file as small as it can be.
func (c *compactCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	db, _, err := openStored(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	before, err := at.size(ctx)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	if err := errors.Join(db.Compact(ctx), db.Close()); err != nil {
		return err
	}
	after, err := at.size(ctx)
	if err != nil {
		return err
	}
	s.out.Printf("%s: %d bytes, was %d\n", at, after, before)
	return nil
}
