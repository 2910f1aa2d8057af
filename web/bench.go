package web

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
)

func (s *Server) BenchView(c echo.Context) (*views.Bench, error) {
	id, err := Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	return s.LoadBench(c.Request().Context(), id)
}

func (s *Server) LoadBench(ctx context.Context, id string) (*views.Bench, error) {
	v, err := s.readBench(ctx, id)
	if err == nil {
		v.Benchmark.Views, err = s.shownViews(ctx, id)
	}
	return v, err
}

func (s *Server) readBench(ctx context.Context, id string) (*views.Bench, error) {
	b, err := s.Store.FindBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	lead, e1 := s.DefaultBoard(ctx, b)
	names, e2 := s.ModelNames(ctx)
	runs, e3 := s.AllRuns(ctx, results.RunFilter{Benchmark: id})
	return views.NewBench(b, lead, runs, names), cmp.Or(e1, e2, e3)
}

func (s *Server) DefaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	return s.BoardUnder(ctx, b, "")
}

// BoardUnder loads the leaderboard for an aggregation convention. If convention is empty, the
// benchmark's default applies.
func (s *Server) BoardUnder(ctx context.Context, b results.Benchmark, convention string) (results.Board, error) {
	board, err := s.Store.FindBoard(ctx, b.ID, cmp.Or(convention, score.ConventionsOf(b)[0].ID), "")
	if IsNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// BoardRuns loads the leaderboard like DefaultBoard, but without rows that have only reported
// results.
func (s *Server) BoardRuns(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.Store.FindBoardRuns(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
	if IsNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

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

func CalledOf(list []results.Benchmark) map[string]string {
	names := make(map[string]string, len(list))
	for _, b := range list {
		names[b.ID] = b.Name
	}
	return names
}

func (s *Server) LoadSystems(ctx context.Context, v *views.Bench, population []results.BoardRow) (*views.ScoredGroup, error) {
	return s.loadSystems(ctx, v, headlineOfOutcomes(v), population)
}

// headlineOfOutcomes reports whether the headline metric depends on individual trial outcomes, not
// only on task means.
func headlineOfOutcomes(v *views.Bench) bool {
	scoring := v.Benchmark.Scoring
	return scoring == results.ScoringClawMark || scoring == results.ScoringStageClaw
}

// loadSystems loads the scores of the systems. If whole is set, it also loads the outcome of each
// trial.
func (s *Server) loadSystems(ctx context.Context, v *views.Bench, whole bool, population []results.BoardRow) (*views.ScoredGroup, error) {
	ids := sweepIDs(v, population)
	tasks, e1 := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	means, e2 := s.Store.TaskMeans(ctx, ids)
	if err := cmp.Or(e1, e2); err != nil {
		return nil, err
	}
	var outcomes map[int64][]results.Trial
	if whole {
		outcomes = map[int64][]results.Trial{}
		for _, id := range ids {
			list, err := s.Store.Outcomes(ctx, id)
			if err != nil {
				return nil, err
			}
			outcomes[id] = list
		}
	}
	return views.NewScoredGroup(v, tasks, population, means, outcomes), nil
}

// HarnessEffects returns paired tests on a metric between each two harnesses that ran the same
// model.
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
		var judge views.Judge // needed only for the headline
		if key == v.Board.Headline {
			if judge, err = s.Judge(ctx, v.Benchmark.ID, "", runs); err != nil {
				return nil, err
			}
		}
		return compare.HarnessEffects(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), key, models, units, judge.Of), nil
	})
}

// SystemMeans returns the task means of each row's system, pooled over its runs and stored under
// the row's main run.
func (s *Server) SystemMeans(ctx context.Context, v *views.Bench, rows []results.BoardRow) ([]results.TaskMean, error) {
	means, err := s.Store.TaskMeans(ctx, sweepIDs(v, rows))
	return v.PoolMeans(rows, means), err
}

func sweepIDs(v *views.Bench, rows []results.BoardRow) (ids []int64) {
	for i := range rows {
		ids = append(ids, v.SweepIDs(&rows[i])...)
	}
	return ids
}

func (s *Server) Fingerprints(ctx context.Context, b results.Benchmark, runs []int64) (map[int64]views.Fingerprint, error) {
	scenarios, e1 := s.Store.Scenarios(ctx, b.ID)
	tasks, e2 := s.Store.Tasks(ctx, b.ID, "")
	means, e3 := s.Store.TaskMeans(ctx, runs)
	if err := cmp.Or(e1, e2, e3); err != nil {
		return nil, err
	}
	return views.Fingerprints(b, scenarios, tasks, means, runs), nil
}

