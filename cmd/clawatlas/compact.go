package main

import (
	"context"
	"errors"
	"os"
)

type compactCmd struct {
	storeFlag
}

// Help implements kong's detailed help.
func (compactCmd) Help() string {
	return "The text index is merged and the file rewritten without free pages. That needs as much room again as the file has."
}

// Run makes the file as small as it can be.
func (c *compactCmd) Run(ctx context.Context, s *streams) error {
	db, _, err := openStored(ctx, c.DB, s)
	if err != nil {
		return err
	}
	before, err := os.Stat(c.DB)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	if err := errors.Join(db.Compact(ctx), db.Close()); err != nil {
		return err
	}
	after, err := os.Stat(c.DB)
	if err != nil {
		return err
	}
	s.out.Printf("%s: %d bytes, was %d\n", c.DB, after.Size(), before.Size())
	return nil
}
