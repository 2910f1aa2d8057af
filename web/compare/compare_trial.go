package compare

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
)

// pairFields are the parameters of two trials.
func pairFields() web.Query {
	return web.Query{web.TextField("a"), web.TextField("b"), web.NumberField("attempt_a", 0, 0, 1<<20),
		web.NumberField("attempt_b", 0, 0, 1<<20)}
}

// alignedFields choose among the rows of their page.
func alignedFields() web.Query {
	return web.Query{web.NumberField("from", 0, 0, 1<<30), web.WordField("fold", "1", "0")}
}

// compareTrialPage is /compare/{scenario}/{task}.
func (s Pages) compareTrialPage(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	q.From, q.Open = web.Ask(c).Number("from"), web.Ask(c).Word("fold") == "0"
	p, err := s.loadTrials(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) && p.OneBenchmark() {
		header, rows := p.CSV()
		if len(rows) == 0 {
			header, rows = p.SidesCSV()
		}
		return web.Table(c, "compare-"+p.Scenario+"-"+p.Task, header, rows)
	}
	if q.From > 0 && q.From >= p.Total && p.OneBenchmark() {
		return web.Bad("from=%d is beyond the last of %d rows.", q.From, p.Total)
	}
	page := p.Page()
	if err := s.openSteps(c.Request().Context(), p, page); err != nil {
		return err
	}
	return web.HTML(c, compareviews.CompareTrialPage(s.Frame, p, page))
}

// compareTrialAPI is GET /api/v1/compare/{scenario}/{task}?a=&b=.
func (s Pages) compareTrialAPI(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	p, err := s.loadTrials(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if !p.OneBenchmark() {
		return web.Bad("%s is a run of %s and %s of %s; they have no task in common.", p.A.Run, p.Of.ID, p.B.Run, p.Other.ID)
	}
	p.CutRows(web.ListWindow(c))
	return web.Object(c, p)
}

func parseTrials(c echo.Context) (comparereport.TrialsQuery, error) {
	ids, err := web.Params(c, "scenario", "task")
	if err != nil {
		return comparereport.TrialsQuery{}, err
	}
	q := comparereport.TrialsQuery{Scenario: ids[0], Task: ids[1]}
	a := web.Ask(c)
	for i, name := range []string{"a", "b"} {
		slug := a.Text(name)
		if slug == "" {
			return q, web.Bad("two runs are needed: ?a=RUN&b=RUN.")
		}
		if !results.ValidSlug(slug) {
			return q, web.Bad("%s=%q is not the id of a run.", name, slug)
		}
		q.Runs[i], q.Attempts[i] = slug, a.Number("attempt_"+name)
	}
	return q, nil
}

// loadTrials reads what both runs have of the task; a run without a record of
// it is a side without a trial.
func (s Pages) loadTrials(ctx context.Context, q comparereport.TrialsQuery) (*comparereport.TrialComparison, error) {
	names, runs, of, err := s.loadPair(ctx, q.Runs[:])
	if err != nil {
		return nil, err
	}
	p := comparereport.NewTrialComparison(q, names, runs, of)
	if !p.OneBenchmark() {
		return p, nil
	}
	spec, err := s.Store.FindTask(ctx, p.Benchmark, q.Scenario, q.Task)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, p.Benchmark, q.Scenario)
	if err != nil {
		return nil, err
	}
	doubts, err := s.Store.Doubts(ctx, p.Of)
	if err != nil {
		return nil, err
	}
	trials, err := s.Store.TaskTrials(ctx, p.Benchmark, q.Scenario, q.Task, nil)
	if err != nil {
		return nil, err
	}
	p.AddTask(spec, tasks, doubts, trials)
	for i, side := range p.Sides() {
		t, err := s.Store.FindTrial(ctx, side.Run, q.Scenario, q.Task, q.Attempts[i])
		switch {
		case web.IsNotFound(err) && q.Attempts[i] == 0:
			continue
		case err != nil:
			return nil, err
		}
		p.AddTrial(side, &t)
		if side.Why, err = s.Store.FindWhy(ctx, t.ID); err != nil {
			return nil, err
		}
		if err := s.loadItems(ctx, side); err != nil {
			return nil, err
		}
	}
	p.Align()
	if err := s.addReason(ctx, p); err != nil {
		return nil, err
	}
	if p.HasValues() {
		for _, side := range p.Sides() {
			if err := s.loadSession(ctx, side, q.Scenario); err != nil {
				return nil, err
			}
		}
		p.Originate()
	}
	return p, nil
}

// loadItems reduces a trace to the items that are aligned, a window at a time.
func (s Pages) loadItems(ctx context.Context, side *comparereport.TrialSide) error {
	total := side.Trial.StepsTotal - side.Cut
	for from := 1; from <= total; from += web.ItemWindow {
		rows, err := s.Store.StepRows(ctx, side.Trial, from, min(web.ItemWindow, total-from+1))
		if err != nil {
			return err
		}
		steps, err := s.Store.Steps(ctx, side.Trial, rows)
		if err != nil {
			return err
		}
		side.AddSteps(steps)
	}
	return nil
}

// openSteps opens the steps that the page shows in full.
func (s Pages) openSteps(ctx context.Context, p *comparereport.TrialComparison, page *comparereport.AlignedPage) error {
	for i, side := range p.Sides() {
		var rows []results.StepRow
		for _, n := range page.Wanted(p, i) {
			row, err := s.Store.StepRows(ctx, side.Trial, n, 1)
			if err != nil {
				return err
			}
			rows = append(rows, row...)
		}
		if len(rows) == 0 {
			continue
		}
		steps, err := s.Store.Steps(ctx, side.Trial, rows)
		if err != nil {
			return err
		}
		page.AddSteps(i, steps)
	}
	return nil
}
