package task

import (
	"context"

	"github.com/labstack/echo/v4"

	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// KindsRoutes registers the two kinds of rounds against each other.
func (s Pages) KindsRoutes(page, api web.Route) {
	page("/b/:benchmark/kinds", web.Light, s.kindsPage, web.Query{web.TextField("run"), web.PageField()}.And(web.CSVField()))
	api("/benchmarks/:benchmark/kinds", web.Light, web.JsonList(s.kinds), web.WindowFields(), taskreport.Kinds{})
}

// kinds finds what is said of the kinds, which is kept. Callers get a copy whose
// lists they may cut.
func (s Pages) kinds(c echo.Context) (*taskreport.Kinds, error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	k, err := web.Remember(ctx, s.Store, web.MemoKey{What: "kinds", Benchmark: id},
		func() (*taskreport.Kinds, error) { return s.readKinds(ctx, id) })
	if err != nil {
		return nil, err
	}
	one := *k
	return &one, nil
}

func (s Pages) readKinds(ctx context.Context, benchmark string) (*taskreport.Kinds, error) {
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.Store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	mc, err := s.Store.ScenarioMetric(ctx, benchmark, "mc", 0)
	if err != nil {
		return nil, err
	}
	ec, err := s.Store.ScenarioMetric(ctx, benchmark, "ec", 0)
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.Figures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return taskreport.NewKinds(v, scenarios, mc, ec, figures), nil
}

// kindsPage is GET /b/{benchmark}/kinds.
func (s Pages) kindsPage(c echo.Context) error {
	k, err := s.kinds(c)
	if err != nil {
		return err
	}
	run := web.Ask(c).Text("run")
	if run != "" && k.Find(run) == nil {
		return web.Bad("run=%s is not a run of this page.", run)
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, k.Benchmark+"-kinds", taskviews.KindsTable(k))
	}
	k.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, taskviews.KindsPage(s.Frame, k, run))
}
