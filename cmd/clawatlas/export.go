package main

import (
	"context"

	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	"github.com/clawatlas/clawatlas/web/export"
)

type exportCmd struct {
	storeFlag
	Parquet bool   `help:"Write runs, trials, checks and steps as Parquet files in place of the site."`
	Dir     string `arg:"" help:"Directory to write to; it must be empty or not exist."`
}

// Run writes every page that is reachable by links into files.
func (c *exportCmd) Run(ctx context.Context, s *streams) error {
	db, err := sqlite.OpenReader(ctx, c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Parquet {
		return exportTables(ctx, s, db, c.Dir)
	}
	n, err := export.Write(ctx, web.New(web.Config{Store: db, Version: programVersion(), Static: true}), c.Dir)
	if err != nil {
		return err
	}
	for _, f := range n.Failed {
		s.out.Printf("warning %s: not written: %s\n", f.Address, f.Reason)
	}
	s.out.Printf("%d files in %s\n", n.Files, c.Dir)
	if len(n.Failed) > 0 {
		s.out.Printf("export is not whole: %s of the site not written\n", counted(len(n.Failed), "address"))
		return exitError(exitRefused)
	}
	return nil
}
