package main

import (
	"context"
	"errors"
	"strings"
)

type migrateCmd struct {
	storeFlag
}

// Help implements kong's detailed help.
func (migrateCmd) Help() string {
	return "The schema becomes that of this program, the bundled facts and figures are loaded if the database has others, and " +
		"boards that lag behind its records are rebuilt. Runs stay as they were read; reread reads their records again. There is no way back: make a " +
		"copy first if an older program is to read it again."
}

// Run makes an existing database whole and says what it did.
func (c *migrateCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	db, m, err := openStored(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	if m.from == m.to {
		s.out.Printf("schema: version %d, as this program needs it\n", m.to)
	} else {
		s.out.Printf("schema: version %d, was %d\n", m.to, m.from)
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
		s.out.Printf("withdrawn again, as the file beside the database says: %s\n", strings.Join(m.withdrawn, ", "))
	}
	notice, err := staleNotice(ctx, at, db)
	if notice != "" {
		s.out.Printf("%s\n", notice)
	}
	return errors.Join(err, db.Close())
}
