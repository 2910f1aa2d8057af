package compare

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
)

const (
	flipsPerPage = 100 // tasks in the list of one page
	pickRuns     = 500 // runs that one select offers
)

// CompareRoutes registers the pages of two runs, of many, and of two trials.
func (s Pages) CompareRoutes(page, api web.Route) {
	page("/compare", web.Heavy, s.comparePage,
		compareFields().And(web.TextField("benchmark"), partField(), web.OffsetField(), web.CSVField()))
	page("/compare/:scenario/:task", web.Heavy, s.compareTrialPage, pairFields().And(alignedFields()...).And(web.CSVField()))
	api("/compare", web.Heavy, s.compareAPI, compareFields().And(web.WindowFields()...))
	api("/compare/:scenario/:task", web.Heavy, s.compareTrialAPI, pairFields().And(web.WindowFields()...))
}

// partField chooses a part of the page.
func partField() web.Field {
	return web.WordField("part", "", comparereport.PartCosts, comparereport.PartRounds).Also("world") // a former part
}

// compareFields are the parameters of a comparison.
func compareFields() web.Query {
	return web.Query{web.TextField("a"), web.TextField("b"), web.ListField("run"), web.TextField("convention"), web.TextField("scenario"),
		web.TextField("kind"), web.TextField("phase"), web.WordField("sweeps", "", comparereport.SweepsAlone),
		web.WordField("show", comparereport.ShowDiffer, comparereport.ShowOnlyA, comparereport.ShowOnlyB, comparereport.ShowNeither,
			comparereport.ShowBoth, comparereport.ShowScore, comparereport.ShowAll)}
}

func parseCompare(c echo.Context) (comparereport.CompareQuery, error) {
	a := web.Ask(c)
	q := comparereport.CompareQuery{Convention: a.Text("convention"), Show: a.Word("show"),
		Alone: a.Word("sweeps") == comparereport.SweepsAlone}
	for _, slug := range slices.Concat([]string{a.Text("a"), a.Text("b")}, a.List("run")) {
		if slug == "" || slices.Contains(q.Runs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return q, web.Bad("%q is not the id of a run.", slug)
		}
		q.Runs = append(q.Runs, slug)
	}
	if len(q.Runs) > comparereport.MatrixRuns {
		return q, web.Bad("%d runs are too many for one page; choose at most %d.", len(q.Runs), comparereport.MatrixRuns)
	}
	for _, f := range []struct {
		name string
		to   *string
	}{{"scenario", &q.Scenario}, {"kind", &q.Kind}, {"phase", &q.Phase}} {
		*f.to = a.Text(f.name)
		if *f.to != "" && !results.ValidSlug(*f.to) {
			return q, web.Bad("%s=%s is not known.", f.name, *f.to)
		}
	}
	return q, nil
}

