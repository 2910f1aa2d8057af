package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// itemWindow is how many steps are opened at once to make the items that are
// aligned: only the items stay in memory.
const itemWindow = 500

// pairFields are the parameters of two trials.
func pairFields() query {
	return query{textField("a"), textField("b"), numberField("attempt_a", 0, 0, 1<<20), numberField("attempt_b", 0, 0, 1<<20)}
}

// alignedFields choose among the rows of their page.
func alignedFields() query {
	return query{numberField("from", 0, 0, 1<<30), wordField("fold", "1", "0")}
}

// compareTrialPage is /compare/{scenario}/{task}.
func (s *Server) compareTrialPage(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	q.From, q.Open = ask(c).number("from"), ask(c).word("fold") == "0"
	p, err := s.loadTrials(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if wantsCSV(c) && p.OneBenchmark() {
		header, rows := p.CSV()
		if len(rows) == 0 {
			header, rows = p.SidesCSV()
		}
		return table(c, "compare-"+p.Scenario+"-"+p.Task, header, rows)
	}
	if q.From > 0 && q.From >= p.Total && p.OneBenchmark() {
		return bad("from=%d is beyond the last of %d rows.", q.From, p.Total)
	}
	page := p.Page()
	if err := s.openSteps(c.Request().Context(), p, page); err != nil {
		return err
	}
	return html(c, views.CompareTrialPage(s.frame, p, page))
}

// compareTrialAPI is GET /api/v1/compare/{scenario}/{task}?a=&b=.
func (s *Server) compareTrialAPI(c echo.Context) error {
	q, err := parseTrials(c)
	if err != nil {
		return err
	}
	p, err := s.loadTrials(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if !p.OneBenchmark() {
		return bad("%s is a run of %s and %s of %s; they have no task in common.", p.A.Run, p.Of.ID, p.B.Run, p.Other.ID)
	}
	p.CutRows(listWindow(c))
	return object(c, p)
}

func parseTrials(c echo.Context) (report.TrialsQuery, error) {
	ids, err := params(c, "scenario", "task")
	if err != nil {
		return report.TrialsQuery{}, err
	}
	q := report.TrialsQuery{Scenario: ids[0], Task: ids[1]}
	a := ask(c)
	for i, name := range []string{"a", "b"} {
		slug := a.text(name)
		if slug == "" {
			return q, bad("two runs are needed: ?a=RUN&b=RUN.")
		}
		if !results.ValidSlug(slug) {
			return q, bad("%s=%q is not the id of a run.", name, slug)
		}
		q.Runs[i], q.Attempts[i] = slug, a.number("attempt_"+name)
	}
	return q, nil
}

// loadTrials reads what both runs have of the task; a run without a record of
// it is a side without a trial.
func (s *Server) loadTrials(ctx context.Context, q report.TrialsQuery) (*report.TrialComparison, error) {
	names, runs, of, err := s.loadPair(ctx, q.Runs[:])
	if err != nil {
		return nil, err
	}
	p := report.NewTrialComparison(q, names, runs, of)
	if !p.OneBenchmark() {
		return p, nil
	}
	spec, err := s.store.FindTask(ctx, p.Benchmark, q.Scenario, q.Task)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, p.Benchmark, q.Scenario)
	if err != nil {
		return nil, err
	}
	doubts, err := s.store.Doubts(ctx, p.Of)
	if err != nil {
		return nil, err
	}
	trials, err := s.store.TaskTrials(ctx, p.Benchmark, q.Scenario, q.Task)
	if err != nil {
		return nil, err
	}
	p.AddTask(spec, tasks, doubts, trials)
	for i, side := range p.Sides() {
		t, err := s.store.FindTrial(ctx, side.Run, q.Scenario, q.Task, q.Attempts[i])
		switch {
		case isNotFound(err) && q.Attempts[i] == 0:
			continue
		case err != nil:
			return nil, err
		}
		p.AddTrial(side, &t)
		if side.Why, err = s.store.FindWhy(ctx, t.ID); err != nil {
			return nil, err
		}
		if err := s.loadItems(ctx, side); err != nil {
			return nil, err
		}
	}
	p.Align()
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
func (s *Server) loadItems(ctx context.Context, side *report.TrialSide) error {
	total := side.Trial.StepsTotal - side.Cut
	for from := 1; from <= total; from += itemWindow {
		rows, err := s.store.StepRows(ctx, side.Trial, from, min(itemWindow, total-from+1))
		if err != nil {
			return err
		}
		steps, err := s.store.Steps(ctx, side.Trial, rows)
		if err != nil {
			return err
		}
		side.AddSteps(steps)
	}
	return nil
}

// openSteps opens the steps that the page shows in full.
func (s *Server) openSteps(ctx context.Context, p *report.TrialComparison, page *report.AlignedPage) error {
	for i, side := range p.Sides() {
		var rows []results.StepRow
		for _, n := range page.Wanted(p, i) {
			row, err := s.store.StepRows(ctx, side.Trial, n, 1)
			if err != nil {
				return err
			}
			rows = append(rows, row...)
		}
		if len(rows) == 0 {
			continue
		}
		steps, err := s.store.Steps(ctx, side.Trial, rows)
		if err != nil {
			return err
		}
		page.AddSteps(i, steps)
	}
	return nil
}
