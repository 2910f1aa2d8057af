package model

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	modelviews "github.com/clawatlas/clawatlas/views/model"
	"github.com/clawatlas/clawatlas/web"
)

// Model parses the URL and loads the data of a model page.
func (s Pages) Model(c echo.Context) (*modelviews.Model, error) {
	id, err := web.Param(c, "model")
	if err != nil {
		return nil, err
	}
	return s.readModel(c.Request().Context(), id)
}

func (s Pages) readModel(ctx context.Context, id string) (*modelviews.Model, error) {
	m, err := s.Store.FindModel(ctx, id)
	if err != nil {
		return nil, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Model: id})
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.ModelFigures(ctx, id)
	if err != nil {
		return nil, err
	}
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	d := modelviews.New(m, runs, figures)
	d.Called = web.CalledOf(list)
	for _, b := range list {
		if d.On(b.ID) {
			if err := s.addBenchmark(ctx, d, b, figures); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

func (s Pages) addBenchmark(ctx context.Context, d *modelviews.Model, b results.Benchmark, figures []results.Figure) error {
	board, err := s.DefaultBoard(ctx, b)
	if err != nil {
		return err
	}
	d.AddBoard(b, board)
	sources, err := s.Store.FigureSources(ctx, b.ID)
	if err != nil {
		return err
	}
	d.AddFigures(b.ID, figures, sources)
	return nil
}

// ModelPage handles GET /models/{model}, the page about one model in all benchmarks.
func (s Pages) ModelPage(c echo.Context) error {
	d, err := s.Model(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, d.ID, d.Grid())
	}
	return web.HTML(c, modelviews.Page(s.Frame, d))
}
