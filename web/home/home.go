package home

import (
	"context"
	"math"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	homeviews "github.com/clawatlas/clawatlas/views/home"
	"github.com/clawatlas/clawatlas/web"
)

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

// HomePage shows the benchmarks with their leaders, findings and the newest runs.
func (s Pages) HomePage(c echo.Context) error {
	if web.WantsCSV(c) {
		return s.benchmarksCSV(c)
	}
	d, err := s.Home(c.Request().Context())
	if err != nil {
		return err
	}
	found, err := s.KeptFindings(c.Request().Context())
	if err != nil {
		return err
	}
	return web.HTML(c, homeviews.HomePage(s.Frame, d, found))
}

// newestRead is how many runs of each benchmark are looked at for the newest.
const newestRead = 20

// Home reads the first page. Only what has a card there costs more than its name
// and size.
func (s Pages) Home(ctx context.Context) (*homereport.Home, error) {
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	d := &homereport.Home{}
	var newest []results.Run
	for _, b := range list {
		h := homereport.HomeBenchmark{Benchmark: b}
		if h.Size, err = s.Store.BenchmarkSize(ctx, b.ID); err != nil {
			return nil, err
		}
		group := homereport.HomeGroupOf(b)
		if group != homereport.HomeOther && h.Size.Runs > 0 {
			runs, _, err := s.Store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Scored: true, Bare: true, Limit: newestRead})
			if err != nil {
				return nil, err
			}
			newest = append(newest, runs...)
		}
		switch group {
		case homereport.HomePapers:
			if h.Board, err = s.DefaultBoard(ctx, b); err != nil {
				return nil, err
			}
			d.Papers = append(d.Papers, h)
		case homereport.HomeAlso:
			d.Also = append(d.Also, h)
		case homereport.HomeOther:
			d.Other = append(d.Other, h)
		}
	}
	if len(newest) == 0 {
		if newest, _, err = s.Store.Runs(ctx, results.RunFilter{Scored: true, Bare: true, Limit: newestRead}); err != nil {
			return nil, err
		}
	}
	newest = homereport.Newest(newest)
	d.Runs = homereport.Latest(newest, homereport.HomeRuns)
	homereport.OrderPapers(d.Papers)
	if err := s.homePictures(ctx, d, list, homereport.HeadRun(newest)); err != nil {
		return nil, err
	}
	d.Called = web.CalledOf(list)
	d.Names, err = s.ModelNames(ctx)
	return d, err
}

// homePictures reads the fingerprints of the run at the head and of the leaders.
func (s Pages) homePictures(ctx context.Context, d *homereport.Home, list []results.Benchmark, head *results.Run) error {
	at := map[string][]**homereport.HomeRun{} // where the runs of a benchmark are shown
	if head != nil {
		d.Head = &homereport.HomeRun{Run: *head}
		at[head.Benchmark] = append(at[head.Benchmark], &d.Head)
	}
	for i := range d.Papers {
		p := &d.Papers[i]
		if top := board.TopOf(p.Board); len(top.Tied) > 0 {
			run, err := s.Store.FindRun(ctx, *top.Tied[0].Run)
			if err != nil {
				return err
			}
			p.Leader = &homereport.HomeRun{Run: run}
			at[run.Benchmark] = append(at[run.Benchmark], &p.Leader)
		}
	}
	for _, b := range list {
		var ids []int64
		for _, r := range at[b.ID] {
			ids = append(ids, (*r).Run.ID)
		}
		if len(ids) == 0 {
			continue
		}
		all, err := s.Fingerprints(ctx, b, ids)
		if err != nil {
			return err
		}
		for _, r := range at[b.ID] {
			(*r).Benchmark, (*r).Fingerprint = b, all[(*r).Run.ID]
		}
	}
	return nil
}

// BenchmarksAPI is GET /api/v1/benchmarks.
func (s Pages) BenchmarksAPI(c echo.Context) error {
	limit, offset := web.ListWindow(c)
	out, err := s.benchmarks(c.Request().Context(), limit, offset)
	if err != nil {
		return err
	}
	return web.Object(c, out)
}

// benchmarksCSV is the same list as a table, all of it.
func (s Pages) benchmarksCSV(c echo.Context) error {
	list, err := s.benchmarks(c.Request().Context(), math.MaxInt, 0)
	if err != nil {
		return err
	}
	header, rows := list.CSV()
	return web.Table(c, "benchmarks", header, rows)
}

// benchmarks reads a window of the list of benchmarks.
func (s Pages) benchmarks(ctx context.Context, limit, offset int) (*homereport.Benchmarks, error) {
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	out := &homereport.Benchmarks{Benchmarks: []homereport.BenchmarkRow{}, Limit: limit, Offset: offset, Total: len(list)}
	for _, b := range report.Span(list, limit, offset) {
		row, err := s.benchmarkRow(ctx, b)
		if err != nil {
			return nil, err
		}
		out.Benchmarks = append(out.Benchmarks, row)
	}
	return out, nil
}

func (s Pages) benchmarkRow(ctx context.Context, b results.Benchmark) (homereport.BenchmarkRow, error) {
	n, err := s.Store.BenchmarkSize(ctx, b.ID)
	return homereport.NewBenchmarkRow(b, n), err
}

// AboutRoutes registers the page about the site itself.
func (s Pages) AboutRoutes(page web.Route) {
	page("/about", web.Light, s.aboutPage, web.Query{web.CSVField()})
}

func (s Pages) about(c echo.Context) (*homereport.About, error) {
	list, err := s.Store.Benchmarks(c.Request().Context())
	return homereport.NewAbout(s.Frame.Version, list), err
}

// aboutPage is GET /about.
func (s Pages) aboutPage(c echo.Context) error {
	a, err := s.about(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		header, rows := a.CSV()
		return web.Table(c, "sources", header, rows)
	}
	page, err := homeviews.AboutPage(s.Frame, a)
	if err != nil {
		return err
	}
	return web.HTML(c, page)
}
