package compare

import (
	"cmp"
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
)

// Limits on the data read from earlier trials of the same session.
const (
	earlierTrials = 40
	earlierCalls  = 500 // maximum number of calls in one trial
	earlierBytes  = 4 << 20
)

func trialsFields() web.Query {
	return web.Query{web.TextField("a"), web.TextField("b"), web.NumberField("attempt_a", 0, 0, 1<<20),
		web.NumberField("attempt_b", 0, 0, 1<<20)}
}

func (s Pages) trialsPage(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	q.From = web.Ask(c).Number("from")
	p, err := s.loadTrials(ctx, q)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) && p.OneBenchmark() {
		return web.SendTable(c, "compare-"+p.Scenario+"-"+p.Task, p.Table())
	}
	if q.From > 0 && q.From >= p.Total && p.OneBenchmark() {
		return web.Bad("from=%d is beyond the last of %d rows.", q.From, p.Total)
	}
	p.CutRows(compareviews.RowsOnPage, q.From)
	var opened [2][]results.Step
	for i, side := range p.Sides() {
		var rows []results.StepRow
		for _, n := range p.Wanted(i) {
			row, err := s.Store.StepRows(ctx, side.Trial, n, 1)
			if err != nil {
				return err
			}
			rows = append(rows, row...)
		}
		if len(rows) > 0 {
			if opened[i], err = s.Store.Steps(ctx, side.Trial, rows); err != nil {
				return err
			}
		}
	}
	return web.HTML(c, compareviews.TrialsPage(s.Frame, p, opened))
}

func (s Pages) trialsAPI(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	p, err := s.loadTrials(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if !p.OneBenchmark() {
		return web.Bad("%s is a run of %s and %s of %s; they share no task.", p.A.Run, p.Of.ID, p.B.Run, p.Other.ID)
	}
	p.CutRows(web.ListWindow(c))
	return web.Object(c, p)
}

func parseTrials(c echo.Context) (compareviews.TrialsQuery, error) {
	ids, err := web.Params(c, "scenario", "task")
	if err != nil {
		return compareviews.TrialsQuery{}, err
	}
	q := compareviews.TrialsQuery{Scenario: ids[0], Task: ids[1]}
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

// loadTrials loads the trials of both runs at the task. If a run has no record of the task, its
// side has no trial.
func (s Pages) loadTrials(ctx context.Context, q compareviews.TrialsQuery) (*compareviews.Trials, error) {
	names, runs, of, err := s.loadPair(ctx, q.Runs[:])
	if err != nil {
		return nil, err
	}
	p := compareviews.NewTrials(q, names, runs, of)
	if !p.OneBenchmark() {
		return p, nil
	}
	spec, err := s.Store.FindTask(ctx, p.Benchmark, q.Scenario, q.Task)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, p.Benchmark, "")
	if err != nil {
		return nil, err
	}
	faulty, err := s.Store.FaultyChecks(ctx, p.Of)
	if err != nil {
		return nil, err
	}
	trials, err := s.Store.TaskTrials(ctx, p.Benchmark, q.Scenario, q.Task, nil)
	if err != nil {
		return nil, err
	}
	p.AddTask(spec, tasks, faulty, trials)
	var outcomes [2][]results.Trial
	for i, side := range p.Sides() {
		if outcomes[i], err = s.Store.Outcomes(ctx, runs[i].ID); err != nil {
			return nil, err
		}
		t, err := s.Store.FindTrial(ctx, side.Run, q.Scenario, q.Task, q.Attempts[i])
		switch {
		case web.IsNotFound(err) && q.Attempts[i] == 0:
			continue
		case err != nil:
			return nil, err
		}
		known, err := s.Store.Explanations(ctx, []int64{t.ID})
		if err != nil {
			return nil, err
		}
		p.AddTrial(side, &t, known[t.ID])
	}
	p.AddDisagreements(tasks, outcomes)
	for _, side := range p.Sides() {
		if side.Trial == nil {
			continue
		}
		if err := s.addSteps(ctx, p, side); err != nil {
			return nil, err
		}
		if err := s.addEarlier(ctx, p, side); err != nil {
			return nil, err
		}
	}
	p.Align()
	for _, side := range p.Sides() {
		refs := p.Refs(side)
		if len(refs) == 0 {
			continue
		}
		trials, err := s.Store.RunTrials(ctx, side.Side.Of.ID, p.Scenario)
		if err := cmp.Or(err, s.AddAnchors(ctx, trials, p.Scenario, refs...)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// addSteps loads a trace in portions and keeps only the data that is needed to align the two
// traces.
func (s Pages) addSteps(ctx context.Context, p *compareviews.Trials, side *compareviews.TrialSide) error {
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
		p.AddSteps(side, steps)
	}
	return nil
}

// addEarlier searches earlier trials of the side's session, latest first, for the decisive read.
func (s Pages) addEarlier(ctx context.Context, p *compareviews.Trials, side *compareviews.TrialSide) error {
	if !p.Sought(side) || side.Trial.Details.Session == "" {
		return nil
	}
	trials, err := s.Store.RunTrials(ctx, side.Side.Of.ID, p.Scenario)
	if err != nil {
		return err
	}
	var ids []int64
	for i := range trials {
		if trials[i].ID == side.Trial.ID {
			trials = trials[:i]
			break
		}
		ids = append(ids, trials[i].ID)
	}
	details, err := s.Store.ManyDetails(ctx, ids)
	if err != nil {
		return err
	}
	room := earlierBytes
	for i := len(trials) - 1; i >= max(0, len(trials)-earlierTrials) && room > 0 && p.Sought(side); i-- {
		t := &trials[i]
		if t.StepsTotal == 0 || t.Attempt != side.Trial.Attempt || details[t.ID].Session != side.Trial.Details.Session {
			continue
		}
		steps, err := s.lastCalls(ctx, t, earlierCalls, &room)
		if err != nil {
			return err
		}
		p.AddEarlier(side, t, steps)
	}
	return nil
}
