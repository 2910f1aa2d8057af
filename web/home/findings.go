package home

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	findingviews "github.com/clawatlas/clawatlas/views/findings"
	"github.com/clawatlas/clawatlas/web"
	boardweb "github.com/clawatlas/clawatlas/web/board"
)

// FindingRoutes registers /findings and redirects the former page of each finding to it.
func (s Pages) FindingRoutes(page, api web.Route) {
	page("/findings", web.Heavy, s.findingsPage, web.Nothing())
	api("/findings", web.Heavy, web.JsonOf(s.findingsAnswer), web.WindowFields())
	page("/findings/:finding", web.Light, func(c echo.Context) error {
		slug, err := web.Param(c, "finding")
		if err != nil {
			return err
		}
		return c.Redirect(http.StatusMovedPermanently, link.Finding(slug))
	}, web.Nothing())
}

// findings returns the findings that hold for the current data, cached by database revision.
func (s Pages) findings(ctx context.Context) ([]findingviews.Finding, error) {
	return web.Remember(ctx, s.Store, web.MemoKey{What: "findings"}, func() ([]findingviews.Finding, error) {
		benchmarks, err := s.Store.Benchmarks(ctx)
		var all []findings.Finding
		for _, b := range benchmarks {
			in, err := s.findingInput(ctx, b)
			if err != nil {
				return nil, err
			}
			all = append(all, findings.Of(in)...)
		}
		list := []findingviews.Finding{}
		for _, f := range findings.Order(all) {
			list = append(list, findingviews.New(f))
		}
		return list, err
	})
}

func (s Pages) findingInput(ctx context.Context, b results.Benchmark) (in findings.Input, err error) {
	in.Benchmark = b
	if in.Board, err = s.DefaultBoard(ctx, b); err != nil {
		return in, err
	}
	if len(in.Board.Impossible) > 0 {
		if in.Without, err = s.Store.FindBoard(ctx, b.ID, score.ConventionsOf(b)[0].ID, results.WithoutImpossible); err != nil &&
			!web.IsNotFound(err) {
			return in, err
		}
	}
	if in.Tables, err = boardweb.Of(s.Server).Tables(ctx, b.ID); err != nil {
		return in, err
	}
	if b.HasWorld {
		if err = s.findingLooks(ctx, &in); err != nil {
			return in, err
		}
	}
	if len(compare.HarnessRows(in.Board.Rows)) > 0 { // without comparable harnesses, the runs are not needed
		v, err := s.LoadBench(ctx, b.ID)
		if err != nil {
			return in, err
		}
		if in.Harness, err = s.HarnessEffects(ctx, v, in.Board.Headline); err != nil {
			return in, err
		}
	}
	first, second, ok := findings.Pair(in.Board)
	if !ok || board.TooFew(in.Board.Statistics) {
		return in, nil
	}
	c := compare.Input{Benchmark: b, Convention: in.Board.Convention, Runs: [2]map[string]results.MetricValue{first.Metrics, second.Metrics}}
	if c.Tasks, err = s.Store.Tasks(ctx, b.ID, ""); err != nil {
		return in, err
	}
	for i, side := range []struct {
		row results.BoardRow
		run **results.ScoredRun
	}{{first, &c.A}, {second, &c.B}} {
		r := &results.ScoredRun{}
		if r.Run, err = s.Store.FindRun(ctx, *side.row.Run); err != nil {
			return in, err
		}
		for _, slug := range views.SweepRuns(&side.row) {
			one := r.Run
			if slug != r.Slug {
				if one, err = s.Store.FindRun(ctx, slug); err != nil {
					return in, err
				}
			}
			trials, err := s.Store.Outcomes(ctx, one.ID)
			if err != nil {
				return in, err
			}
			c.Sweeps[i] = append(c.Sweeps[i], trials)
			r.Trials = append(r.Trials, trials...)
		}
		*side.run = r
	}
	in.Pair = compare.Run(c)
	return in, nil
}

const looksRead = 20

func (s Pages) findingLooks(ctx context.Context, in *findings.Input) error {
	worlds, err := s.Store.Worlds(ctx, in.Benchmark.ID)
	if err != nil || len(worlds) == 0 {
		return err
	}
	in.Layouts = results.SumLayouts(worlds)
	rows := board.Population(in.Board)
	for _, row := range rows[:min(len(rows), looksRead)] {
		run, err := s.Store.FindRun(ctx, *row.Run)
		if err != nil {
			return err
		}
		looked, err := s.Store.Looked(ctx, run.ID, "")
		if err != nil {
			return err
		}
		if x := findings.NewRunLooks(row, &looked, worlds); x != nil {
			in.LooksKnown++
			if in.Looks == nil {
				in.Looks = x
			}
		}
	}
	return nil
}

func (s Pages) findingsPage(c echo.Context) error {
	list, err := s.findings(c.Request().Context())
	if err != nil {
		return err
	}
	return web.HTML(c, findingviews.Page(s.Frame, list))
}

func (s Pages) findingsAnswer(c echo.Context) (findingviews.Findings, error) {
	limit, offset := web.ListWindow(c)
	list, err := s.findings(c.Request().Context())
	return findingviews.Findings{Findings: views.Span(list, limit, offset), Limit: limit, Offset: offset, Total: len(list)}, err
}
