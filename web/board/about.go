package board

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views/about"
	"github.com/clawatlas/clawatlas/web"
)

// AboutRoutes registers the page of a benchmark's method and sources.
func (s Pages) AboutRoutes(page web.Route) {
	page("/b/:benchmark/about", web.Heavy, s.aboutPage, web.Query{web.TextField("table"), web.WordField("verdict", about.Verdicts()...),
		web.TextField("source"), web.TextField("place"), web.PageField()}.And(web.CSVField()))
}

// aboutPage is GET /b/{benchmark}/about.
func (s Pages) aboutPage(c echo.Context) error {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return err
	}
	ask := web.Ask(c)
	csv := web.WantsCSV(c)
	q := about.Query{Table: ask.Text("table"), Verdict: ask.Word("verdict"), Source: ask.Text("source"), Place: ask.Text("place")}
	a, err := s.about(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if a.Query = q; q.Table != "" && a.One() == nil {
		return web.Bad("table=%s is not a table of this benchmark.", q.Table)
	}
	if csv {
		name, g := a.CSV()
		return web.GridCSV(c, id+"-"+name, g)
	}
	a.Query.Page = web.ReadLeaf(c, web.PageParam, 25)
	return web.HTML(c, about.Page(s.Frame, a))
}

func (s Pages) about(ctx context.Context, id string) (*about.About, error) {
	b, err := s.FindBenchmark(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &about.About{Of: b}
	for _, read := range []func() error{
		func() (err error) { a.Board, err = s.DefaultBoard(ctx, b); return err },
		func() (err error) { a.Names, err = s.ModelNames(ctx); return err },
		func() (err error) { a.Sources, err = s.Store.FigureSources(ctx, id); return err },
		func() (err error) { a.Tables, err = s.Tables(ctx, id); return err },
		func() (err error) { a.Warnings, err = s.Store.DatasetWarnings(ctx, id); return err },
		func() (err error) { a.Tasks, err = s.Store.Tasks(ctx, id, ""); return err },
		func() (err error) { a.Cite, err = s.Citation(ctx, id); return err },
		func() error { return s.addFigures(ctx, a) },
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return a, a.Finish()
}

// addFigures holds all reported results of a benchmark against the records.
func (s Pages) addFigures(ctx context.Context, a *about.About) error {
	figures, err := s.Store.Figures(ctx, a.Of.ID)
	if err != nil {
		return err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: a.Of.ID})
	if err != nil {
		return err
	}
	finder, preset, metrics := check.NewFinder(a.Board, runs), score.ConventionsOf(a.Of)[0].ID, map[string][]results.Metric{}
	for i := range figures {
		run, reason := finder.Find(&figures[i])
		var of []results.Metric
		if run != nil {
			if metrics[run.Slug] == nil {
				if metrics[run.Slug], err = s.Store.RunMetrics(ctx, run.ID); err != nil {
					return err
				}
			}
			of = metrics[run.Slug]
		}
		a.Figures = append(a.Figures, about.NewFigure(figures[i], run, reason, of, preset))
	}
	return nil
}
