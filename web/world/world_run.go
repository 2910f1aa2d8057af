package world

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/web"
)

// worldFields are the parameters of a scenario's world: one run, or two.
func worldFields() web.Query {
	return web.Query{web.ListField("run"), web.TextField("a"), web.TextField("b")}
}

func parseWorld(c echo.Context) (q worldreport.WorldQuery, err error) {
	a := web.Ask(c)
	for _, slug := range slices.Concat([]string{a.Text("a"), a.Text("b")}, a.List("run")) {
		if slug == "" || slices.Contains(q.Runs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return q, web.Bad("%q is not the id of a run.", slug)
		}
		q.Runs = append(q.Runs, slug)
	}
	if len(q.Runs) > 2 {
		return q, web.Bad("%d runs are too many for one page; choose one or two.", len(q.Runs))
	}
	return q, nil
}

// loadWorldRuns adds the runs that are asked for, and those that can be.
func (s Pages) loadWorldRuns(ctx context.Context, x *worldreport.WorldScenario, w *results.World) error {
	v, err := s.LoadBench(ctx, x.Benchmark)
	if err != nil {
		return err
	}
	x.AddChoices(v)
	x.Choose(v)
	if len(x.Query.Runs) == 0 {
		return nil
	}
	tasks, err := s.Store.Tasks(ctx, x.Benchmark, "")
	if err != nil {
		return err
	}
	return s.addWorldRuns(ctx, v, x, worldreport.NewWorldQuestions(x.Benchmark, []results.World{*w}, tasks))
}

// worldTracks lays the run that the page of a scenario chooses out over each of them.
func (s Pages) worldTracks(ctx context.Context, v *report.Bench, w *worldreport.World, q *worldreport.WorldQuestions,
	tasks []results.Task) error {
	for i := range w.Worlds {
		x := w.Track(&w.Worlds[i], tasks)
		x.Choose(v)
		if err := s.addWorldRuns(ctx, v, x, q); err != nil {
			return err
		}
	}
	return nil
}

// addWorldRuns lays the runs that are asked for out over a scenario.
func (s Pages) addWorldRuns(ctx context.Context, v *report.Bench, x *worldreport.WorldScenario, q *worldreport.WorldQuestions) error {
	for _, slug := range x.Query.Runs {
		run, err := s.Store.FindRun(ctx, slug)
		if err != nil {
			return err
		}
		if run.Benchmark != x.Benchmark {
			return report.Refuse("run=%s is not a run of %s.", slug, x.Of.Name)
		}
		r, err := s.worldRecords(ctx, q, run, x.Scenario)
		if err != nil {
			return err
		}
		x.AddRun(q, v.Names, r)
	}
	return nil
}

// worldRecords reads what is stored of a run in a scenario.
func (s Pages) worldRecords(ctx context.Context, q *worldreport.WorldQuestions, run results.Run,
	scenario string) (*worldreport.WorldRunRecords, error) {
	r := &worldreport.WorldRunRecords{Run: run, Static: s.Frame.Static}
	var err error
	if r.Trials, err = s.Store.RunTrials(ctx, run.ID, scenario); err != nil {
		return nil, err
	}
	if r.Looked, err = s.Store.Looked(ctx, run.ID, scenario); err != nil {
		return nil, err
	}
	r.Details, err = s.Store.ManyDetails(ctx, q.Exams(r.Trials))
	return r, err
}
