package trial

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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

// TrialRoutes registers the pages of a trial, its steps and its raw records.
func (s Pages) TrialRoutes(page, api web.Route) {
	for _, base := range trialBases() {
		fields := TrialFields().And(web.NumberField("step", 0, 1, stepsMost), web.LineField("find"))
		page(base, web.Light, s.trialPage, fields.And(fromField(), web.CSVField()))
		page(base+"/from/:from", web.Light, s.trialPage, fields)
		page(base+"/text", web.Light, s.trialText, TrialFields().And(fromField()))
		page(base+"/steps/:step", web.Light, s.stepPage, stepFields())
	}
	s.filesRoutes(page, api)
	api("/runs/:run/:scenario/:task", web.Light, s.trialAPI, TrialFields().And(fromField(), web.NumberField("limit", 200, 1, 1000)))
}

// trialBases are the addresses of a trial. The second is for a site that is
// written to files, where an address can hold no query.
func trialBases() []string {
	return []string{"/runs/:run/:scenario/:task", "/runs/:run/:scenario/:task/at/:attempt"}
}

const (
	stepsMost    = 1 << 30
	attemptsMost = 1_000_000
)

// TrialFields are the parameters that every address of a trial takes.
func TrialFields() web.Query {
	return web.Query{web.NumberField("attempt", 0, 1, attemptsMost)}
}

// fromField is the first step of a window of the trace.
func fromField() web.Field { return web.NumberField("from", 0, 1, stepsMost) }

// parseFind reads the search whose matches are marked. A site of files has none.
func parseFind(c echo.Context, q *link.TrialQuery) {
	if !q.Static {
		q.Find = strings.TrimSpace(web.Ask(c).Text("find"))
	}
}

// othersMost is how many trials of other runs a trial's page links itself.
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

// numberOf is a number from the path or else from the query; 0 if it is in neither.
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

// LoadTrial reads the trial, its run, its task and its benchmark.
func (s Pages) LoadTrial(ctx context.Context, q link.TrialQuery) (*trialviews.Trial, error) {
	d, err := s.readTrial(ctx, q)
	if err != nil {
		return nil, err
	}
	t := trialviews.NewTrial(q, *d)
	if why.Asks(&d.Trial.Trial) {
		found, err := s.Store.Whys(ctx, []int64{d.Trial.ID})
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
	if d.Task, err = s.Store.FindTask(ctx, d.Run.Benchmark, q.Scenario, q.Task); err != nil {
		return nil, err
	}
	faulty, err := s.Store.FaultyChecks(ctx, d.Benchmark)
	if err != nil {
		return nil, err
	}
	d.Impossible = words.Plain(faulty.Reason(q.Scenario, q.Task))
	names, err := s.ModelNames(ctx)
	if d.Model = names[d.Run.System.Model]; d.Model == "" {
		d.Model = d.Run.ModelName
	}
	return d, err
}

// loadTrialPage reads what the page has beside the trial's own record.
func (s Pages) loadTrialPage(ctx context.Context, t *trialviews.Trial) (err error) {
	id := t.Stored.Trial.ID
	if t.Neighbours, err = s.Store.Neighbours(ctx, id); err != nil {
		return err
	}
	if t.Others, _, err = s.Store.OtherRuns(ctx, id, othersMost); err != nil {
		return err
	}
	if t.Attempts, err = s.Store.Attempts(ctx, id); err != nil {
		return err
	}
	if t.Cases, err = taskweb.Of(s.Server).CasesOf(ctx, t.Benchmark, t.Scenario, t.Task, t.Run); err != nil {
		return err
	}
	raws, err := s.Store.Raws(ctx, t.Stored.Run.ID, id)
	if err != nil {
		return err
	}
	t.Converted = s.ATIF != nil && !s.Frame.Static && t.StepsTotal > 0
	if t.Repository() != nil { // else the list alone has them
		t.AddRecords(raws)
	}
	if t.Labels, err = s.Store.TrialLabels(ctx, id); err != nil || t.StepsTotal == 0 {
		return err
	}
	if err := s.loadAgents(ctx, t); err != nil {
		return err
	}
	return s.loadTrace(ctx, t)
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
	if s.Frame.Static && q.Attempt > 1 && c.Param("attempt") == "" {
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
		header, rows := t.CSV()
		return web.Table(c, t.Run+"-"+t.Scenario+"-"+t.Task, header, rows)
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

// beyond refuses a window that begins behind the last step.
func beyond(t *trialviews.Trial) error {
	if t.From > max(t.StepsTotal, 1) {
		return web.Bad("from=%d is beyond the trace, which has %s.", t.From, words.Plural(t.StepsTotal, "step", "steps"))
	}
	return nil
}

// trialMissing answers for a task that is expected of a run without a record,
// with 404 and a way on. What does not exist at all is an ordinary 404.
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

// apiBodies is the most bytes of step bodies in one answer of the API. An
// answer that would be longer ends early and says where to go on.
const apiBodies = 16 << 20

func (s Pages) trialAPI(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	q.From = web.Ask(c).Number("from")
	limit := web.Ask(c).Number("limit")
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, q)
	if err != nil {
		return err
	}
	rows, err := s.Store.StepRows(ctx, &t.Stored.Trial, t.From, limit)
	if err != nil {
		return err
	}
	sum := 0
	for i, r := range rows {
		if sum += r.Bytes; sum > apiBodies && i > 0 {
			rows = rows[:i]
			break
		}
	}
	steps, err := s.Store.Steps(ctx, &t.Stored.Trial, rows)
	if err != nil {
		return err
	}
	t.AddSteps(steps)
	raws, err := s.Store.Raws(ctx, t.Stored.Run.ID, t.Stored.Trial.ID)
	if err != nil {
		return err
	}
	t.AddRecords(raws)
	if err := s.loadAgents(ctx, t); err != nil {
		return err
	}
	return web.Object(c, t)
}
