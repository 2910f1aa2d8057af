package main

import (
	"context"
	"log/slog"
	"time"
)

// lagEvery is how often a server looks for boards that lag, and how long a benchmark has
// stayed as it is before they are taken to be nobody's: who stores runs rebuilds the
// boards behind the last of them.
const lagEvery = 10 * time.Second

// boardSweep rebuilds boards whose program was ended before it had.
type boardSweep struct {
	open   func(context.Context) (store, error) // for writing
	tell   problem
	before map[string]string // revisions of the benchmarks that lagged at the last look
}

// run looks until ctx ends. read is what is looked into; nil while that is away.
func (s *boardSweep) run(ctx context.Context, read func() *serverStore) {
	every(ctx, lagEvery, func() {
		if db := read(); db != nil {
			if err := s.look(ctx, db); ctx.Err() == nil {
				s.tell.tell(err)
			}
		}
	})
}

// look rebuilds boards that lag as they did at the last look.
func (s *boardSweep) look(ctx context.Context, db *serverStore) error {
	stale, err := db.StaleBenchmarks(ctx)
	if err != nil {
		return err
	}
	now, err := db.Revisions(ctx)
	if err != nil {
		return err
	}
	left, lagging := false, map[string]string{}
	for _, b := range stale {
		lagging[b] = now.Benchmarks[b]
		was, ok := s.before[b]
		left = left || ok && was == lagging[b]
	}
	s.before = lagging
	if !left {
		return nil
	}
	w, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	rebuilt, err := newLoader(w).Refresh(ctx)
	if len(rebuilt) > 0 {
		slog.Info("boards that lagged were rebuilt", "benchmarks", rebuilt)
	}
	return err
}
