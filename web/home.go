package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// homePage shows the benchmarks with their leaders and the newest runs.
func (s *Server) homePage(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	page := views.Home{Meta: s.meta("", "Leaderboards and traces of agent benchmarks; every number is recomputed from the records and linked to them.", "/", "/api/v1/benchmarks")}
	for _, b := range list {
		card, err := s.benchmarkCard(ctx, b)
		if err != nil {
			return err
		}
		page.Benchmarks = append(page.Benchmarks, card)
	}
	if page.Runs, page.RunsTotal, err = s.store.Runs(ctx, results.RunFilter{Limit: 10}); err != nil {
		return err
	}
	page.Names, err = s.modelNames(ctx)
	if err != nil {
		return err
	}
	return html(c, views.HomePage(page))
}

// benchmarkCard sums a benchmark up: its size and who leads it.
func (s *Server) benchmarkCard(ctx context.Context, b results.Benchmark) (views.BenchmarkCard, error) {
	card := views.BenchmarkCard{Benchmark: b}
	var err error
	if card.Size, err = s.store.BenchmarkSize(ctx, b.ID); err != nil {
		return card, err
	}
	board, err := s.defaultBoard(ctx, b)
	if err != nil {
		return card, err
	}
	card.Board = board
	card.Leaders, card.LeadersNote = leaders(board)
	return card, nil
}

// leaders are the rows of the first comparable group that share its first tie
// class, or its best published row where no row has records.
func leaders(b results.Board) ([]results.BoardRow, string) {
	var tied []results.BoardRow
	for _, r := range b.Rows {
		if r.TieClass != nil && *r.TieClass == 1 && r.Group == b.Rows[0].Group {
			tied = append(tied, r)
		}
	}
	switch {
	case len(tied) > 1:
		return tied, "cannot be told apart by the paired test"
	case len(tied) == 1:
		return tied, "leads the runs with records"
	case len(b.Rows) > 0 && b.Rows[0].Rank != nil:
		return b.Rows[:1], "leads by published figures, which carry no interval"
	}
	return nil, ""
}

// defaultBoard is the leaderboard under the benchmark's default convention; a
// benchmark without one gives an empty board.
func (s *Server) defaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoard(ctx, b.ID, score.Conventions(b.Scoring)[0].ID)
	if isNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// modelNames maps canonical model ids to names for people.
func (s *Server) modelNames(ctx context.Context) (map[string]string, error) {
	models, err := s.store.Models(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(models))
	for _, m := range models {
		names[m.ID] = m.Name
	}
	return names, nil
}

type benchmarkJSON struct {
	ID             string `json:"id"`
	Name           string `json:"name"`
	Version        string `json:"version"`
	Scenarios      int    `json:"scenarios"`
	Tasks          int    `json:"tasks"`
	Runs           int    `json:"runs"`
	HeadlineMetric string `json:"headline_metric"`
	Scripted       bool   `json:"scripted"`
	URL            string `json:"url"`
}

// benchmarksAPI is GET /api/v1/benchmarks.
func (s *Server) benchmarksAPI(c echo.Context) error {
	ctx := c.Request().Context()
	limit, offset, err := listWindow(c)
	if err != nil {
		return err
	}
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	out := []benchmarkJSON{}
	for i := offset; i < len(list) && len(out) < limit; i++ {
		row, err := s.benchmarkJSON(ctx, list[i])
		if err != nil {
			return err
		}
		out = append(out, row)
	}
	return object(c, map[string]any{"benchmarks": out, "total": len(list), "limit": limit, "offset": offset})
}

func (s *Server) benchmarkJSON(ctx context.Context, b results.Benchmark) (benchmarkJSON, error) {
	n, err := s.store.BenchmarkSize(ctx, b.ID)
	return benchmarkJSON{ID: b.ID, Name: b.Name, Version: b.Version, Scenarios: n.Scenarios, Tasks: n.Tasks, Runs: n.Runs,
		HeadlineMetric: b.Headline, Scripted: b.Scripted, URL: link(nil, "b", b.ID)}, err
}

// benchmarkAPI is GET /api/v1/benchmarks/{b}.
func (s *Server) benchmarkAPI(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := param(c, "benchmark")
	if err != nil {
		return err
	}
	b, err := s.store.FindBenchmark(ctx, id)
	if err != nil {
		return err
	}
	row, err := s.benchmarkJSON(ctx, b)
	if err != nil {
		return err
	}
	return object(c, row)
}
