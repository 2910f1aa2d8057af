package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// succession finds the runs of a run's system that began when it did.
func (s *Server) succession(ctx context.Context, r *results.Run) (before, after *results.Run, err error) {
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: r.Benchmark, Model: r.System.Model})
	if err != nil {
		return nil, nil, err
	}
	before, after = board.Succession(runs, r)
	return before, after, nil
}

// neighbours names the run that a run replaces and the one that replaces it:
// as stated, else as they follow from equal starts.
func (s *Server) neighbours(ctx context.Context, r *results.Run) (predecessor, successor *string, err error) {
	before, after, err := s.succession(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if before != nil {
		predecessor = &before.Slug
	}
	if after != nil {
		successor = &after.Slug
	}
	for _, o := range r.Objections {
		if o.Kind == results.ObjectionReplaced {
			successor = &o.Run
		}
	}
	pointing, err := s.store.RunsPointingAt(ctx, r.Slug)
	if err != nil {
		return nil, nil, err
	}
	for i := range pointing {
		for _, o := range pointing[i].Objections {
			if o.Kind == results.ObjectionReplaced && o.Run == r.Slug {
				predecessor = &pointing[i].Slug
			}
		}
	}
	return predecessor, successor, nil
}
