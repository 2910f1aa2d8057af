package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/clawatlas/clawatlas/results/sqlite"
)

type checkCmd struct {
	JSON  bool     `name:"json" help:"Print the report as JSON."`
	DB    string   `name:"db" help:"Database whose datasets the records are checked against, if they do not bring their own." placeholder:"FILE"`
	Paths []string `arg:"" name:"path" help:"Directories, archives or single files."`
	identityFlags
}

// Run reads and scores the paths into a throw-away database and fails if
// anything is refused, incomplete or warned about.
func (c *checkCmd) Run(ctx context.Context, s *streams) error {
	dir, err := os.MkdirTemp("", "clawatlas-check-")
	if err != nil {
		return fmt.Errorf("make a working directory: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "check.db")
	if c.DB != "" {
		from, err := sqlite.OpenReader(ctx, c.DB)
		if err != nil {
			return err
		}
		err = from.Publish(ctx, path)
		if err = errors.Join(err, from.Close()); err != nil {
			return err
		}
	}
	db, err := openWriter(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	rep, err := load(ctx, newLoader(db), c.Paths, c.identity(), s)
	if err != nil {
		return err
	}
	if err := printReport(s.out, rep, c.JSON); err != nil {
		return err
	}
	problems := len(rep.Refused) + rep.WarningCount()
	for _, r := range rep.Runs {
		if !r.Complete {
			problems++
		}
	}
	if problems > 0 {
		if !c.JSON {
			fmt.Fprintf(s.out, "check failed: %d problems\n", problems)
		}
		return exitError(exitRefused)
	}
	return nil
}
