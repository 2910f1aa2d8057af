package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// kindsRoutes registers the two kinds of rounds against each other.
func (s *Server) kindsRoutes(page, api route) {
	page("/b/:benchmark/kinds", light, s.kindsPage, query{textField("run"), pageField()}.and(chartFields()...))
	api("/benchmarks/:benchmark/kinds", light, jsonList(s.kinds), windowFields(), report.Kinds{})
}

// kinds finds what is said of the kinds, which is kept. Callers get a copy whose
// lists they may cut.
func (s *Server) kinds(c echo.Context) (*report.Kinds, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	k, err := remember(ctx, s.store, memoKey{what: "kinds", benchmark: id}, func() (*report.Kinds, error) { return s.readKinds(ctx, id) })
	if err != nil {
		return nil, err
	}
	one := *k
	return &one, nil
}

func (s *Server) readKinds(ctx context.Context, benchmark string) (*report.Kinds, error) {
	v, err := s.loadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	mc, err := s.store.ScenarioMetric(ctx, benchmark, "mc", 0)
	if err != nil {
		return nil, err
	}
	ec, err := s.store.ScenarioMetric(ctx, benchmark, "ec", 0)
	if err != nil {
		return nil, err
	}
	figures, err := s.store.Figures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return report.NewKinds(v, scenarios, mc, ec, figures), nil
}

// kindsPage is GET /b/{benchmark}/kinds.
func (s *Server) kindsPage(c echo.Context) error {
	k, err := s.kinds(c)
	if err != nil {
		return err
	}
	run := ask(c).text("run")
	if run != "" && k.Find(run) == nil {
		return bad("run=%s is not a run of this page.", run)
	}
	if wantsCSV(c) {
		return gridCSV(c, k.Benchmark+"-kinds", views.KindsTable(k))
	}
	k.Window = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.KindsPage(s.frame, k, run))
}
