package main

import (
	"context"
	"errors"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/score"
)

// standing is the position of a checked run on its board.
type standing struct {
	Line      ingest.RunLine
	Benchmark results.Benchmark
	Board     results.Board
	Row       *results.BoardRow // row of the run's system; nil if there is none
	Newer     string            // run that represents the system instead of this one; empty if this run represents it
	Ranked    int               // number of ranked systems in the run's group
	Leader    *results.BoardRow // leader of the group, other than this run
	Best      *results.BoardRow // leader of the group before this import; nil if there was none
	Flips     *compare.Comparison
}

// boardOf returns the board under the default convention. ok is false if there is none.
func boardOf(ctx context.Context, db store, b results.Benchmark) (board results.Board, ok bool, err error) {
	board, err = db.FindBoardRuns(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
	if errors.Is(err, results.ErrNotFound) {
		return board, false, nil
	}
	return board, err == nil, err
}

func boardsOf(ctx context.Context, db store) (map[string]results.Board, error) {
	list, err := db.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	boards := map[string]results.Board{}
	for _, b := range list {
		board, ok, err := boardOf(ctx, db, b)
		if err != nil {
			return nil, err
		}
		if ok {
			boards[b.ID] = board
		}
	}
	return boards, nil
}

// leader returns the ranked row with the best rank in a group and the number of ranked rows. The
// leader is never the run `without`.
func leader(b results.Board, group, without string) (first *results.BoardRow, ranked int) {
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.Rank == nil || r.Run == nil || r.Group != group {
			continue
		}
		ranked++
		if *r.Run != without && (first == nil || *r.Rank < *first.Rank) {
			first = r
		}
	}
	return first, ranked
}

// standings finds each run of a report on its board and compares it with the previous leader.
func standings(ctx context.Context, db store, before map[string]results.Board, rep *ingest.RunReport) (list []standing, err error) {
	for _, line := range rep.Runs {
		s := standing{Line: line}
		if s.Benchmark, err = db.FindBenchmark(ctx, line.Benchmark); err != nil {
			return nil, err
		}
		var ok bool
		if s.Board, ok, err = boardOf(ctx, db, s.Benchmark); err != nil {
			return nil, err
		}
		if ok {
			s.find()
		}
		if s.Row != nil {
			s.Leader, s.Ranked = leader(s.Board, s.Row.Group, "")
			s.Best, _ = leader(before[line.Benchmark], s.Row.Group, line.Run)
		}
		if s.Best != nil {
			if s.Flips, err = s.against(ctx, db, *s.Best.Run); err != nil {
				return nil, err
			}
		}
		list = append(list, s)
	}
	return list, nil
}

func (s *standing) find() {
	for i := range s.Board.Rows {
		r := &s.Board.Rows[i]
		switch {
		case r.Run == nil:
		case *r.Run == s.Line.Run, slices.Contains(r.Sweeps.Runs(), s.Line.Run):
			s.Row = r
			return
		case slices.Contains(r.OtherRuns, s.Line.Run):
			s.Row, s.Newer = r, *r.Run
			return
		}
	}
}

// against compares the run with run `other` task by task. It returns nil if either is hidden.
func (s *standing) against(ctx context.Context, db store, other string) (*compare.Comparison, error) {
	in := compare.Input{Benchmark: s.Benchmark, Convention: s.Board.Convention, HeadlineOnly: true, Draws: 1}
	d, err := db.FindDataset(ctx, s.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	in.Tasks = d.Tasks
	for i, slug := range []string{s.Line.Run, other} {
		to := []**results.ScoredRun{&in.A, &in.B}[i]
		run, err := db.FindRun(ctx, slug)
		if errors.Is(err, results.ErrNotFound) {
			return nil, nil //nolint:nilnil // one of them is hidden
		}
		if err != nil {
			return nil, err
		}
		trials, err := db.Outcomes(ctx, run.ID)
		if err != nil {
			return nil, err
		}
		*to = &results.ScoredRun{Run: run, Trials: trials}
	}
	return compare.Run(in), nil
}
