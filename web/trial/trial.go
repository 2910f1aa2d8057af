package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
	taskweb "github.com/clawatlas/clawatlas/web/task"
)

type Pages struct{ *web.Server }

func Of(s *web.Server) Pages { return Pages{s} }

func (s Pages) TrialRoutes(page, api web.Route) {
	for _, base := range trialBases() {
		fields := TrialFields().And(web.NumberField("step", 0, 1, stepsMost), web.LineField("find"))
		page(base, web.Light, s.trialPage, fields.And(fromField(), web.CSVField()))
		page(base+"/from/:from", web.Light, s.trialPage, fields)
		page(base+"/text", web.Light, s.trialText, TrialFields().And(fromField()))
		page(base+"/steps/:step", web.Light, s.stepPage, stepFields())
	}
	s.filesRoutes(page, api)
	api("/runs/:run/:scenario/:task", web.Light, web.JsonOf(s.trialAnswer), TrialFields().And(fromField(), web.NumberField("limit", 200, 1, 1000)))
}

// trialBases returns the two URL paths of a trial. Static sites use the second for attempts,
// because it needs no query.
func trialBases() []string {
	return []string{"/runs/:run/:scenario/:task", "/runs/:run/:scenario/:task/at/:attempt"}
}

const (
	stepsMost    = 1 << 30
	attemptsMost = 1_000_000
)

func TrialFields() web.Query {
	return web.Query{web.NumberField("attempt", 0, 1, attemptsMost)}
}

func fromField() web.Field { return web.NumberField("from", 0, 1, stepsMost) }

// parseFind reads the search text to highlight. Static sites have no queries.
func parseFind(c echo.Context, q *link.TrialQuery) {
	if !q.Static {
		q.Find = strings.TrimSpace(web.Ask(c).Text("find"))
	}
}

const othersMost = 24

func (s Pages) parseTrial(c echo.Context) (link.TrialQuery, error) {
	q := link.TrialQuery{Static: s.Frame.Static}
	ids, err := web.Params(c, "run", "scenario", "task")
	if err != nil {
		return q, err
	}
	q.Run, q.Scenario, q.Task = ids[0], ids[1], ids[2]
	q.Attempt, err = numberOf(c, "attempt", attemptsMost)
	return q, err
}

// numberOf returns a number from the path or else the query; 0 if missing.
func numberOf(c echo.Context, name string, most int) (int, error) {
	v := c.Param(name)
	if v == "" {
		return web.Ask(c).Number(name), nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return n, nil
}

func (s Pages) askedTrial(c echo.Context, from int) (*trialviews.Trial, error) {
	q, err := s.parseTrial(c)
	if err != nil {
		return nil, err
	}
	q.From = from
	return s.LoadTrial(c.Request().Context(), q)
}

func (s Pages) LoadTrial(ctx context.Context, q link.TrialQuery) (*trialviews.Trial, error) {
	d, err := s.readTrial(ctx, q)
	if err != nil {
		return nil, err
	}
	t := trialviews.NewTrial(q, *d)
	if why.Asks(&d.Trial.Trial) {
		found, err := s.Store.Explanations(ctx, []int64{d.Trial.ID})
		if err != nil {
			return nil, err
		}
		t.AddWhy(found[d.Trial.ID])
	}
	return t, nil
}

func (s Pages) readTrial(ctx context.Context, q link.TrialQuery) (*trialviews.StoredTrial, error) {
	d := &trialviews.StoredTrial{}
	var err error
	if d.Trial, err = s.Store.FindTrial(ctx, q.Run, q.Scenario, q.Task, q.Attempt); err != nil {
		return nil, err
	}
	if d.Run, err = s.Store.FindRun(ctx, q.Run); err != nil {
		return nil, err
	}
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, d.Run.Benchmark); err != nil {
		return nil, err
	}
	web.Into(&d.Task, &err)(s.Store.FindTask(ctx, d.Run.Benchmark, q.Scenario, q.Task))
	faulty, e1 := s.Store.FaultyChecks(ctx, d.Benchmark)
	d.Impossible = words.Plain(faulty.Reason(q.Scenario, q.Task))
	names, e2 := s.ModelNames(ctx)
	d.Model = cmp.Or(names[d.Run.System.Model], d.Run.ModelName)
	return d, cmp.Or(err, e1, e2)
}

