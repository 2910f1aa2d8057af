package main

import (
	"context"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type publishCmd struct {
	storeFlag
	File string `arg:"" help:"File to write."`
}

// Help implements kong's detailed help.
func (publishCmd) Help() string {
	return "A compact copy without hidden runs is made beside FILE, checked, and moved into its place whole, so that a server that has FILE open goes over to it without a failed request."
}

// Run writes the copy.
func (c *publishCmd) Run(ctx context.Context, s *streams) error {
	return writeCopy(ctx, s, c.DB, c.File, "published", (*sqlite.DB).Publish)
}
