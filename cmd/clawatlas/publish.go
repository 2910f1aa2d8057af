package main

import (
	"context"
	"os"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type publishCmd struct {
	DB   string `name:"db" default:"clawatlas.db" help:"Database file." placeholder:"FILE"`
	File string `arg:"" help:"File to write."`
}

// Help implements kong's detailed help.
func (publishCmd) Help() string {
	return "A compact copy without hidden runs is made beside FILE, checked, and moved into its place whole, so that a server that has FILE open goes over to it without a failed request."
}

// Run writes the copy.
func (c *publishCmd) Run(ctx context.Context, s *streams) error {
	db, err := sqlite.OpenReader(ctx, c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Publish(ctx, c.File); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	s.out.Printf("published %s, %d bytes\n", c.File, info.Size())
	return nil
}
