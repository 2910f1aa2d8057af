package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// openStored opens a database that must be there for writing and makes it whole.
func openStored(ctx context.Context, path string, s *streams) (*sqlite.DB, mended, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, mended{}, fmt.Errorf("open database %s: %w", path, results.ErrNotFound)
	}
	return openMended(ctx, path, s.firstData())
}

// takeDown does something to each run, one transaction each, rebuilds the boards
// once and, if bytes have to leave the file, rewrites it.
func takeDown(ctx context.Context, path string, s *streams, runs []string, rewrite bool, what string, do func(*sqlite.DB, string) error) error {
	db, _, err := openStored(ctx, path, s)
	if err != nil {
		return err
	}
	var faults []error
	for _, run := range runs {
		if err := do(db, run); err != nil {
			faults = append(faults, err)
			continue
		}
		s.out.Printf("%s %s\n", what, run)
	}
	if _, err := newLoader(db).Refresh(ctx); err != nil {
		faults = append(faults, err)
	}
	if rewrite && len(faults) < len(runs) {
		faults = append(faults, db.Compact(ctx))
	}
	return errors.Join(append(faults, db.Close())...)
}
