package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// DefaultBoard is the leaderboard under the benchmark's default convention; a
// benchmark without one gives an empty board.
func (s *Server) DefaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.Store.FindBoard(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
	if IsNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// BoardRuns is defaultBoard without the rows of printed figures alone.
func (s *Server) BoardRuns(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.Store.FindBoardRuns(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
	if IsNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// ModelNames maps canonical model ids to names for people.
func (s *Server) ModelNames(ctx context.Context) (map[string]string, error) {
	models, err := s.Store.Models(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(models))
	for _, m := range models {
		names[m.ID] = m.Name
	}
	return names, nil
}

// BenchmarkNames is how each benchmark is called, by id.
func (s *Server) BenchmarkNames(ctx context.Context) (map[string]string, error) {
	list, err := s.Store.Benchmarks(ctx)
	return CalledOf(list), err
}

func CalledOf(list []results.Benchmark) map[string]string {
	names := make(map[string]string, len(list))
	for _, b := range list {
		names[b.ID] = b.Name
	}
	return names
}
