package board

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/views/claims"
	modelviews "github.com/clawatlas/clawatlas/views/model"
	"github.com/clawatlas/clawatlas/web"
	modelweb "github.com/clawatlas/clawatlas/web/model"
)

type Pages struct{ *web.Server }

func Of(s *web.Server) Pages { return Pages{s} }

func (s Pages) BoardRoutes(page, api web.Route) {
	axes := []string{""}
	for _, a := range boardviews.Axes() {
		axes = append(axes, a.Key)
	}
	page("/b/:benchmark", web.Heavy, s.boardPage,
		BoardFields().And(web.TextField("as_of"), web.WordField("against", axes...), web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/leaderboard", web.Heavy, web.JsonList(s.boardOfDay),
		BoardFields().And(web.TextField("as_of")).And(web.WindowFields()...))
}

func BoardFields() web.Query {
	return web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutImpossible), web.TextField("framework"),
		web.WordField("evidence", "", string(results.Recomputed), string(results.Records), string(results.Published)),
		web.TextField("group"), web.TextField("q"), web.TextField("sort")}
}

// systemsOnPage is the number of ranked systems per page.
const systemsOnPage = 40

func (s Pages) whichBoard(c echo.Context) (b results.Benchmark, q boardviews.BoardQuery, err error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return b, q, err
	}
	if b, err = s.FindBenchmark(c.Request().Context(), id); err != nil {
		return b, q, err
	}
	a := web.Ask(c)
	q = boardviews.BoardQuery{Preset: score.ConventionsOf(b)[0].ID, Without: a.Word("without"), Framework: a.Text("framework"), Evidence: a.Word("evidence"),
		Group: a.Text("group"), Part: strings.TrimSpace(a.Text("q")), Sort: a.Text("sort")}
	if q.Sort == boardviews.SortRank {
		q.Sort = ""
	}
	q.Convention, err = web.Convention(c, b)
	return b, q, err
}

func (s Pages) boardOfDay(c echo.Context) (*boardviews.Board, error) {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	if day := web.Ask(c).Text("as_of"); day != "" {
		return s.snapshot(ctx, b, q, day)
	}
	whole, err := s.Store.FindBoard(ctx, b.ID, q.Convention, q.Without)
	if err != nil && !web.IsNotFound(err) {
		return nil, err
	}
	return boardviews.NewBoard(b, whole, q, nil)
}

func (s Pages) snapshot(ctx context.Context, b results.Benchmark, q boardviews.BoardQuery, day string) (*boardviews.Board, error) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return nil, web.Bad("as_of=%s is not a date; use a form such as 2026-01-31.", day)
	}
	kept, e1 := s.Store.FindBoardState(ctx, b.ID, q.Convention, q.Without, day)
	days, e2 := s.Store.StateDays(ctx, b.ID, q.Convention, q.Without)
	if err := cmp.Or(e1, e2); err != nil {
		return nil, err
	}
	return boardviews.NewBoardState(b, q, kept, days)
}

// boardPage handles GET /b/{benchmark}. With the parameter as_of, it shows the snapshot that was
// current on that day, after a redirect to the day of the snapshot.
func (s Pages) boardPage(c echo.Context) error {
	b, q, err := s.whichBoard(c)
	if err != nil {
		return err
	}
	ctx, csv, day := c.Request().Context(), web.WantsCSV(c), web.Ask(c).Text("as_of")
	var d *boardviews.Board
	if day != "" {
		d, err = s.snapshot(ctx, b, q, day)
	} else {
		d, err = s.today(ctx, b, q)
	}
	if err != nil {
		return err
	}
	name := b.ID + "-leaderboard"
	if d.State != nil {
		if d.State.Day != day {
			values := c.Request().URL.Query()
			values.Set("as_of", d.State.Day)
			return c.Redirect(http.StatusFound, link.To(values, "b", b.ID))
		}
		name += "-" + day
	}
	if csv {
		return web.SendTable(c, name, d)
	}
	if d.State != nil {
		web.Into(&d.Size, &err)(s.Store.BenchmarkSize(ctx, b.ID))
	} else {
		web.Into(&d.Over, &err)(s.counted(ctx, d))
	}
	web.Into(&d.Cite, &err)(s.boardCitation(ctx, d))
	d.Window = web.ReadLeaf(c, web.PageParam, systemsOnPage)
	if err == nil && d.State == nil && b.Scored() {
		err = s.addTests(ctx, d, web.Ask(c).Word("against"))
	}
	if err != nil {
		return err
	}
	return web.HTML(c, boardviews.BoardPage(s.Frame, d))
}

func (s Pages) today(ctx context.Context, b results.Benchmark, q boardviews.BoardQuery) (*boardviews.Board, error) {
	whole, err := s.Store.FindBoard(ctx, b.ID, q.Convention, q.Without)
	if err != nil && !web.IsNotFound(err) {
		return nil, err
	}
	runs, e1 := s.AllRuns(ctx, results.RunFilter{Benchmark: b.ID})
	totals, e2 := s.Store.RunTotals(ctx, b.ID, 0)
	figures, e3 := s.Store.Figures(ctx, b.ID)
	size, e4 := s.Store.BenchmarkSize(ctx, b.ID)
	if err := cmp.Or(e1, e2, e3, e4); err != nil {
		return nil, err
	}
	d, err := boardviews.NewBoard(b, whole, q, boardviews.NewSpent(runs, totals, figures, size.Tasks))
	if err != nil {
		return nil, err
	}
	d.Size, d.Runs, d.Totals = size, runs, map[int64]results.RunTotal{}
	for _, t := range totals {
		d.Totals[t.Run] = t
	}
	d.Names, err = s.ModelNames(ctx)
	return d, err
}

