package board

import (
	"cmp"
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views/about"
	"github.com/clawatlas/clawatlas/web"
)

func (s Pages) AboutRoutes(page web.Route) {
	page("/b/:benchmark/about", web.Heavy, s.aboutPage, web.Query{web.TextField("table"), web.WordField("verdict", about.Verdicts()...),
		web.TextField("source"), web.TextField("place"), web.PageField()}.And(web.CSVField()))
}

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
		return web.SendTable(c, id+"-"+name, g)
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
	web.Into(&a.Board, &err)(s.DefaultBoard(ctx, b))
	web.Into(&a.Names, &err)(s.ModelNames(ctx))
	web.Into(&a.Sources, &err)(s.Store.FigureSources(ctx, id))
	web.Into(&a.Tables, &err)(s.Tables(ctx, id))
	web.Into(&a.Warnings, &err)(s.Store.DatasetWarnings(ctx, id))
	web.Into(&a.Tasks, &err)(s.Store.Tasks(ctx, id, ""))
	web.Into(&a.Cite, &err)(s.Citation(ctx, id))
	if err = cmp.Or(err, s.addFigures(ctx, a)); err != nil {
		return nil, err
	}
	return a, a.Finish()
}

func (s Pages) addFigures(ctx context.Context, a *about.About) error {
	figures, e1 := s.Store.Figures(ctx, a.Of.ID)
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: a.Of.ID})
	if err = cmp.Or(e1, err); err != nil {
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
