package web

import (
	"context"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// caseRoutes registers /cases/{case}, written or mined, and its twin.
func (s *Server) caseRoutes(page, api route) {
	page("/cases/:case", heavy, s.casePage, nothing())
	api("/cases/:case", heavy, s.caseAPI, nothing(), report.WrittenCase{}, report.MinedCase{})
}

// oneCase finds a case by its slug; one of the two is nil.
func (s *Server) oneCase(c echo.Context) (*casebook.Case, *report.MinedCase, error) {
	slug, err := param(c, "case")
	if err != nil {
		return nil, nil, err
	}
	return s.findCase(c.Request().Context(), slug)
}

func (s *Server) findCase(ctx context.Context, slug string) (*casebook.Case, *report.MinedCase, error) {
	if w, ok, err := casebook.Find(slug); err != nil || ok {
		if err == nil {
			err = s.stillTold(ctx, w)
		}
		return &w, nil, err
	}
	m, err := s.store.FindCase(ctx, slug)
	if err != nil {
		return nil, nil, err
	}
	return nil, report.NewMinedCase(m, len(m.Trials)), nil
}

// caseAPI is GET /api/v1/cases/{case}.
func (s *Server) caseAPI(c echo.Context) error {
	w, m, err := s.oneCase(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if w != nil {
		x := report.NewWrittenCase(*w)
		x.Text = w.Text()
		return object(c, x)
	}
	if m.About, err = s.store.FindBenchmark(ctx, m.Benchmark); err != nil {
		return err
	}
	if err := s.quoteCase(ctx, m); err != nil {
		return err
	}
	return object(c, m)
}

// casePage is GET /cases/{case}.
func (s *Server) casePage(c echo.Context) error {
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
		return html(c, views.WrittenCasePage(s.frame, x))
	}
	if err := s.loadMined(ctx, m); err != nil {
		return err
	}
	return html(c, views.MinedCasePage(s.frame, m))
}

// loadMined reads what the page has beside the case itself.
func (s *Server) loadMined(ctx context.Context, m *report.MinedCase) error {
	var ok bool
	if m.FoundBy, ok = cases.FindRule(m.Rule); !ok {
		return fmt.Errorf("rule %s: %w", m.Rule, results.ErrNotFound)
	}
	var err error
	if m.About, err = s.store.FindBenchmark(ctx, m.Benchmark); err != nil {
		return err
	}
	facts, err := s.caseFacts(ctx, m.About)
	if err != nil {
		return err
	}
	m.Names, m.FoundBy = facts.names, m.FoundBy.In(m.About.Words)
	m.Dates = report.RunDates(facts.runs)
	if m.Task != "" {
		t, err := s.store.FindTask(ctx, m.Benchmark, m.Scenario, m.Task)
		if err != nil && !isNotFound(err) {
			return err
		}
		m.TaskKnown = err == nil
		if t.Kind == results.KindMultiChoice {
			if m.Options, err = s.evidence(ctx, facts, casebook.Evidence{Kind: casebook.Options, Scenario: m.Scenario, Task: m.Task}); err != nil {
				return err
			}
		}
	}
	if err := s.quoteCase(ctx, m); err != nil {
		return err
	}
	m.Beside, err = s.casesOf(ctx, m.Benchmark, m.Scenario, m.Task, "", m.Slug)
	return err
}

// loadWritten reads the evidence that a written case embeds.
func (s *Server) loadWritten(ctx context.Context, w casebook.Case) (*report.WrittenCase, error) {
	x := report.NewWrittenCase(w)
	b, err := s.store.FindBenchmark(ctx, w.Benchmark)
	if isNotFound(err) {
		return x, x.AddText(w.Blocks, func(e casebook.Evidence) (*report.CaseEvidence, error) {
			return report.NoBenchmark(w.Benchmark, e.Kind), nil
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
	err = x.AddText(w.Blocks, func(e casebook.Evidence) (*report.CaseEvidence, error) { return s.evidence(ctx, facts, e) })
	if err != nil {
		return nil, err
	}
	for _, r := range w.Rounds {
		scenario, task, _ := strings.Cut(r, "/")
		links, err := s.casesOf(ctx, w.Benchmark, scenario, task, "", w.Slug)
		if err != nil {
			return nil, err
		}
		x.AddBeside(links)
	}
	return x, nil
}
