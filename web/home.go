package web

import (
	"context"
	"math"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// homePage shows the benchmarks with their leaders, findings and the newest runs.
func (s *Server) homePage(c echo.Context) error {
	if wantsCSV(c) {
		return s.benchmarksCSV(c)
	}
	d, err := s.home(c.Request().Context())
	if err != nil {
		return err
	}
	return html(c, views.HomePage(s.frame, d))
}

// newestRead is how many runs of each benchmark are looked at for the newest.
const newestRead = 20

// home reads the first page. Only what has a card there costs more than its name
// and size.
func (s *Server) home(ctx context.Context) (*report.Home, error) {
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	d := &report.Home{}
	var newest []results.Run
	for _, b := range list {
		h := report.HomeBenchmark{Benchmark: b}
		if h.Size, err = s.store.BenchmarkSize(ctx, b.ID); err != nil {
			return nil, err
		}
		group := report.HomeGroupOf(b)
		if group != report.HomeOther && h.Size.Runs > 0 {
			runs, _, err := s.store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Scored: true, Bare: true, Limit: newestRead})
			if err != nil {
				return nil, err
			}
			newest = append(newest, runs...)
		}
		switch group {
		case report.HomePapers:
			if h.Board, err = s.defaultBoard(ctx, b); err != nil {
				return nil, err
			}
			d.Papers = append(d.Papers, h)
		case report.HomeAlso:
			d.Also = append(d.Also, h)
		case report.HomeOther:
			d.Other = append(d.Other, h)
		}
	}
	if len(newest) == 0 {
		if newest, _, err = s.store.Runs(ctx, results.RunFilter{Scored: true, Bare: true, Limit: newestRead}); err != nil {
			return nil, err
		}
	}
	newest = report.Newest(newest)
	d.Runs = newest[:min(len(newest), report.HomeRuns)]
	if err := s.homePictures(ctx, d, list, report.HeadRun(newest)); err != nil {
		return nil, err
	}
	if d.Findings, err = s.findingsOf(ctx, list); err != nil {
		return nil, err
	}
	d.Called = calledOf(list)
	d.Names, err = s.modelNames(ctx)
	return d, err
}

// homePictures reads the fingerprints of the run at the head and of the leaders.
func (s *Server) homePictures(ctx context.Context, d *report.Home, list []results.Benchmark, head *results.Run) error {
	at := map[string][]**report.HomeRun{} // where the runs of a benchmark are shown
	if head != nil {
		d.Head = &report.HomeRun{Run: *head}
		at[head.Benchmark] = append(at[head.Benchmark], &d.Head)
	}
	for i := range d.Papers {
		p := &d.Papers[i]
		if top := board.TopOf(p.Board); len(top.Tied) > 0 {
			run, err := s.store.FindRun(ctx, *top.Tied[0].Run)
			if err != nil {
				return err
			}
			p.Leader = &report.HomeRun{Run: run}
			at[run.Benchmark] = append(at[run.Benchmark], &p.Leader)
		}
	}
	for _, b := range list {
		var ids []int64
		for _, r := range at[b.ID] {
			ids = append(ids, (*r).Run.ID)
		}
		if len(ids) == 0 {
			continue
		}
		all, err := s.fingerprints(ctx, b, ids)
		if err != nil {
			return err
		}
		for _, r := range at[b.ID] {
			(*r).Benchmark, (*r).Fingerprint = b, all[(*r).Run.ID]
		}
	}
	return nil
}

// defaultBoard is the leaderboard under the benchmark's default convention; a
// benchmark without one gives an empty board.
func (s *Server) defaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoard(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
	if isNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// boardRuns is defaultBoard without the rows of printed figures alone.
func (s *Server) boardRuns(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoardRuns(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
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

// benchmarkNames is how each benchmark is called, by id.
func (s *Server) benchmarkNames(ctx context.Context) (map[string]string, error) {
	list, err := s.store.Benchmarks(ctx)
	return calledOf(list), err
}

func calledOf(list []results.Benchmark) map[string]string {
	names := make(map[string]string, len(list))
	for _, b := range list {
		names[b.ID] = b.Name
	}
	return names
}

// benchmarksAPI is GET /api/v1/benchmarks.
func (s *Server) benchmarksAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	out, err := s.benchmarks(c.Request().Context(), limit, offset)
	if err != nil {
		return err
	}
	return object(c, out)
}

// benchmarksCSV is the same list as a table, all of it.
func (s *Server) benchmarksCSV(c echo.Context) error {
	list, err := s.benchmarks(c.Request().Context(), math.MaxInt, 0)
	if err != nil {
		return err
	}
	header, rows := list.CSV()
	return table(c, "benchmarks", header, rows)
}

// benchmarks reads a window of the list of benchmarks.
func (s *Server) benchmarks(ctx context.Context, limit, offset int) (*report.Benchmarks, error) {
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	out := &report.Benchmarks{Benchmarks: []report.BenchmarkRow{}, Limit: limit, Offset: offset, Total: len(list)}
	for _, b := range report.Span(list, limit, offset) {
		row, err := s.benchmarkRow(ctx, b)
		if err != nil {
			return nil, err
		}
		out.Benchmarks = append(out.Benchmarks, row)
	}
	return out, nil
}

func (s *Server) benchmarkRow(ctx context.Context, b results.Benchmark) (report.BenchmarkRow, error) {
	n, err := s.store.BenchmarkSize(ctx, b.ID)
	return report.NewBenchmarkRow(b, n), err
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
	row, err := s.benchmarkRow(ctx, b)
	if err != nil {
		return err
	}
	return object(c, row)
}
