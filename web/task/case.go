package task

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// CaseRoutes registers /cases/{case}, written or mined, and its twin.
func (s Pages) CaseRoutes(page web.Route) {
	page("/cases/:case", web.Heavy, s.casePage, web.Nothing())
}

// oneCase finds a case by its slug; one of the two is nil.
func (s Pages) oneCase(c echo.Context) (*casebook.Case, *taskviews.MinedCase, error) {
	slug, err := web.Param(c, "case")
	if err != nil {
		return nil, nil, err
	}
	return s.FindCase(c.Request().Context(), slug)
}

func (s Pages) FindCase(ctx context.Context, slug string) (*casebook.Case, *taskviews.MinedCase, error) {
	if w, ok, err := casebook.Find(slug); err != nil || ok {
		if err == nil {
			err = s.stillTold(ctx, w)
		}
		return &w, nil, err
	}
	m, err := s.Store.FindCase(ctx, slug)
	if err != nil {
		return nil, nil, err
	}
	return nil, taskviews.NewMinedCase(m, len(m.Trials)), nil
}

// casePage is GET /cases/{case}.
func (s Pages) casePage(c echo.Context) error {
	w, m, err := s.oneCase(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if w != nil {
		x, err := s.loadWritten(ctx, *w)
		if err != nil {
			return err
		}
		return web.HTML(c, taskviews.WrittenCasePage(s.Frame, x))
	}
	if err := s.LoadMined(ctx, m); err != nil {
		return err
	}
	return web.HTML(c, taskviews.MinedCasePage(s.Frame, m))
}

// LoadMined reads what the page has beside the case itself.
func (s Pages) LoadMined(ctx context.Context, m *taskviews.MinedCase) error {
	var ok bool
	if m.FoundBy, ok = cases.FindRule(m.Rule); !ok {
		return fmt.Errorf("rule %s: %w", m.Rule, results.ErrNotFound)
	}
	var err error
	if m.About, err = s.Store.FindBenchmark(ctx, m.Benchmark); err != nil {
		return err
	}
	facts, err := s.caseFacts(ctx, m.About)
	if err != nil {
		return err
	}
	m.Names, m.FoundBy = facts.names, m.FoundBy.In(m.About.Words)
	if m.Task != "" {
		t, err := s.Store.FindTask(ctx, m.Benchmark, m.Scenario, m.Task)
		if err != nil && !web.IsNotFound(err) {
			return err
		}
		m.TaskKnown = err == nil
		if t.Kind == results.KindMultiChoice {
			if m.Options, err = s.evidence(ctx, facts, casebook.Evidence{Kind: casebook.Options, Scenario: m.Scenario, Task: m.Task}); err != nil {
				return err
			}
		}
	}
	return nil
}

// loadWritten reads the evidence that a written case embeds.
func (s Pages) loadWritten(ctx context.Context, w casebook.Case) (*taskviews.WrittenCase, error) {
	x := taskviews.NewWrittenCase(w)
	b, err := s.Store.FindBenchmark(ctx, w.Benchmark)
	if web.IsNotFound(err) {
		return x, x.AddText(w.Blocks, func(e casebook.Evidence) (*taskviews.CaseEvidence, error) {
			return taskviews.NoBenchmark(w.Benchmark, e.Kind), nil
		})
	}
	if err != nil {
		return nil, err
	}
	x.About = &b
	facts, err := s.caseFacts(ctx, b)
	if err != nil {
		return nil, err
	}
	return x, x.AddText(w.Blocks, func(e casebook.Evidence) (*taskviews.CaseEvidence, error) { return s.evidence(ctx, facts, e) })
}