// comparePage is /compare: a form, two runs, or a matrix of more.
func (s Pages) comparePage(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	a := web.Ask(c)
	if q.Benchmark = a.Text("benchmark"); q.Benchmark != "" && !results.ValidSlug(q.Benchmark) {
		return web.Bad("benchmark=%s is not known.", q.Benchmark)
	}
	if q.Part = a.Word("part"); q.Part == "" && (c.QueryParam("show") != "" || c.QueryParam("offset") != "" || q.Narrowed()) {
		q.Part = comparereport.PartRounds // where the list is
	}
	switch {
	case len(a.List("run")) > 0 && len(q.Runs) == 2:
		return c.Redirect(http.StatusFound, q.Link())
	case len(q.Runs) == 0:
		return s.comparePickPage(c, q)
	}
	if wrong, err := s.wrongRun(c.Request().Context(), q); err != nil {
		return err
	} else if wrong != "" {
		return s.compareWrongPage(c, q, wrong)
	}
	switch {
	case len(q.Runs) < 2:
		return s.comparePickPage(c, q)
	case len(q.Runs) > 2:
		return s.compareMatrixPage(c, q)
	}
	d, err := s.loadComparison(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if !web.WantsCSV(c) {
		if d.Cite, err = s.Citation(c.Request().Context(), d.Benchmark); err != nil {
			return err
		}
		d.CutPage(flipsPerPage, a.Number("offset"))
		return web.HTML(c, compareviews.ComparePage(s.Frame, d))
	}
	if !d.OneBenchmark() {
		return web.Bad("the runs are of two benchmarks, so no table sets them side by side.")
	}
	name, table := "compare-"+report.SlugEnd(d.A.Run)+"-"+report.SlugEnd(d.B.Run), compareviews.CompareTable(d)
	return web.GridCSV(c, name, table)
}

// compareAPI is GET /api/v1/compare?a=&b=, or of several runs ?run=&run=...
// A run against itself is answered too: nothing differs.
func (s Pages) compareAPI(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	limit, offset := web.ListWindow(c)
	if wrong, err := s.wrongRun(c.Request().Context(), q); err != nil {
		return err
	} else if wrong != "" {
		return s.refuseRun(c.Request().Context(), q, wrong)
	}
	if len(q.Runs) > 2 {
		m, err := s.loadRunMatrix(c.Request().Context(), q)
		if err != nil {
			return err
		}
		return web.Object(c, m)
	}
	if a := web.Ask(c); len(q.Runs) == 1 && a.Text("a") == a.Text("b") {
		q.Runs = append(q.Runs, q.Runs[0])
	}
	if len(q.Runs) < 2 {
		return web.Bad("two runs are needed: ?a=RUN&b=RUN.")
	}
	d, err := s.loadComparison(c.Request().Context(), q)
	if err != nil {
		return err
	}
	d.Cut(limit, offset)
	return web.Object(c, d)
}

// loadPair reads two runs with their benchmarks, and the names of models.
func (s Pages) loadPair(ctx context.Context, slugs []string) (names map[string]string, runs [2]results.Run, of [2]results.Benchmark,
	err error) {
	if names, err = s.ModelNames(ctx); err != nil {
		return
	}
	for i := range runs {
		if runs[i], err = s.Store.FindRun(ctx, slugs[i]); err != nil {
			return
		}
	}
	for i := range of {
		if of[i], err = s.Store.FindBenchmark(ctx, runs[i].Benchmark); err != nil {
			return
		}
	}
	return
}

// loadComparison reads two runs, and if they are of one benchmark their outcomes
// and what they made of the changes of its world.
func (s Pages) loadComparison(ctx context.Context, q comparereport.CompareQuery) (*comparereport.Comparison, error) {
	d, err := s.PairOf(ctx, q)
	if err != nil || !d.OneBenchmark() {
		return d, err
	}
	return d, s.addReasons(ctx, d)

}

// PairOf reads two runs, and their outcomes if they are of one benchmark.
func (s Pages) PairOf(ctx context.Context, q comparereport.CompareQuery) (*comparereport.Comparison, error) {
	names, runs, of, err := s.loadPair(ctx, q.Runs)
	if err != nil {
		return nil, err
	}
	d, err := comparereport.NewComparison(q, names, runs, of)
	if err != nil || !d.OneBenchmark() {
		return d, err
	}
	scenarios, err := s.Store.Scenarios(ctx, d.Benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, d.Benchmark, "")
	if err != nil {
		return nil, err
	}
	board, err := s.BoardUnder(ctx, of[0], d.Query.Convention)
	if err != nil {
		return nil, err
	}
	list, err := s.outcomes(ctx, q, &board, runs[:])
	if err != nil {
		return nil, err
	}
	trials := [2][][]results.Trial(list)
	_, total, err := s.Store.Runs(ctx, results.RunFilter{Benchmark: d.Benchmark, Limit: 1})
	if err != nil {
		return nil, err
	}
	judge, err := s.Judge(ctx, d.Benchmark, q.Convention, q.Runs)
	if err != nil {
		return nil, err
	}
	d.AddOutcomes(scenarios, tasks, trials, board, total, judge)
	return d, nil
}

// outcomes reads those of the runs that each chosen run stands for.
func (s Pages) outcomes(ctx context.Context, q comparereport.CompareQuery, b *results.Board,
	runs []results.Run) ([][][]results.Trial, error) {
	list := make([][][]results.Trial, len(runs))
	for i, slugs := range comparereport.Together(q, b, runs) {
		for _, slug := range slugs {
			id := runs[i].ID
			if slug != runs[i].Slug {
				r, err := s.Store.FindRun(ctx, slug)
				if err != nil {
					return nil, err
				}
				id = r.ID
			}
			trials, err := s.Store.Outcomes(ctx, id)
			if err != nil {
				return nil, err
			}
			list[i] = append(list[i], trials)
		}
	}
	return list, nil
}