func (s Pages) loadTrialPage(ctx context.Context, t *trialviews.Trial) (err error) {
	id := t.Stored.Trial.ID
	web.Into(&t.Neighbours, &err)(s.Store.Neighbours(ctx, id))
	others, _, e1 := s.Store.OtherRuns(ctx, id, othersMost)
	web.Into(&t.Attempts, &err)(s.Store.Attempts(ctx, id))
	web.Into(&t.Cases, &err)(taskweb.Of(s.Server).CasesOf(ctx, t.Benchmark, t.Scenario, t.Task, t.Run))
	raws, e2 := s.Store.Raws(ctx, t.Stored.Run.ID, id)
	t.Others = others
	t.Converted = s.ATIF != nil && !s.Frame.Static && t.StepsTotal > 0
	if t.Repository() != nil { // without a repository, only the list of records links to them
		t.AddRecords(raws)
	}
	web.Into(&t.Labels, &err)(s.Store.TrialLabels(ctx, id))
	if err = cmp.Or(err, e1, e2); err != nil || t.StepsTotal == 0 {
		return err
	}
	return cmp.Or(s.loadAgents(ctx, t), s.loadTrace(ctx, t), s.loadAnchors(ctx, t))
}

// loadAnchors looks up the lines that the explanation quotes from other trials of the session.
func (s Pages) loadAnchors(ctx context.Context, t *trialviews.Trial) error {
	refs := slices.DeleteFunc(t.Why.Refs(), func(c *results.StepRef) bool { return c.Task == t.Task })
	if len(refs) == 0 {
		return nil
	}
	trials, err := s.Store.RunTrials(ctx, t.Stored.Run.ID, t.Scenario)
	return cmp.Or(err, s.AddAnchors(ctx, trials, t.Scenario, refs...))
}

func (s Pages) trialPage(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	if q.From, err = numberOf(c, "from", stepsMost); err != nil {
		return err
	}
	parseFind(c, &q)
	ctx := c.Request().Context()
	step := web.Ask(c).Number("step")
	if step > 0 {
		return c.Redirect(http.StatusFound, q.Window(step))
	}
	if s.Frame.Static && (q.Attempt > 1 && c.Param("attempt") == "" || q.From > 1 && c.Param("from") == "") {
		return c.Redirect(http.StatusFound, q.At("from", link.WindowOf(q.From)))
	}
	t, err := s.LoadTrial(ctx, q)
	if web.IsNotFound(err) {
		return s.trialMissing(c, q)
	}
	if err != nil {
		return err
	}
	if c.Param("from") == "" && web.WantsCSV(c) {
		return web.SendTable(c, t.Run+"-"+t.Scenario+"-"+t.Task, t)
	}
	if err := beyond(t); err != nil {
		return err
	}
	if err := s.loadTrialPage(ctx, t); err != nil {
		return err
	}
	if t.Trace != nil {
		if t.Trace.Matches, err = s.loadMatches(ctx, t); err != nil {
			return err
		}
	}
	return web.HTML(c, trialviews.TrialPage(s.Frame, t))
}

func beyond(t *trialviews.Trial) error {
	if t.From > max(t.StepsTotal, 1) {
		return web.Bad("from=%d is beyond the trace, which has %s.", t.From, words.Plural(t.StepsTotal, "step", "steps"))
	}
	return nil
}

// trialMissing sends a 404 page with links for a task that exists but has no trial in the run.
func (s Pages) trialMissing(c echo.Context, q link.TrialQuery) error {
	ctx := c.Request().Context()
	run, err := s.Store.FindRun(ctx, q.Run)
	if err != nil {
		return err
	}
	if _, err := s.Store.FindTask(ctx, run.Benchmark, q.Scenario, q.Task); err != nil {
		return err
	}
	b, err := s.Store.FindBenchmark(ctx, run.Benchmark)
	if err != nil {
		return err
	}
	_, err = s.Store.FindTrial(ctx, q.Run, q.Scenario, q.Task, 0)
	if err != nil && !errors.Is(err, results.ErrNotFound) {
		return err
	}
	return web.HTMLStatus(ctx, c, http.StatusNotFound, trialviews.MissingPage(s.Frame, b, q, err == nil))
}

// apiBodies is the maximum size in bytes of the step texts in one API response; further steps
// follow on the next page.
const apiBodies = 16 << 20

func (s Pages) trialAnswer(c echo.Context) (*trialviews.Trial, error) {
	limit, ctx := web.Ask(c).Number("limit"), c.Request().Context()
	t, err := s.askedTrial(c, web.Ask(c).Number("from"))
	if err != nil {
		return nil, err
	}
	rows, err := s.Store.StepRows(ctx, &t.Stored.Trial, t.From, limit)
	if err != nil {
		return nil, err
	}
	sum := 0
	for i, r := range rows {
		if sum += r.Bytes; sum > apiBodies && i > 0 {
			rows = rows[:i]
			break
		}
	}
	steps, e1 := s.Store.Steps(ctx, &t.Stored.Trial, rows)
	raws, e2 := s.Store.Raws(ctx, t.Stored.Run.ID, t.Stored.Trial.ID)
	t.AddSteps(steps)
	t.AddRecords(raws)
	return t, cmp.Or(e1, e2, s.loadAgents(ctx, t))
}
