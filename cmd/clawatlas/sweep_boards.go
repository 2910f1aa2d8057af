package main

import (
	"context"
	"log/slog"
	"time"
)

// lagEvery is the interval at which a server looks for stale boards. It rebuilds a board that is
// stale at two consecutive checks, because the process that stored the runs has then probably
// ended.
const lagEvery = 10 * time.Second

// boardSweep rebuilds boards that a process left stale when it ended.
type boardSweep struct {
	open   func(context.Context) (store, error) // opens the database for writing
	tell   problem
	before map[string]string // revisions of the stale benchmarks at the previous check, by benchmark id
}

func (s *boardSweep) run(ctx context.Context, read func() *serverStore) {
	every(ctx, lagEvery, func() {
		if db := read(); db != nil {
			if err := s.look(ctx, db); ctx.Err() == nil {
				s.tell.tell(err)
			}
		}
	})
}

// look rebuilds boards that are stale and have not changed since the previous check.
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
