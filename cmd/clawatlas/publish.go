package main

import (
	"context"
)

type publishCmd struct {
	storeFlag
	Downloads string `env:"CLAWATLAS_DOWNLOADS" help:"Folder of what a site offers for download: the published database, and its runs, trials, checks and steps as Parquet." placeholder:"DIR"`
	File      string `arg:"" help:"File to write."`
}

// Help implements kong's detailed help.
func (publishCmd) Help() string {
	return "A compact copy without hidden runs is made beside FILE, checked, and moved into its place whole, so that a server " +
		"that has FILE open goes over to it without a failed request. With --downloads the same state is also written for " +
		"readers to take away, and takes the place of what the folder offered before. A database on a server is refused: it is " +
		"no file."
}

// Run writes the copy.
func (c *publishCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	if c.Downloads != "" {
		return publishWithDownloads(ctx, s, at, c.Downloads, c.File)
	}
	return writeCopy(ctx, s, at, c.File, "published", copies.Publish)
}
