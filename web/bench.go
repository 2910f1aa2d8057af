package web

import (
	"cmp"
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// BenchView reads the benchmark that the address names.
func (s *Server) BenchView(c echo.Context) (*views.Bench, error) {
	id, err := Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	return s.LoadBench(c.Request().Context(), id)
}

// LoadBench reads a benchmark with the views that have something to show.
func (s *Server) LoadBench(ctx context.Context, id string) (*views.Bench, error) {
	v, err := s.readBench(ctx, id)
	if err != nil {
		return nil, err
	}
	return v, s.addViews(ctx, &v.Benchmark)
}

func (s *Server) readBench(ctx context.Context, id string) (*views.Bench, error) {
	v := &views.Bench{Runs: map[string]results.Run{}}
	var err error
	if v.Benchmark, err = s.Store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	if v.Board, err = s.DefaultBoard(ctx, v.Benchmark); err != nil {
		return nil, err
	}
	if v.Names, err = s.ModelNames(ctx); err != nil {
		return nil, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: id})
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		v.Runs[r.Slug] = r
	}
	return v, nil
}

// DefaultBoard is the leaderboard under the benchmark's default convention.
func (s *Server) DefaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	return s.BoardUnder(ctx, b, "")
}

// BoardUnder is the leaderboard under a convention, the default one if it is empty; a
// benchmark without one gives an empty board.
func (s *Server) BoardUnder(ctx context.Context, b results.Benchmark, convention string) (results.Board, error) {
	board, err := s.Store.FindBoard(ctx, b.ID, cmp.Or(convention, score.ConventionsOf(b)[0].ID), "")
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

// LoadSystems reads some rows of the population of one group of comparable rows.
func (s *Server) LoadSystems(ctx context.Context, v *views.Bench, population []results.BoardRow) (*views.ScoredGroup, error) {
	return s.loadSystems(ctx, v, headlineOfOutcomes(v), population)
}

// headlineOfOutcomes reports whether more than the means of tasks makes the headline.
func headlineOfOutcomes(v *views.Bench) bool {
	scoring := v.Benchmark.Scoring
	return scoring == results.ScoringClawMark || scoring == results.ScoringStageClaw
}

// loadSystems is LoadSystems by the outcomes of each run, or by the means of tasks, which
// have scores alone.
func (s *Server) loadSystems(ctx context.Context, v *views.Bench, whole bool, population []results.BoardRow) (*views.ScoredGroup, error) {
	ids := sweepIDs(v, population)
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.Store.TaskMeans(ctx, ids)
	if err != nil {
		return nil, err
	}
	var outcomes map[int64][]results.Trial
	if whole {
		outcomes = map[int64][]results.Trial{}
		for _, id := range ids {
			if outcomes[id], err = s.Store.Outcomes(ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return views.NewScoredGroup(v, tasks, population, means, outcomes), nil
}

// HarnessEffects are the paired tests of every two harnesses that one model has records
// in, on one metric; they are kept while the database does not change.
func (s *Server) HarnessEffects(ctx context.Context, v *views.Bench, key string) ([]compare.HarnessEffect, error) {
	models := compare.HarnessRows(v.Ranked())
	if len(models) == 0 {
		return []compare.HarnessEffect{}, nil
	}
	return Remember(ctx, s.Store, MemoKey{What: "harnesses " + key, Benchmark: v.Benchmark.ID}, func() ([]compare.HarnessEffect, error) {
		whole := key != v.Board.Headline || headlineOfOutcomes(v)
		g, err := s.loadSystems(ctx, v, whole, slices.Concat(models...))
		if err != nil {
			return nil, err
		}
		units, runs := map[string][]score.Unit{}, []string{}
		for _, x := range g.Systems {
			units[*x.Row.Run], runs = x.Units(), append(runs, *x.Row.Run)
		}
		var judge views.Judge // of the headline alone
		if key == v.Board.Headline {
			if judge, err = s.Judge(ctx, v.Benchmark.ID, "", runs); err != nil {
				return nil, err
			}
		}
		return compare.HarnessEffects(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), key, models, units, judge.Of), nil
	})
}

// SystemMeans are the means of the tasks over all sweeps of each row, under the key of
// the run that stands for it.
func (s *Server) SystemMeans(ctx context.Context, v *views.Bench, rows []results.BoardRow) ([]results.TaskMean, error) {
	means, err := s.Store.TaskMeans(ctx, sweepIDs(v, rows))
	return v.PoolMeans(rows, means), err
}

// sweepIDs are the keys of all sweeps of some rows.
func sweepIDs(v *views.Bench, rows []results.BoardRow) (ids []int64) {
	for i := range rows {
		ids = append(ids, v.SweepIDs(&rows[i])...)
	}
	return ids
}

// Fingerprints reads those of runs of a benchmark, by their keys.
func (s *Server) Fingerprints(ctx context.Context, b results.Benchmark, runs []int64) (map[int64]views.Fingerprint, error) {
	scenarios, err := s.Store.Scenarios(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.Store.TaskMeans(ctx, runs)
	if err != nil {
		return nil, err
	}
	return views.Fingerprints(b, scenarios, tasks, means, runs), nil
}
