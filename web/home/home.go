package home

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	homeviews "github.com/clawatlas/clawatlas/views/home"
	"github.com/clawatlas/clawatlas/web"
	boardweb "github.com/clawatlas/clawatlas/web/board"
)

type Pages struct{ *web.Server }

func Of(s *web.Server) Pages { return Pages{s} }

func (s Pages) HomePage(c echo.Context) error {
	if web.WantsCSV(c) {
		list, err := s.benchmarks(c.Request().Context(), math.MaxInt, 0)
		if err != nil {
			return err
		}
		return web.SendTable(c, "benchmarks", list)
	}
	d, err := s.Home(c.Request().Context())
	if err != nil {
		return err
	}
	return web.HTML(c, homeviews.HomePage(s.Frame, d))
}

// newestRead is the number of runs read per board to select the newest ones.
const newestRead = 20

// Home loads the front page. Benchmarks without a section of their own need only their name and
// size.
func (s Pages) Home(ctx context.Context) (*homeviews.Home, error) {
	list, e1 := s.Store.Benchmarks(ctx)
	names, err := s.ModelNames(ctx)
	if err = cmp.Or(e1, err); err != nil {
		return nil, err
	}
	var boards []homeviews.HomeBoard
	for _, b := range list {
		h := homeviews.HomeBoard{Of: b}
		if h.Size, err = s.Store.BenchmarkSize(ctx, b.ID); err != nil {
			return nil, err
		}
		if homeviews.NeedsBoard(b, h.Size) {
			if h.Board, err = s.DefaultBoard(ctx, b); err != nil {
				return nil, err
			}
		}
		boards = append(boards, h)
	}
	d := homeviews.NewHome(boards)
	d.Names = names
	for i := range d.Boards {
		if err := s.addRuns(ctx, d, &d.Boards[i]); err != nil {
			return nil, err
		}
	}
	d.Findings, err = s.findings(ctx)
	return d, err
}

// addRuns adds the runs shown for a board, and the difference between the systems if only two are
// ranked.
func (s Pages) addRuns(ctx context.Context, d *homeviews.Home, b *homeviews.HomeBoard) error {
	runs, _, err := s.Store.Runs(ctx, results.RunFilter{Benchmark: b.Of.ID, Scored: true, Bare: true, Limit: newestRead})
	if err != nil {
		return err
	}
	for _, slug := range b.Needed() {
		run, err := s.Store.FindRun(ctx, slug)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(runs, func(r results.Run) bool { return r.ID == run.ID }) {
			runs = append(runs, run)
		}
	}
	if b.Gap, err = boardweb.Of(s.Server).Gap(ctx, b.Of, b.Board, runs, d.Names); err != nil {
		return err
	}
	leaders, newest := d.Shown(*b, runs)
	var ids []int64
	for _, r := range slices.Concat(leaders, newest) {
		ids = append(ids, r.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	pictures, err := s.Fingerprints(ctx, b.Of, ids)
	if err != nil {
		return err
	}
	for _, r := range leaders {
		d.Leaders = append(d.Leaders, homeviews.HomeRun{Run: r, Of: b.Of, Picture: pictures[r.ID]})
	}
	for _, r := range newest {
		d.Runs = append(d.Runs, homeviews.HomeRun{Run: r, Of: b.Of, Picture: pictures[r.ID]})
	}
	return nil
}

func (s Pages) Benchmarks(c echo.Context) (*homeviews.Benchmarks, error) {
	limit, offset := web.ListWindow(c)
	return s.benchmarks(c.Request().Context(), limit, offset)
}

func (s Pages) benchmarks(ctx context.Context, limit, offset int) (*homeviews.Benchmarks, error) {
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	out := &homeviews.Benchmarks{Benchmarks: []homeviews.BenchmarkRow{}, Limit: limit, Offset: offset, Total: len(list)}
	for _, b := range views.Span(list, limit, offset) {
		n, err := s.Store.BenchmarkSize(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		out.Benchmarks = append(out.Benchmarks, homeviews.NewBenchmarkRow(b, n))
	}
	return out, nil
}
