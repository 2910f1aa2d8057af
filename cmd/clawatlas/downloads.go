package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/clawatlas/clawatlas/results/tables"
)

// publishWithDownloads writes the downloads into a folder and publishes the database from there, so
// that both have one state.
func publishWithDownloads(ctx context.Context, s *streams, from place, dir, to string) (err error) {
	db, err := from.copies(ctx)
	if err != nil {
		return err
	}
	// The published file is a copy of the copy, which does not know the original.
	if err := errors.Join(db.MayReplace(ctx, to), db.Close()); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("downloads: %w", err)
	}
	made, err := os.MkdirTemp(dir, ".building-")
	if err != nil {
		return fmt.Errorf("downloads: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(made)) }()
	whole := filepath.Join(made, tables.DatabaseFile)
	if err := writeCopy(ctx, s, from, whole, copies.Publish); err != nil {
		return err
	}
	n, err := tablesOf(ctx, file(whole), made)
	if err != nil {
		return err
	}
	if err := writeCopy(ctx, s, file(whole), to, copies.Publish); err != nil {
		return err
	}
	if err := tables.Offer(dir, made, n, time.Now()); err != nil {
		return err
	}
	s.out.Printf("offered in %s: the database, %s, %s, %s, %s\n", dir, counted(n.Runs, "run"), counted(n.Trials, "trial"),
		counted(n.Checks, "check"), counted(n.Steps, "step"))
	return nil
}

func tablesOf(ctx context.Context, from place, dir string) (tables.Written, error) {
	db, err := from.reader(ctx)
	if err != nil {
		return tables.Written{}, err
	}
	defer db.Close()
	return tables.Write(ctx, db, dir)
}
