package run

import (
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/failures"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/web"
)

func (s Pages) FailureRoutes(page, api web.Route) {
	causes := []string{""}
	for _, c := range calls.Causes() {
		causes = append(causes, string(c))
	}
	q := web.Query{web.WordField("reason", reasonWords()...), web.TextField("system"), web.TextField("run"), web.TextField("scenario"),
		web.TextField("tool"), web.TextField("family"), web.WordField("cause", causes...), web.TextField("a"), web.TextField("b"),
		web.BlockField()}
	page("/b/:benchmark/failures", web.Heavy, s.failuresPage, q.And(web.SortField(failures.Sorts...), web.PageField(), web.CSVField()))
	api("/benchmarks/:benchmark/failures", web.Heavy, web.JsonList(s.failures), q.And(web.OffsetField(), web.NumberField("limit", views.ListLimit, 1, 1000)))
}

func reasonWords() []string {
	list := []string{""}
	for _, kind := range results.ReasonKinds() {
		list = append(list, string(kind))
	}
	return list
}

const (
	failureSystems = 40 // number of systems on one page; all their trials are loaded
	failuresOnPage = 20
)

// failures loads the trials and failure reasons of a benchmark's systems, and the failed tool calls
// selected by the query.
func (s Pages) failures(c echo.Context) (*failures.Failures, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ask := web.Ask(c)
	in := failures.Input{Bench: v, Window: web.ReadLeaf(c, web.BlockParam, failureSystems),
		Query: failures.Query{Reason: results.ReasonKind(ask.Word("reason")), System: ask.Text("system"), Run: ask.Text("run"), Scenario: ask.Text("scenario"),
			Tool: ask.Text("tool"), Family: ask.Text("family"), Cause: ask.Word("cause"), A: ask.Text("a"), B: ask.Text("b")}}
	if in.Query.Family != "" && failures.FamilyOfSlug(in.Query.Family) == "" {
		return nil, web.Bad("family=%s is not a family of tools.", in.Query.Family)
	}
	for _, slug := range []string{in.Query.System, in.Query.Run, in.Query.A, in.Query.B} {
		if slug != "" && v.Runs[slug].ID == 0 {
			return nil, web.Bad("%s is not a run of this benchmark.", slug)
		}
	}
	ctx := c.Request().Context()
	rows := table.Rows(&in.Window, v.RowsWithRun())
	alone := v.Runs[in.Query.Run]
	for i := range rows {
		x := failures.Records{Row: &rows[i]}
		ids := v.SweepIDs(&rows[i])
		if slices.Contains(ids, alone.ID) {
			alone = results.Run{}
		}
		if err := s.addRecords(c, &in, x, ids); err != nil {
			return nil, err
		}
	}
	if alone.ID != 0 {
		if err := s.addRecords(c, &in, failures.Records{}, []int64{alone.ID}); err != nil {
			return nil, err
		}
	}
	web.Into(&in.Tasks, &err)(s.Store.Tasks(ctx, v.Benchmark.ID, ""))
	web.Into(&in.Tools, &err)(s.Store.BenchmarkTools(ctx, v.Benchmark.ID))
	web.Into(&in.Failures, &err)(s.Store.Failures(ctx, v.Benchmark.ID))
	if err != nil {
		return nil, err
	}
	return failures.New(in), nil
}

func (s Pages) addRecords(c echo.Context, in *failures.Input, x failures.Records, ids []int64) (err error) {
	ctx, q := c.Request().Context(), in.Query
	for _, run := range in.Bench.Runs {
		if !slices.Contains(ids, run.ID) {
			continue
		}
		r := failures.RunRecords{Run: run}
		web.Into(&r.Trials, &err)(s.Store.RunTrials(ctx, run.ID, ""))
		web.Into(&r.Reasons, &err)(s.Store.RunReasons(ctx, run.ID))
		if q.OfCalls() && q.Fits(&x, run.Slug) {
			web.Into(&r.Calls, &err)(s.Store.FailedCalls(ctx, run.ID, q.Tool, failures.FamilyOfSlug(q.Family), q.Cause))
		}
		if err != nil {
			return err
		}
		x.Runs = append(x.Runs, r)
	}
	slices.SortFunc(x.Runs, func(a, b failures.RunRecords) int { return int(a.Run.ID - b.Run.ID) })
	in.Records = append(in.Records, x)
	return nil
}

func (s Pages) failuresPage(c echo.Context) error {
	f, err := s.failures(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, f.Benchmark+"-failures", f.Table())
	}
	f.View = table.View{Sort: web.Ask(c).Word("sort"), Page: web.ReadLeaf(c, web.PageParam, failuresOnPage)}
	return web.HTML(c, failures.Page(s.Frame, f))
}
