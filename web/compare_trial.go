package web

import (
	"context"
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// trialPair is two trials of one task.
type trialPair struct {
	scenario, task string
	benchmark      results.Benchmark
	other          results.Benchmark
	spec           results.Task
	neighbours     [2]string // slugs of the tasks before and after it
	sides          [2]trialSide
	from           int    // first row of the window, from 0
	open           bool   // equal stretches are not folded
	doubtful       string // why no answer can pass the task; empty if one can
	align.Alignment
}

// trialSide is one of them.
type trialSide struct {
	run      results.Run
	label    string
	attempt  int                  // asked for; 0: the first
	attempts []int                // that there are
	trial    *results.StoredTrial // nil if there is no record
	items    []align.Item
	skipped  int // entries that are not aligned
	cut      int // steps beyond the bound
}

func (s *Server) compareTrialPage(c echo.Context) error {
	p, err := s.loadTrialPair(c)
	if err != nil {
		return err
	}
	p.from, p.open = ask(c).number("from"), ask(c).word("fold") == "0"
	if p.from > 0 && p.from >= len(p.Rows) && p.benchmark.ID == p.other.ID {
		return bad("from=%d is beyond the last of %d rows.", p.from, len(p.Rows))
	}
	page, err := s.buildTrialPair(c.Request().Context(), p)
	if err != nil {
		return err
	}
	return html(c, views.CompareTrialPage(page))
}

// loadTrialPair reads the URL, both trials and their items.
func (s *Server) loadTrialPair(c echo.Context) (*trialPair, error) {
	ctx := c.Request().Context()
	ids, err := params(c, "scenario", "task")
	if err != nil {
		return nil, err
	}
	p := &trialPair{scenario: ids[0], task: ids[1]}
	if err := p.parse(c); err != nil {
		return nil, err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	for i := range p.sides {
		side := &p.sides[i]
		if side.run, err = s.store.FindRun(ctx, side.run.Slug); err != nil {
			return nil, err
		}
	}
	labels := report.RunLabels(names, p.sides[0].run, p.sides[1].run)
	p.sides[0].label, p.sides[1].label = labels[0], labels[1]
	if p.benchmark, err = s.store.FindBenchmark(ctx, p.sides[0].run.Benchmark); err != nil {
		return nil, err
	}
	if p.other, err = s.store.FindBenchmark(ctx, p.sides[1].run.Benchmark); err != nil {
		return nil, err
	}
	if p.benchmark.ID != p.other.ID {
		return p, nil
	}
	if err := s.loadTrials(ctx, p); err != nil {
		return nil, err
	}
	p.Alignment = align.Traces(p.sides[0].items, p.sides[1].items)
	return p, nil
}

// pairFields are the parameters of two trials.
func pairFields() query {
	return query{textField("a"), textField("b"), numberField("attempt_a", 0, 0, 1<<20), numberField("attempt_b", 0, 0, 1<<20)}
}

// alignedFields choose among the rows of their page.
func alignedFields() query {
	return query{numberField("from", 0, 0, 1<<30), wordField("fold", "1", "0")}
}

func (p *trialPair) parse(c echo.Context) error {
	a := ask(c)
	for i, name := range []string{"a", "b"} {
		slug := a.text(name)
		if slug == "" {
			return bad("two runs are needed: ?a=RUN&b=RUN.")
		}
		if !results.ValidSlug(slug) {
			return bad("%s=%q is not the id of a run.", name, slug)
		}
		p.sides[i].run.Slug = slug
		p.sides[i].attempt = a.number("attempt_" + name)
	}
	return nil
}

// loadTrials reads what both runs have of the task; a run without a record of
// it is a side without a trial.
func (s *Server) loadTrials(ctx context.Context, p *trialPair) error {
	var err error
	if p.spec, err = s.store.FindTask(ctx, p.benchmark.ID, p.scenario, p.task); err != nil {
		return err
	}
	if err := s.findNeighbours(ctx, p); err != nil {
		return err
	}
	list, err := s.store.Doubts(ctx, p.benchmark)
	if err != nil {
		return err
	}
	p.doubtful = list.Reason(p.scenario, p.task)
	all, err := s.store.TaskTrials(ctx, p.benchmark.ID, p.scenario, p.task)
	if err != nil {
		return err
	}
	for i := range p.sides {
		side := &p.sides[i]
		for n := range all {
			if all[n].Run == side.run.Slug {
				side.attempts = append(side.attempts, all[n].Attempt)
			}
		}
		t, err := s.store.FindTrial(ctx, side.run.Slug, p.scenario, p.task, side.attempt)
		switch {
		case isNotFound(err) && side.attempt == 0:
			continue
		case err != nil:
			return err
		}
		side.trial = &t
		if err := s.loadItems(ctx, side); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) findNeighbours(ctx context.Context, p *trialPair) error {
	tasks, err := s.store.Tasks(ctx, p.benchmark.ID, p.scenario)
	if err != nil {
		return err
	}
	for i := range tasks {
		if tasks[i].Slug != p.task {
			continue
		}
		if i > 0 {
			p.neighbours[0] = tasks[i-1].Slug
		}
		if i+1 < len(tasks) {
			p.neighbours[1] = tasks[i+1].Slug
		}
	}
	return nil
}

const (
	// alignedSteps bounds the steps of one trace that are aligned.
	alignedSteps = 50_000
	// itemWindow is how many steps are opened at once to make their items:
	// only the items stay in memory.
	itemWindow = 500
)

// loadItems reduces a trace to the items that are aligned, a window at a time.
func (s *Server) loadItems(ctx context.Context, side *trialSide) error {
	total := min(side.trial.StepsTotal, alignedSteps)
	side.cut = side.trial.StepsTotal - total
	for from := 1; from <= total; from += itemWindow {
		rows, err := s.store.StepRows(ctx, side.trial, from, min(itemWindow, total-from+1))
		if err != nil {
			return err
		}
		steps, err := s.store.Steps(ctx, side.trial, rows)
		if err != nil {
			return err
		}
		items, skipped := align.Items(steps)
		side.items = append(side.items, items...)
		side.skipped += skipped
	}
	return nil
}

// values is the query of the same view with some values changed.
func (p *trialPair) values(pairs ...string) url.Values {
	v := url.Values{"a": {p.sides[0].run.Slug}, "b": {p.sides[1].run.Slug}}
	for i, name := range []string{"attempt_a", "attempt_b"} {
		if p.sides[i].attempt > 0 {
			v.Set(name, fmt.Sprint(p.sides[i].attempt))
		}
	}
	if p.open {
		v.Set("fold", "0")
	}
	if p.from > 0 {
		v.Set("from", fmt.Sprint(p.from))
	}
	return link.With(v, pairs...)
}

func (p *trialPair) link(pairs ...string) string {
	return link.To(p.values(pairs...), "compare", p.scenario, p.task)
}

// rowLink leads to a row, a few rows of context before it, whatever is folded.
func (p *trialPair) rowLink(row int) string {
	units := p.units()
	from := ""
	if p.windowOf(units, row) != p.windowOf(units, p.from) {
		if first := units[p.windowOf(units, row)*alignedUnits].from; first > 0 {
			from = fmt.Sprint(first)
		}
		return p.link("from", from) + fmt.Sprintf("#row-%d", row+1)
	}
	return fmt.Sprintf("#row-%d", row+1)
}

// trialHref is the address of a side's trial, or of one of its steps.
func (p *trialPair) trialHref(side int, step int) string {
	t := &p.sides[side]
	q := url.Values{}
	if t.trial != nil && t.trial.Attempt > 1 {
		q.Set("attempt", fmt.Sprint(t.trial.Attempt))
	}
	if step == 0 {
		return link.To(q, "runs", t.run.Slug, p.scenario, p.task)
	}
	q.Set("step", fmt.Sprint(step))
	return link.To(q, "runs", t.run.Slug, p.scenario, p.task) + fmt.Sprintf("#step-%d", step)
}
