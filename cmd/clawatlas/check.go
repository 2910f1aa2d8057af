package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

type checkCmd struct {
	JSON  bool     `name:"json" help:"Print the report as JSON."`
	DB    string   `name:"db" help:"Database whose datasets the records are checked against, if they do not bring their own." placeholder:"FILE"`
	Paths []string `arg:"" name:"path" help:"Directories, archives or single files."`
	identityFlags
}

// Run reads and scores the paths into a throw-away database and fails if there
// is no run in them or anything is refused, incomplete or warned about.
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
	list := problems(rep)
	if len(list) == 0 {
		return nil
	}
	if !c.JSON {
		fmt.Fprintf(s.out, "check failed: %s\n", strings.Join(list, "; "))
	}
	return exitError(exitRefused)
}

// problems says why records are not fit to be submitted. A warning is one:
// each names a place where a reader could not trust the numbers.
func problems(rep *ingest.RunReport) []string {
	var list []string
	if n := len(rep.Refused); n > 0 {
		list = append(list, fmt.Sprintf("%d refused", n))
	}
	if len(rep.Runs) == 0 {
		list = append(list, "no run was found")
	}
	for _, r := range rep.Runs {
		if r.Complete {
			continue
		}
		list = append(list, fmt.Sprintf("%s is not complete: %d of %d scored, %d missing", r.Run, r.Counts.Scored, r.Counts.Expected, r.Counts.Missing))
	}
	if n := rep.WarningCount(); n > 0 {
		list = append(list, counted(n, "warning"))
	}
	return list
}
