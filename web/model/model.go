package model

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	modelviews "github.com/clawatlas/clawatlas/views/model"
	"github.com/clawatlas/clawatlas/web"
)

// ModelFields are the parameters of a model's page and its JSON twin.
func ModelFields() web.Query { return web.Query{web.TextField("system"), web.BlockField()} }

// Model reads the address and everything that the page shows.
func (s Pages) Model(c echo.Context) (*modelreport.Model, error) {
	id, err := web.Param(c, "model")
	if err != nil {
		return nil, err
	}
	q := modelreport.ModelQuery{Run: web.Ask(c).Text("system"), Rivals: web.ReadLeaf(c, web.BlockParam, modelreport.RivalsTested)}
	if q.Run != "" && !results.ValidSlug(q.Run) {
		return nil, web.Bad("system=%s is not the name of a run.", q.Run)
	}
	ctx := c.Request().Context()
	return web.Once(ctx, s.Server, web.MemoKey{What: "model " + id, Without: fmt.Sprint(q)},
		func() (*modelreport.Model, error) { return s.readModel(ctx, id, q) })
}

func (s Pages) readModel(ctx context.Context, id string, q modelreport.ModelQuery) (*modelreport.Model, error) {
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
	d := modelreport.NewModel(m, runs, figures, q)
	for _, b := range list {
		if d.On(b.ID) {
			if err := s.addBenchmark(ctx, d, b.ID, figures); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// addBenchmark adds what one benchmark knows of the model.
func (s Pages) addBenchmark(ctx context.Context, d *modelreport.Model, benchmark string, figures []results.Figure) error {
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return err
	}
	d.AddBoard(v)
	for _, r := range d.Compared(v) {
		judged, err := s.JudgedGroup(ctx, v, r.Group)
		if err != nil {
			return err
		}
		g := judged.ScoredGroup
		if own, _ := g.Split(*r.Run); own == nil { // its outcomes are not among them
			if g, err = s.LoadGroup(ctx, v, r.Group, r); err != nil {
				return err
			}
		}
		d.AddSystem(v, g, judged, r)
	}
	sources, err := s.Store.FigureSources(ctx, benchmark)
	if err != nil {
		return err
	}
	d.AddFigures(benchmark, figures, sources)
	if !d.HasStrengths(benchmark) {
		all, err := s.Store.Figures(ctx, benchmark)
		if err != nil {
			return err
		}
		d.AddPublished(v.Benchmark, all, sources)
	}
	scenarios, err := s.Store.Scenarios(ctx, benchmark)
	if err != nil {
		return err
	}
	d.AddTitles(benchmark, scenarios)
	return nil
}

// ModelPage is GET /models/{model}: one model in every benchmark.
func (s Pages) ModelPage(c echo.Context) error {
	d, err := s.Model(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, d.ID, modelviews.ModelTable(d))
	}
	if d.Names, err = s.ModelNames(c.Request().Context()); err != nil {
		return err
	}
	if d.Called, err = s.BenchmarkNames(c.Request().Context()); err != nil {
		return err
	}
	if err := s.addPictures(c.Request().Context(), d); err != nil {
		return err
	}
	if d.Cite, err = s.Citation(c.Request().Context(), ""); err != nil {
		return err
	}
	d.Query.Rows = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, modelviews.ModelPage(s.Frame, d))
}

// addPictures reads the fingerprints of the model's runs.
func (s Pages) addPictures(ctx context.Context, d *modelreport.Model) error {
	d.Thumbs = map[string]modelreport.FingerprintOn{}
	for benchmark, runs := range d.ThumbRuns() {
		b, err := s.Store.FindBenchmark(ctx, benchmark)
		if err != nil {
			return err
		}
		keys := make([]int64, len(runs))
		for i := range runs {
			keys[i] = runs[i].ID
		}
		drawn, err := s.Fingerprints(ctx, b, keys)
		if err != nil {
			return err
		}
		for _, r := range runs {
			d.Thumbs[r.Slug] = modelreport.FingerprintOn{Fingerprint: drawn[r.ID], Benchmark: b}
		}
	}
	return nil
}
