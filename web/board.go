package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// boardRoutes registers the pages of this file.
func (s *Server) boardRoutes(page, api route) {
	page("/b/:benchmark", heavy, s.boardPage, boardFields().and(pageField(), csvField()))
	api("/benchmarks/:benchmark/leaderboard", heavy, s.boardAPI, boardFields().and(windowFields()...))
	page("/b/:benchmark/heatmap", heavy, s.heatmapPage, heatmapFields().and(pageField(), csvField()))
	api("/benchmarks/:benchmark/heatmap", heavy, s.heatmapAPI, heatmapFields().and(windowFields()...))
}

// boardData is what the leaderboard's page, JSON and CSV are made of.
type boardData struct {
	benchmark results.Benchmark
	size      results.BenchmarkSize
	query     boardQuery
	board     results.Board
	runs      []results.Run
	names     map[string]string
	sources   map[string]results.FigureSource
}

// loadBoard reads the benchmark of the URL with its board.
func (s *Server) loadBoard(c echo.Context) (*boardData, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	d := &boardData{}
	if d.benchmark, err = s.store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	if d.query, err = parseBoardQuery(c, d.benchmark); err != nil {
		return nil, err
	}
	d.board, err = s.store.FindBoard(ctx, id, d.query.convention, d.query.without)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	if err := d.query.checkSort(d.board.Keys); err != nil {
		return nil, err
	}
	return d, s.loadAround(ctx, d)
}

// loadAround reads what the page shows beside the rows.
func (s *Server) loadAround(ctx context.Context, d *boardData) error {
	var err error
	if d.size, err = s.store.BenchmarkSize(ctx, d.benchmark.ID); err != nil {
		return err
	}
	if d.runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: d.benchmark.ID}); err != nil {
		return err
	}
	if d.names, err = s.modelNames(ctx); err != nil {
		return err
	}
	d.sources, err = s.figureSources(ctx, d.benchmark.ID)
	return err
}

// figureSources maps the sources of a benchmark's figures by their id.
func (s *Server) figureSources(ctx context.Context, benchmark string) (map[string]results.FigureSource, error) {
	list, err := s.store.FigureSources(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	m := make(map[string]results.FigureSource, len(list))
	for _, src := range list {
		m[src.ID] = src
	}
	return m, nil
}

// boardPage is GET /b/{benchmark}.
func (s *Server) boardPage(c echo.Context) error {
	csv := wantsCSV(c)
	d, err := s.loadBoard(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := d.csv()
		return table(c, d.benchmark.ID+"-leaderboard", header, rows)
	}
	d.query.page = readLeaf(c, pageParam, rowsOnPage)
	p := d.page(s.frame.Static)
	path := link.Benchmark(d.benchmark.ID)
	q := d.query.values()
	p.Meta = s.frame.Meta(d.benchmark.Name+" leaderboard", d.benchmark.Name+": "+p.Verdict, path,
		link.API(q, "benchmarks", d.benchmark.ID, "leaderboard"), views.Crumbs(d.benchmark, "")...)
	if own := d.query.board(); len(own) > 0 {
		p.Meta.Path = link.To(own, "b", d.benchmark.ID)
		if c := own.Get("convention"); c != "" {
			p.Meta.Title += ", convention " + c
		}
		if d.query.without != "" {
			p.Meta.Title += ", without doubtful " + nounOf(d.benchmark.Words.Task, "task") + "s"
		}
	}
	p.Meta.CSVPath = link.To(link.With(q, "format", "csv"), "b", d.benchmark.ID)
	p.Meta.MethodPath = path + "/method"
	p.Meta.Scripted = d.benchmark.Scripted
	p.Meta.Wide = true
	return html(c, views.BoardPage(p))
}

func (d *boardData) conventions() []score.Convention { return score.Conventions(d.benchmark.Scoring) }
