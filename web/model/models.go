package model

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	modelviews "github.com/clawatlas/clawatlas/views/model"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/web"
)

// Models parses the URL and loads the list of models.
func (s Pages) Models(c echo.Context) (*modelviews.Models, error) {
	ctx := c.Request().Context()
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	d, err := modelviews.NewModels(list, web.Ask(c).Text("benchmark"))
	if err != nil {
		return nil, err
	}
	models, err := s.Store.Models(ctx)
	if err != nil {
		return nil, err
	}
	sizes, err := s.Store.ModelSizes(ctx)
	if err != nil {
		return nil, err
	}
	boards := make([]results.Board, len(list))
	for i, b := range list {
		if boards[i], err = s.DefaultBoard(ctx, b); err != nil {
			return nil, err
		}
	}
	d.Add(models, sizes, boards)
	return d, nil
}

func (s Pages) ModelsPage(c echo.Context) error {
	d, err := s.Models(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, "models", d.Grid())
	}
	d.View = table.View{Sort: web.Ask(c).Word("sort"), Page: web.ReadLeaf(c, web.PageParam, 50)}
	return web.HTML(c, modelviews.ModelsPage(s.Frame, d))
}