// Judge loads the board groups that rank at least two of the given runs.
func (s *Server) Judge(ctx context.Context, benchmark, convention string, runs []string) (views.Judge, error) {
	v, err := s.readBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	if convention != "" {
		switch v.Board, err = s.Store.FindBoard(ctx, benchmark, convention, ""); {
		case IsNotFound(err):
			return nil, nil
		case err != nil:
			return nil, err
		}
	}
	asked, of := map[string]bool{}, map[string]int{}
	for _, slug := range runs {
		asked[slug] = true
	}
	for _, r := range v.Ranked() {
		if asked[*r.Run] {
			of[r.Group]++
		}
	}
	var judge views.Judge
	for group, n := range of {
		if n < 2 {
			continue
		}
		g, err := s.JudgedGroup(ctx, v, group)
		if err != nil {
			return nil, err
		}
		judge = append(judge, g)
	}
	return judge, nil
}

// JudgedGroup returns a group of a board with its pairwise tests. The result is cached until the
// data change.
func (s *Server) JudgedGroup(ctx context.Context, v *views.Bench, group string) (*views.JudgedGroup, error) {
	key := MemoKey{What: "judged " + group, Benchmark: v.Benchmark.ID, Convention: v.Board.Convention}
	return Remember(ctx, s.Store, key, func() (*views.JudgedGroup, error) {
		g, err := s.LoadSystems(ctx, v, v.GroupPopulation(group))
		if err != nil {
			return nil, err
		}
		tests, err := s.Store.LeaderTests(ctx, v.Benchmark.ID)
		if err != nil {
			return nil, err
		}
		return views.NewJudgedGroup(v, g, tests), nil
	})
}

func (s *Server) Citation(ctx context.Context, benchmark string) (views.Citation, error) {
	rev, err := s.Store.Revisions(ctx)
	if err != nil {
		return views.Citation{}, err
	}
	x := views.Citation{Database: "urn:clawatlas:" + rev.ID + ":" + rev.Of(benchmark)}
	at, err := s.ChangedAt(ctx, benchmark)
	if at > 0 {
		x.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	}
	return x, err
}

// ChangedAt returns the time of the last change to a benchmark in Unix ms, or to any benchmark if
// the name is empty; 0 if unknown.
func (s *Server) ChangedAt(ctx context.Context, benchmark string) (int64, error) {
	return Remember(ctx, s.Store, MemoKey{What: "changed", Benchmark: benchmark}, func() (int64, error) {
		list, _, err := s.Store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Limit: 1})
		if err != nil || len(list) == 0 {
			return 0, err
		}
		return list[0].At, nil
	})
}

func (s *Server) FindBenchmark(ctx context.Context, id string) (results.Benchmark, error) {
	b, err := s.Store.FindBenchmark(ctx, id)
	if err == nil {
		b.Views, err = s.shownViews(ctx, id)
	}
	return b, err
}

// shownViews returns the paths of the benchmark's views that have content. The result is cached,
// because every page displays these tabs.
func (s *Server) shownViews(ctx context.Context, id string) ([]string, error) {
	return Remember(ctx, s.Store, MemoKey{What: "views", Benchmark: id}, func() ([]string, error) {
		c, err := s.contents(ctx, id)
		if err != nil {
			return nil, err
		}
		return c.Shown(), nil
	})
}

func (s *Server) contents(ctx context.Context, id string) (c views.Contents, err error) {
	if c.Bench, err = s.readBench(ctx, id); err != nil {
		return c, err
	}
	Into(&c.Tasks, &err)(s.Store.Tasks(ctx, id, ""))
	Into(&c.Figures, &err)(s.Store.Figures(ctx, id))
	Into(&c.Tools, &err)(s.Store.HasTools(ctx, id))
	Into(&c.Explained, &err)(s.Store.ExplainedTrials(ctx, id))
	heat, failed := s.ReadHeatmap(ctx, c.Bench, taskviews.HeatmapQuery{})
	if err = cmp.Or(err, failed); err != nil {
		return c, err
	}
	c.Heatmap = heat.HalfFilled()
	var written []casebook.Case
	Into(&written, &err)(casebook.Of(id))
	Into(&c.Cases, &err)(s.Store.HasCases(ctx, id))
	c.Cases = c.Cases || len(written) > 0
	return c, err
}

func (s *Server) ReadHeatmap(ctx context.Context, v *views.Bench, q taskviews.HeatmapQuery) (*taskviews.Heatmap, error) {
	scenarios, e1 := s.Store.Scenarios(ctx, v.Benchmark.ID)
	sizes, e2 := s.Store.ScenarioSizes(ctx, v.Benchmark.ID)
	figures, e3 := s.Store.Figures(ctx, v.Benchmark.ID)
	keys, e4 := s.Store.ScenarioKeys(ctx, v.Benchmark.ID, v.Board.Keys)
	if err := cmp.Or(e1, e2, e3, e4); err != nil {
		return nil, err
	}
	d, err := taskviews.NewHeatmap(v, scenarios, sizes, figures, keys, q)
	if err != nil {
		return nil, err
	}
	scoped, err := s.Store.ScenarioMetric(ctx, v.Benchmark.ID, d.Metric, 0)
	d.AddRuns(scoped)
	return d, err
}
