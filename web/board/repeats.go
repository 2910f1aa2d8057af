package board

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/score"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/web"
)

// RepeatsRoutes registers the runs of one system beside each other.
func (s Pages) RepeatsRoutes(page web.Route) {
	page("/b/:benchmark/repeats", web.Light, s.repeatsPage, web.Query{web.TextField("run"), web.PageField()}.And(web.CSVField()))
}

// repeats finds the repeats of a benchmark, which are kept, and reads the tasks of
// the system that the address asks for.
func (s Pages) repeats(c echo.Context) (*boardreport.Repeats, error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	kept, err := s.KeptRepeats(ctx, id)
	if err != nil {
		return nil, err
	}
	p, run := *kept, web.Ask(c).Text("run")
	if run == "" && len(p.Systems) > 0 {
		run = p.Systems[0].Runs[0].Run
	}
	if run == "" {
		return &p, nil
	}
	if s.Store.RunBenchmark(ctx, run) != id {
		return nil, web.Bad("run=%s is not a run of this benchmark.", run)
	}
	shown := p.Find(run)
	if shown == nil {
		return &p, nil
	}
	ids, keys := map[string]int64{}, []int64{}
	for _, r := range shown.Runs {
		one, err := s.Store.FindRun(ctx, r.Run)
		if err != nil {
			return nil, err
		}
		ids[r.Run] = one.ID
		keys = append(keys, one.ID)
	}
	means, err := s.Store.TaskMeans(ctx, keys)
	if err != nil {
		return nil, err
	}
	p.AddTasks(run, ids, means)
	return &p, s.addPassK(ctx, &p, keys)
}

// addPassK reads the outcomes of the shown system's runs.
func (s Pages) addPassK(ctx context.Context, p *boardreport.Repeats, runs []int64) error {
	tasks, err := s.Store.Tasks(ctx, p.Benchmark, "")
	if err != nil {
		return err
	}
	trials := make([][]results.Trial, len(runs))
	for i, id := range runs {
		if trials[i], err = s.Store.Outcomes(ctx, id); err != nil {
			return err
		}
	}
	p.AddPassK(tasks, trials)
	return nil
}

func (s Pages) KeptRepeats(ctx context.Context, benchmark string) (*boardreport.Repeats, error) {
	return web.Remember(ctx, s.Store, web.MemoKey{What: "repeats", Benchmark: benchmark},
		func() (*boardreport.Repeats, error) { return s.readRepeats(ctx, benchmark) })
}

func (s Pages) readRepeats(ctx context.Context, benchmark string) (*boardreport.Repeats, error) {
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	values, err := s.Store.RunValues(ctx, benchmark, score.ConventionsOf(v.Benchmark)[0].ID, v.Board.Headline)
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.Figures(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	return boardreport.NewRepeats(v, values, figures), nil
}

// repeatsPage is GET /b/{benchmark}/repeats.
func (s Pages) repeatsPage(c echo.Context) error {
	p, err := s.repeats(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, p.Benchmark+"-repeats", boardviews.RepeatsTable(p))
	}
	p.Window = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	return web.HTML(c, boardviews.RepeatsPage(s.Frame, p, web.Ask(c).Text("run")))
}
