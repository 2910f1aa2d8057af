package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// methodRoutes registers the pages of this file.
func (s *Server) methodRoutes(page, api route) {
	page("/b/:benchmark/method", heavy, s.methodPage, figureFields().and(csvField()))
	api("/benchmarks/:benchmark/method", heavy, jsonOf(s.method), nothing(), report.Method{})
	api("/benchmarks/:benchmark/check", heavy, s.checkAPI, figureFields().and(numberField("limit", 200, 1, 1000)), report.FigureList{})
	page("/b/:benchmark/method/:table", light, s.statTablePage, query{csvField()})
	api("/benchmarks/:benchmark/tables/:table", light, s.statTableAPI, nothing(), results.StatTable{})
}

// figureFields are the parameters of the reconciliation.
func figureFields() query {
	return query{wordField("verdict", report.FigureVerdicts()...), textField("source"), textField("q"), offsetField()}
}

// method reads what the address asks for.
func (s *Server) method(c echo.Context) (*report.Method, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	m, err := s.loadMethod(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	m.Names, err = s.modelNames(c.Request().Context())
	return m, err
}

func (s *Server) loadMethod(ctx context.Context, id string) (*report.Method, error) {
	b, err := s.findBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	board, err := s.defaultBoard(ctx, b)
	if err != nil {
		return nil, err
	}
	sources, err := s.store.FigureSources(ctx, id)
	if err != nil {
		return nil, err
	}
	tables, err := s.store.StatTables(ctx, id)
	if err != nil {
		return nil, err
	}
	warnings, err := s.store.DatasetWarnings(ctx, id)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, id, "")
	if err != nil {
		return nil, err
	}
	figures, err := s.publishedFigures(ctx, b, board)
	if err != nil {
		return nil, err
	}
	m := report.NewMethod(b, board, warnings, tables, sources, figures)
	m.Dataset = report.NewDatasetPin(b, tasks)
	return m, nil
}

// publishedFigures holds all figures of a benchmark against the records.
func (s *Server) publishedFigures(ctx context.Context, b results.Benchmark, board results.Board) ([]report.PublishedFigure, error) {
	figures, err := s.store.Figures(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: b.ID})
	if err != nil {
		return nil, err
	}
	finder, preset := check.NewFinder(board, runs), score.ConventionsOf(b)[0].ID
	metrics := map[string][]results.Metric{}
	list := make([]report.PublishedFigure, len(figures))
	for i, f := range figures {
		run, reason := finder.Find(&f)
		var of []results.Metric
		if run != nil {
			if metrics[run.Slug] == nil {
				if metrics[run.Slug], err = s.store.RunMetrics(ctx, run.ID); err != nil {
					return nil, err
				}
			}
			of = metrics[run.Slug]
		}
		list[i] = report.NewPublishedFigure(f, run, reason, of, preset)
	}
	return list, nil
}

// figureQuery reads which figures are asked for.
func figureQuery(c echo.Context) report.FigureQuery {
	a := ask(c)
	return report.FigureQuery{Verdict: a.word("verdict"), Source: a.text("source"), Name: strings.TrimSpace(a.text("q")), Offset: a.number("offset")}
}

// checkAPI is GET /api/v1/benchmarks/{benchmark}/check.
func (s *Server) checkAPI(c echo.Context) error {
	limit, _ := listWindow(c)
	q := figureQuery(c)
	m, err := s.method(c)
	if err != nil {
		return err
	}
	m.Query = q
	return object(c, m.List(limit))
}

// methodPage is GET /b/{benchmark}/method.
func (s *Server) methodPage(c echo.Context) error {
	csv, q := wantsCSV(c), figureQuery(c)
	m, err := s.method(c)
	if err != nil {
		return err
	}
	m.Query = q
	if csv {
		header, rows := views.FiguresTable(m)
		if len(m.Figures) == 0 {
			return gridCSV(c, m.Benchmark+"-conventions", views.ConventionsTable(m))
		}
		return table(c, m.Benchmark+"-published", header, rows)
	}
	page, err := views.MethodPage(s.frame, m)
	if err != nil {
		return err
	}
	return html(c, page)
}

// statTable finds a published table of a benchmark.
func (s *Server) statTable(c echo.Context) (results.Benchmark, results.StatTable, error) {
	ids, err := params(c, "benchmark", "table")
	if err != nil {
		return results.Benchmark{}, results.StatTable{}, err
	}
	ctx := c.Request().Context()
	b, err := s.findBenchmark(ctx, ids[0])
	if err != nil {
		return b, results.StatTable{}, err
	}
	tables, err := s.store.StatTables(ctx, ids[0])
	if err != nil {
		return b, results.StatTable{}, err
	}
	i := slices.IndexFunc(tables, func(t results.StatTable) bool { return t.ID == ids[1] })
	if i < 0 {
		return b, results.StatTable{}, fmt.Errorf("table %s of %s: %w", ids[1], ids[0], results.ErrNotFound)
	}
	return b, tables[i], nil
}

// statTablePage is GET /b/{benchmark}/method/{table}.
func (s *Server) statTablePage(c echo.Context) error {
	csv := wantsCSV(c)
	b, t, err := s.statTable(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := views.StatTableCSV(t)
		return table(c, b.ID+"-"+t.ID, header, rows)
	}
	sources, err := s.figureSources(c.Request().Context(), b.ID)
	if err != nil {
		return err
	}
	return html(c, views.StatTablePage(s.frame, b, t, sources[t.Source]))
}

// statTableAPI is GET /api/v1/benchmarks/{benchmark}/tables/{table}.
func (s *Server) statTableAPI(c echo.Context) error {
	_, t, err := s.statTable(c)
	if err != nil {
		return err
	}
	return object(c, t)
}
