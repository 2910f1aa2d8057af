package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// repeatsRoutes registers the runs of one system beside each other.
func (s *Server) repeatsRoutes(page, api route) {
	page("/b/:benchmark/repeats", light, s.repeatsPage, query{textField("run"), pageField()}.and(chartFields()...))
	api("/benchmarks/:benchmark/repeats", light, jsonList(s.repeats), query{textField("run")}.and(windowFields()...), report.Repeats{})
}

// repeats finds the repeats of a benchmark, which are kept, and reads the tasks of
// the system that the address asks for.
func (s *Server) repeats(c echo.Context) (*report.Repeats, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	kept, err := s.keptRepeats(ctx, id)
	if err != nil {
		return nil, err
	}
	p, run := *kept, ask(c).text("run")
	if run == "" && len(p.Systems) > 0 {
		run = p.Systems[0].Runs[0].Run
	}
	if run == "" {
		return &p, nil
	}
	if s.store.RunBenchmark(ctx, run) != id {
		return nil, bad("run=%s is not a run of this benchmark.", run)
	}
	shown := p.Find(run)
	if shown == nil {
		return &p, nil
	}
	ids, keys := map[string]int64{}, []int64{}
	for _, r := range shown.Runs {
		one, err := s.store.FindRun(ctx, r.Run)
		if err != nil {
			return nil, err
		}
		ids[r.Run] = one.ID
		keys = append(keys, one.ID)
	}
	means, err := s.store.TaskMeans(ctx, keys)
	if err != nil {
		return nil, err
	}
	p.AddTasks(run, ids, means)
	return &p, nil
}

func (s *Server) keptRepeats(ctx context.Context, benchmark string) (*report.Repeats, error) {
	return remember(ctx, s.store, memoKey{what: "repeats", benchmark: benchmark}, func() (*report.Repeats, error) { return s.readRepeats(ctx, benchmark) })
}

func (s *Server) readRepeats(ctx context.Context, benchmark string) (*report.Repeats, error) {
	v, err := s.loadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	values, err := s.store.RunValues(ctx, benchmark, score.ConventionsOf(v.Benchmark)[0].ID, v.Board.Headline)
	if err != nil {
		return nil, err
	}
	figures, err := s.store.Figures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return report.NewRepeats(v, values, figures), nil
}

// repeatsPage is GET /b/{benchmark}/repeats.
func (s *Server) repeatsPage(c echo.Context) error {
	p, err := s.repeats(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, p.Benchmark+"-repeats", views.RepeatsTable(p))
	}
	p.Window = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.RepeatsPage(s.frame, p, ask(c).text("run")))
}
