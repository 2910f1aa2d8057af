package web

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// boardRoutes registers the pages of this file.
func (s *Server) boardRoutes(page, api route) {
	page("/b/:benchmark", heavy, s.boardPage, boardFields().and(pageField()).and(chartFields()...))
	api("/benchmarks/:benchmark/leaderboard", heavy, jsonList(s.board), boardFields().and(windowFields()...), report.Board{})
	page("/b/:benchmark/heatmap", heavy, s.heatmapPage, heatmapFields().and(pageField(), csvField()))
	api("/benchmarks/:benchmark/heatmap", heavy, jsonList(s.heatmap), heatmapFields().and(windowFields()...), report.Heatmap{})
}

// boardFields are the parameters of a board.
func boardFields() query {
	return query{textField("convention"), wordField("without", "", results.WithoutDoubtful), textField("framework"),
		wordField("evidence", "", string(results.Recomputed), string(results.Records), string(results.Published)), textField("group"), textField("q"), textField("sort")}
}

func parseBoardQuery(c echo.Context, b results.Benchmark) (report.BoardQuery, error) {
	q, err := parseBoardChoice(c, b)
	if err != nil {
		return q, err
	}
	a := ask(c)
	q.Framework, q.Evidence, q.Group, q.Part, q.Sort = a.text("framework"), a.word("evidence"), a.text("group"), strings.TrimSpace(a.text("q")), a.text("sort")
	if q.Sort == report.SortRank {
		q.Sort = ""
	}
	return q, nil
}

// parseBoardChoice reads which of a benchmark's boards is meant.
func parseBoardChoice(c echo.Context, b results.Benchmark) (report.BoardQuery, error) {
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	q := report.BoardQuery{Preset: ids[0], Without: ask(c).word("without")}
	var err error
	q.Convention, err = oneOf(c, "convention", ids...)
	return q, err
}

// board reads the address and everything that the page shows.
func (s *Server) board(c echo.Context) (*report.Board, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	b, err := s.findBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	q, err := parseBoardQuery(c, b)
	if err != nil {
		return nil, err
	}
	whole, err := s.store.FindBoard(ctx, id, q.Convention, q.Without)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	d, err := report.NewBoard(b, whole, q)
	if err != nil {
		return nil, err
	}
	if d.Size, err = s.store.BenchmarkSize(ctx, id); err != nil {
		return nil, err
	}
	if d.Runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: id}); err != nil {
		return nil, err
	}
	if d.Names, err = s.modelNames(ctx); err != nil {
		return nil, err
	}
	if b.HasRepeats && q.Convention == q.Preset && q.Without == "" {
		if d.Repeats, err = s.keptRepeats(ctx, id); err != nil {
			return nil, err
		}
	}
	d.Sources, err = s.figureSources(ctx, id)
	return d, err
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
	d, err := s.board(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := d.CSV()
		return table(c, d.Benchmark+"-leaderboard", header, rows)
	}
	if d.Cite, err = s.boardCitation(c.Request().Context(), d); err != nil {
		return err
	}
	d.Window = readLeaf(c, pageParam, rowsOnPage)
	if keys, slugs := d.PageRuns(); len(keys) > 0 {
		all, err := s.fingerprints(c.Request().Context(), d.Of, keys)
		if err != nil {
			return err
		}
		d.Fingerprints = map[string]report.Fingerprint{}
		for key, f := range all {
			d.Fingerprints[slugs[key]] = f
		}
	}
	return html(c, views.BoardPage(s.frame, d))
}
