package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// homePage shows the benchmarks with their leaders and the newest runs.
func (s *Server) homePage(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	page := views.Home{Meta: s.frame.Meta("", "Leaderboards and traces of agent benchmarks; scores are recomputed from the records and linked to them, and what is known from print alone says so.", "/", "/api/v1/benchmarks")}
	for _, b := range list {
		card, err := s.benchmarkCard(ctx, b)
		if err != nil {
			return err
		}
		page.Benchmarks = append(page.Benchmarks, card)
	}
	if page.Runs, page.RunsTotal, err = s.store.Runs(ctx, results.RunFilter{Scored: true, Limit: 10}); err != nil {
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
	card.Headline = views.MetricOf(board.Headline)
	card.Leaders, card.Printed = homeLeaders(board)
	card.Verdict = boardNote(board)
	return card, nil
}

// homeLeaders are the leader and the systems with records tied with it, and
// the best printed figure where it stands above them or where there is none
// with records.
func homeLeaders(b results.Board) (tied []views.HomeLeader, printed *views.HomeLeader) {
	s := standingOf(b)
	if tooFew(b.Statistics) && len(s.tied) > 1 {
		s.tied = s.tied[:1] // a tie that no test could have broken
	}
	for i := range s.tied[:min(len(s.tied), namedAtOnce)] {
		tied = append(tied, homeLeader(b, &s.tied[i]))
	}
	if s.printed != nil && (len(s.tied) == 0 || s.above(b.Headline)) {
		l := homeLeader(b, s.printed)
		printed = &l
	}
	return tied, printed
}

func homeLeader(b results.Board, r *results.BoardRow) views.HomeLeader {
	m := r.Metrics[b.Headline]
	l := views.HomeLeader{Name: report.RowName(r), Href: link.Model(r.System.Model), Value: m.Value, CI: m.CI, Evidence: r.Evidence}
	if r.Run != nil {
		l.Href = link.Run(*r.Run)
	}
	return l
}

// defaultBoard is the leaderboard under the benchmark's default convention; a
// benchmark without one gives an empty board.
func (s *Server) defaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoard(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
	if isNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// boardRuns is defaultBoard without the rows of printed figures alone.
func (s *Server) boardRuns(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoardRuns(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
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
	limit, offset := listWindow(c)
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
		HeadlineMetric: b.Headline, Scripted: b.Scripted, URL: link.Benchmark(b.ID)}, err
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