// counted returns, by metric, the number of tasks that the ranked runs cover. It uses one ranked
// run, because all complete runs cover the same tasks.
func (s Pages) counted(ctx context.Context, d *boardviews.Board) (map[string]int, error) {
	ranked := board.Population(d.Whole)
	i := slices.IndexFunc(d.Runs, func(r results.Run) bool { return len(ranked) > 0 && r.Slug == *ranked[0].Run })
	if i < 0 || d.Without != "" {
		return nil, nil
	}
	metrics, err := s.Store.RunMetrics(ctx, d.Runs[i].ID)
	over := map[string]int{}
	for _, m := range metrics {
		if m.Scope == "" && m.Den != nil && (m.Convention == "" || m.Convention == d.Query.Convention) {
			over[m.Key] = int(*m.Den)
		}
	}
	return over, err
}

const lastDay = "9999-12-31"

// boardCitation returns the citation of a board's snapshot. Static sites have no snapshots, so they
// cite the database.
func (s Pages) boardCitation(ctx context.Context, d *boardviews.Board) (views.Citation, error) {
	x, err := s.Citation(ctx, d.Benchmark)
	switch {
	case err != nil || s.Frame.Static:
		return x, err
	case d.State != nil:
		x.Day, x.Digest = d.State.Day, d.State.Digest
	default:
		kept, err := s.Store.FindBoardState(ctx, d.Benchmark, d.Query.Convention, d.Query.Without, lastDay)
		if web.IsNotFound(err) {
			return x, nil
		}
		if err != nil {
			return x, err
		}
		x.Day = kept.Day
		if x.Digest, err = kept.Digest(); err != nil {
			return x, err
		}
	}
	x.State = link.State(d.Query.Choice(), d.Benchmark, x.Day)
	return x, nil
}

// addTests adds the plot, its significance tests, and the difference between two ranked systems if
// there are exactly two.
func (s Pages) addTests(ctx context.Context, d *boardviews.Board, against string) (err error) {
	d.Plot = d.NewPlot(against)
	if d.Gap, err = s.Gap(ctx, d.Of, d.Whole, d.Runs, d.Names); err != nil {
		return err
	}
	if d.Plot != nil && d.Plot.Testable() && d.Without == "" {
		g, err := s.JudgedGroup(ctx, views.NewBench(d.Of, d.Whole, d.Runs, d.Names), d.Plot.Rows[0].Group)
		if err != nil {
			return err
		}
		d.Test(d.Plot, g)
	}
	return nil
}

// Gap returns the tested difference between a board's two ranked systems. It returns nil if the
// number of ranked systems is not two.
func (s Pages) Gap(ctx context.Context, b results.Benchmark, whole results.Board, runs []results.Run,
	names map[string]string) (*boardviews.Gap, error) {
	top := board.TopOf(whole)
	if top.Ranked != 2 || whole.Without != "" {
		return nil, nil
	}
	g, err := s.JudgedGroup(ctx, views.NewBench(b, whole, runs, names), top.Tied[0].Group)
	if err != nil {
		return nil, err
	}
	return boardviews.NewGap(g), nil
}

func (s Pages) ModelsRoutes(page, api web.Route) {
	models := modelweb.Of(s.Server)
	page("/models", web.Heavy, models.ModelsPage,
		web.Query{web.TextField("benchmark"), web.SortField(modelviews.SortKeys...), web.PageField(), web.CSVField()})
	api("/models", web.Heavy, web.JsonList(models.Models), web.Query{web.TextField("benchmark")}.And(web.WindowFields()...))
	page("/models/:model", web.Heavy, models.ModelPage, web.Query{web.CSVField()})
	api("/models/:model", web.Heavy, web.JsonList(models.Model), web.WindowFields())
}

func (s Pages) Tables(ctx context.Context, id string) ([]results.StatTable, error) {
	tables, err := s.Store.StatTables(ctx, id)
	at := slices.IndexFunc(tables, func(t results.StatTable) bool { return t.ID == results.ClaimsTable })
	if err != nil || at < 0 {
		return tables, err
	}
	tables = slices.Clone(tables)
	tables[at], err = web.Remember(ctx, s.Store, web.MemoKey{What: "claims", Benchmark: id}, func() (results.StatTable, error) {
		v, err := s.LoadBench(ctx, id)
		if err != nil {
			return results.StatTable{}, err
		}
		in := &claims.Input{Bench: v, Tables: tables}
		web.Into(&in.Figures, &err)(s.Store.Figures(ctx, id))
		web.Into(&in.Tasks, &err)(s.Store.Tasks(ctx, id, ""))
		web.Into(&in.Means, &err)(s.SystemMeans(ctx, v, v.Ranked()))
		web.Into(&in.Scoped, &err)(s.Store.ScenarioMetric(ctx, id, v.Board.Headline, 0))
		if err != nil {
			return results.StatTable{}, err
		}
		return claims.Judge(tables[at], in), nil
	})
	return tables, err
}
