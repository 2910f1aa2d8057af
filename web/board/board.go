package board

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/score"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// BoardRoutes registers the pages of this file.
func (s Pages) BoardRoutes(page, api web.Route) {
	page("/b/:benchmark", web.Heavy, s.boardPage, BoardFields().And(web.TextField("as_of"), web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/leaderboard", web.Heavy, web.JsonList(s.boardOfDay),
		BoardFields().And(web.TextField("as_of")).And(web.WindowFields()...))

}

// BoardFields are the parameters of a board.
func BoardFields() web.Query {
	return web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutDoubtful), web.TextField("framework"),
		web.WordField("evidence", "", string(results.Recomputed), string(results.Records), string(results.Published)),
		web.TextField("group"), web.TextField("q"), web.TextField("sort")}
}

func parseBoardQuery(c echo.Context, b results.Benchmark) (boardreport.BoardQuery, error) {
	q, err := parseBoardChoice(c, b)
	if err != nil {
		return q, err
	}
	a := web.Ask(c)
	q.Framework, q.Evidence, q.Group, q.Part, q.Sort = a.Text("framework"), a.Word("evidence"), a.Text("group"),
		strings.TrimSpace(a.Text("q")), a.Text("sort")
	if q.Sort == boardreport.SortRank {
		q.Sort = ""
	}
	return q, nil
}

// parseBoardChoice reads which of a benchmark's boards is meant.
func parseBoardChoice(c echo.Context, b results.Benchmark) (boardreport.BoardQuery, error) {
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	q := boardreport.BoardQuery{Preset: ids[0], Without: web.Ask(c).Word("without")}
	var err error
	q.Convention, err = web.OneOf(c, "convention", ids...)
	return q, err
}

// whichBoard reads the benchmark and which of its boards the address asks for.
func (s Pages) whichBoard(c echo.Context) (results.Benchmark, boardreport.BoardQuery, error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return results.Benchmark{}, boardreport.BoardQuery{}, err
	}
	b, err := s.FindBenchmark(c.Request().Context(), id)
	if err != nil {
		return b, boardreport.BoardQuery{}, err
	}
	q, err := parseBoardQuery(c, b)
	return b, q, err
}

// boardOfDay is the board, or how it stood on the day that the address names.
func (s Pages) boardOfDay(c echo.Context) (*boardreport.Board, error) {
	day := web.Ask(c).Text("as_of")
	if day == "" {
		return s.Board(c)
	}
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	d, err := s.state(c.Request().Context(), b, q, day)
	if err != nil {
		return nil, err
	}
	return d.Board, nil
}

// Board reads the address and everything that the page shows.
func (s Pages) Board(c echo.Context) (*boardreport.Board, error) {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	ctx, id := c.Request().Context(), b.ID
	whole, err := s.Store.FindBoard(ctx, id, q.Convention, q.Without)
	if err != nil && !web.IsNotFound(err) {
		return nil, err
	}
	d, err := boardreport.NewBoard(b, whole, q)
	if err != nil {
		return nil, err
	}
	if d.Size, err = s.Store.BenchmarkSize(ctx, id); err != nil {
		return nil, err
	}
	if d.Runs, err = s.AllRuns(ctx, results.RunFilter{Benchmark: id}); err != nil {
		return nil, err
	}
	if d.Names, err = s.ModelNames(ctx); err != nil {
		return nil, err
	}
	if b.HasRepeats && q.Convention == q.Preset && q.Without == "" {
		if d.Repeats, err = s.KeptRepeats(ctx, id); err != nil {
			return nil, err
		}
	}
	d.Sources, err = s.figureSources(ctx, id)
	return d, err
}

// figureSources maps the sources of a benchmark's figures by their id.
func (s Pages) figureSources(ctx context.Context, benchmark string) (map[string]results.FigureSource, error) {
	list, err := s.Store.FigureSources(ctx, benchmark)
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
func (s Pages) boardPage(c echo.Context) error {
	if day := web.Ask(c).Text("as_of"); day != "" {
		b, q, err := s.whichBoard(c)
		if err != nil {
			return err
		}
		return s.statePage(c, b, q, day)
	}
	csv := web.WantsCSV(c)
	d, err := s.Board(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := d.CSV()
		return web.Table(c, d.Benchmark+"-leaderboard", header, rows)
	}
	if d.Cite, err = s.boardCitation(c.Request().Context(), d); err != nil {
		return err
	}
	if d.Layouts, err = s.layouts(c.Request().Context(), d.Of); err != nil {
		return err
	}
	d.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	if !d.Of.Scored() {
		if d.Totals, err = s.sessionTotals(c.Request().Context(), d.Benchmark); err != nil {
			return err
		}
		return web.HTML(c, boardviews.BoardPage(s.Frame, d))
	}
	if keys, slugs := d.PageRuns(); len(keys) > 0 {
		all, err := s.Fingerprints(c.Request().Context(), d.Of, keys)
		if err != nil {
			return err
		}
		d.Fingerprints = map[string]report.Fingerprint{}
		for key, f := range all {
			d.Fingerprints[slugs[key]] = f
		}
	}
	return web.HTML(c, boardviews.BoardPage(s.Frame, d))
}

// sessionTotals is what the runs of a benchmark spent, by their ids.
func (s Pages) sessionTotals(ctx context.Context, benchmark string) (map[int64]results.RunTotal, error) {
	list, err := s.Store.RunTotals(ctx, benchmark, 0)
	totals := make(map[int64]results.RunTotal, len(list))
	for _, t := range list {
		totals[t.Run] = t
	}
	return totals, err
}
