package board

import (
	"cmp"
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ablations"
	"github.com/clawatlas/clawatlas/web"
)

func (s Pages) AblationRoutes(page, api web.Route) {
	fields := web.Query{web.TextField("run"), web.NumberField("from", 1, 1, 1_000_000)}
	page("/b/:benchmark/ablations", web.Heavy, s.ablationsPage,
		fields.And(web.WordField("sort", "", "p"), web.WordField("table", ablations.Tables()...), web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/ablations", web.Heavy, web.JsonOf(s.ablations), fields)
}

func (s Pages) ablationsPage(c echo.Context) error {
	csv, table := web.WantsCSV(c), web.Ask(c).Word("table")
	a, err := s.ablations(c)
	if err != nil {
		return err
	}
	if csv {
		return web.SendTable(c, a.Benchmark+"-ablations", a.Table(table))
	}
	a.Query.Sort, a.Query.Page = web.Ask(c).Word("sort"), web.ReadLeaf(c, web.PageParam, 25)
	return web.HTML(c, ablations.Page(s.Frame, a))
}

func (s Pages) ablations(c echo.Context) (*ablations.Ablations, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	a := ablations.New(v, ablations.Query{From: web.Ask(c).Number("from"), Run: web.Ask(c).Text("run")})
	if a.Harnesses, err = s.HarnessEffects(ctx, v, a.Metric); err != nil {
		return nil, err
	}
	return a, cmp.Or(s.addPairTests(ctx, v, a), s.addPairs(ctx, v, a), s.addRuns(ctx, a))
}

// addPairTests adds pairwise significance tests of the additions within each ranked group.
func (s Pages) addPairTests(ctx context.Context, v *views.Bench, a *ablations.Ablations) error {
	var judge views.Judge
	known := map[string]bool{}
	for _, r := range v.Ranked() {
		if known[r.Group] {
			continue
		}
		known[r.Group] = true
		g, err := s.JudgedGroup(ctx, v, r.Group)
		if err != nil {
			return err
		}
		a.AddGroup(g)
		judge = append(judge, g)
	}
	if rows := a.TestedRows(); len(rows) > 0 {
		g, err := s.LoadSystems(ctx, v, rows)
		if err != nil {
			return err
		}
		a.AddTests(g, judge)
	}
	return nil
}

func (s Pages) addPairs(ctx context.Context, v *views.Bench, a *ablations.Ablations) error {
	tables, e1 := s.Store.StatTables(ctx, a.Benchmark)
	tasks, e2 := s.Store.Tasks(ctx, a.Benchmark, "")
	if err := cmp.Or(e1, e2); err != nil {
		return err
	}
	list := ablations.ListPairs(tables, tasks, a.Benchmark)
	if len(list) == 0 {
		return nil
	}
	means, err := s.SystemMeans(ctx, v, v.Ranked())
	a.AddPairs(list, means)
	return err
}

// addRuns adds all systems with several runs, and the task results of the system selected in the
// URL or, by default, the first.
func (s Pages) addRuns(ctx context.Context, a *ablations.Ablations) error {
	kept, err := s.KeptRepeats(ctx, a.Benchmark)
	if err != nil || len(kept.Systems) == 0 {
		return err
	}
	a.Repeats = kept.Systems
	shown := &kept.Systems[0]
	if a.Query.Run != "" {
		if shown = kept.Find(a.Query.Run); shown == nil {
			return web.Bad("run=%s is not one of several runs of a system of this benchmark.", a.Query.Run)
		}
	}
	ids, trials := make([]int64, len(shown.Runs)), make([][]results.Trial, len(shown.Runs))
	for i, r := range shown.Runs {
		one, err := s.Store.FindRun(ctx, r.Run)
		if err != nil {
			return err
		}
		ids[i] = one.ID
		if trials[i], err = s.Store.Outcomes(ctx, one.ID); err != nil {
			return err
		}
	}
	means, e1 := s.Store.TaskMeans(ctx, ids)
	tasks, e2 := s.Store.Tasks(ctx, a.Benchmark, "")
	a.AddRuns(shown, ids, means)
	a.AddPassK(tasks, trials)
	return cmp.Or(e1, e2)
}

func (s Pages) KeptRepeats(ctx context.Context, benchmark string) (*views.Repeats, error) {
	return web.Remember(ctx, s.Store, web.MemoKey{What: "repeats", Benchmark: benchmark}, func() (*views.Repeats, error) {
		v, err := s.LoadBench(ctx, benchmark)
		if err != nil {
			return nil, err
		}
		values, err := s.Store.RunValues(ctx, benchmark, score.ConventionsOf(v.Benchmark)[0].ID, v.Board.Headline)
		return views.NewRepeats(v, values), err
	})
}
