package main

import (
	"context"
	"os"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type backupCmd struct {
	DB   string `name:"db" default:"clawatlas.db" help:"Database file." placeholder:"FILE"`
	File string `arg:"" help:"File to write."`
}

// Help implements kong's detailed help.
func (backupCmd) Help() string {
	return "A copy of everything, hidden runs too, is made beside FILE in one step, checked, brought to the disk and moved into its place whole. A server and an ingest may go on meanwhile: the copy is of one moment."
}

// Run writes the copy.
func (c *backupCmd) Run(ctx context.Context, s *streams) error {
	db, err := sqlite.OpenReader(ctx, c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Backup(ctx, c.File); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	s.out.Printf("wrote %s, %d bytes\n", c.File, info.Size())
	return nil
}
