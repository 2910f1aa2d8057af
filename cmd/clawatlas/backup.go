package main

import (
	"context"
	"os"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type backupCmd struct {
	storeFlag
	File string `arg:"" help:"File to write."`
}

// Help implements kong's detailed help.
func (backupCmd) Help() string {
	return "A copy of everything, hidden runs too, is made beside FILE in one step, checked, brought to the disk and moved into its place whole. A server and an ingest may go on meanwhile: the copy is of one moment."
}

// Run writes the copy.
func (c *backupCmd) Run(ctx context.Context, s *streams) error {
	return writeCopy(ctx, s, c.DB, c.File, "wrote", (*sqlite.DB).Backup)
}

// writeCopy writes a copy of a database to a file and says what became of it.
func writeCopy(ctx context.Context, s *streams, path, file, done string, write func(*sqlite.DB, context.Context, string) error) error {
	db, err := sqlite.OpenReader(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := write(db, ctx, file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	s.out.Printf("%s %s, %d bytes\n", done, file, info.Size())
	return nil
}
