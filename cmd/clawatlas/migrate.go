package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

type migrateCmd struct {
	DB string `name:"db" default:"clawatlas.db" help:"Database file." placeholder:"FILE"`
}

// Help implements kong's detailed help.
func (migrateCmd) Help() string {
	return "The schema becomes that of this program, the bundled facts and figures are loaded if the database has others, and boards that lag behind its records are rebuilt. Runs and their traces stay as they are. There is no way back: make a copy first if an older program is to read it again."
}

// Run makes an existing database whole and says what it did.
func (c *migrateCmd) Run(ctx context.Context, s *streams) error {
	if _, err := os.Stat(c.DB); err != nil {
		return fmt.Errorf("migrate %s: %w", c.DB, results.ErrNotFound)
	}
	db, m, err := openMended(ctx, c.DB, s.firstData())
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
	return db.Close()
}
