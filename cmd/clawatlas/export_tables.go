package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results/tables"
)

// exportTables writes the Parquet files into a directory that is new or empty.
func exportTables(ctx context.Context, s *streams, db tables.Store, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if len(list) > 0 {
		return errors.New("export: " + dir + " is not empty")
	}
	n, err := tables.Write(ctx, db, dir)
	if err != nil {
		return err
	}
	s.out.Printf("%s, %s, %s, %s in %s\n", counted(n.Runs, "run"), counted(n.Trials, "trial"), counted(n.Checks, "check"),
		counted(n.Steps, "step"), dir)
	return nil
}
