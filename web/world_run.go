package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// worldFields are the parameters of a scenario's world: one run, or two.
func worldFields() query { return query{listField("run"), textField("a"), textField("b")} }

func parseWorld(c echo.Context) (q report.WorldQuery, err error) {
	a := ask(c)
	for _, slug := range slices.Concat([]string{a.text("a"), a.text("b")}, a.list("run")) {
		if slug == "" || slices.Contains(q.Runs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return q, bad("%q is not the id of a run.", slug)
		}
		q.Runs = append(q.Runs, slug)
	}
	if len(q.Runs) > 2 {
		return q, bad("%d runs are too many for one page; choose one or two.", len(q.Runs))
	}
	return q, nil
}

// loadWorldRuns adds the runs that are asked for, and those that can be.
func (s *Server) loadWorldRuns(ctx context.Context, x *report.WorldScenario, w *results.World) error {
	v, err := s.loadBench(ctx, x.Benchmark)
	if err != nil {
		return err
	}
	x.AddChoices(v)
	if len(x.Query.Runs) == 0 {
		return nil
	}
	tasks, err := s.store.Tasks(ctx, x.Benchmark, "")
	if err != nil {
		return err
	}
	q := report.NewWorldQuestions(x.Benchmark, []results.World{*w}, tasks)
	for _, slug := range x.Query.Runs {
		run, err := s.store.FindRun(ctx, slug)
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
func (s *Server) worldRecords(ctx context.Context, q *report.WorldQuestions, run results.Run, scenario string) (*report.WorldRunRecords, error) {
	r := &report.WorldRunRecords{Run: run, Static: s.frame.Static}
	var err error
	if r.Trials, err = s.store.RunTrials(ctx, run.ID, scenario); err != nil {
		return nil, err
	}
	if r.Looked, err = s.store.Looked(ctx, run.ID, scenario); err != nil {
		return nil, err
	}
	r.Details, err = s.store.ManyDetails(ctx, q.Exams(r.Trials))
	return r, err
}
