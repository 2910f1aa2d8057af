package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// trialRoutes registers the pages of a trial, its steps and its raw records.
func (s *Server) trialRoutes(page, api route) {
	for _, base := range trialBases() {
		page(base, light, s.trialPage, trialFields().and(fromField(), viewField(), numberField("step", 0, 1, stepsMost)))
		page(base+"/from/:from", light, s.trialPage, trialFields().and(viewField(), numberField("step", 0, 1, stepsMost)))
		page(base+"/steps/:step", light, s.stepPage, stepFields())
	}
	api("/runs/:run/:scenario/:task", light, s.trialAPI, trialFields().and(fromField(), numberField("limit", 200, 1, 1000)))
}

// trialBases are the addresses of a trial. The second is for a site that is
// written to files, where an address can hold no query.
func trialBases() []string {
	return []string{"/runs/:run/:scenario/:task", "/runs/:run/:scenario/:task/at/:attempt"}
}

// trialQuery is the state of a trial page's URL.
type trialQuery struct {
	run, scenario, task string
	attempt             int // 0: the first
	from                int // 0: the beginning
	source              bool
	static              bool // addresses are to hold no query
}

const (
	stepsMost    = 1 << 30
	attemptsMost = 1_000_000
)

// trialFields are the parameters that every address of a trial takes.
func trialFields() query {
	return query{numberField("attempt", 0, 1, attemptsMost)}
}

// fromField is the first step of a window of the trace.
func fromField() field { return numberField("from", 0, 1, stepsMost) }

// viewField chooses between messages as Markdown and as they were written.
func viewField() field { return wordField("view", "markdown", "source") }

func (s *Server) parseTrial(c echo.Context) (trialQuery, error) {
	q := trialQuery{static: s.frame.Static}
	ids, err := params(c, "run", "scenario", "task")
	if err != nil {
		return q, err
	}
	q.run, q.scenario, q.task = ids[0], ids[1], ids[2]
	if q.attempt, err = numberOf(c, "attempt", attemptsMost); err != nil {
		return q, err
	}
	return q, nil
}

// numberOf is a number from the path or else from the query; 0 if it is in neither.
func numberOf(c echo.Context, name string, most int) (int, error) {
	v := c.Param(name)
	if v == "" {
		return ask(c).number(name), nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return n, nil
}

// values is the query that every address of the trial keeps.
func (q trialQuery) values() url.Values {
	v := url.Values{}
	if q.attempt > 0 && !q.static {
		v.Set("attempt", strconv.Itoa(q.attempt))
	}
	if q.source {
		v.Set("view", "source")
	}
	return v
}

// path is the path of the trial's page, with elements below it.
func (q trialQuery) path(below ...string) []string {
	list := []string{"runs", q.run, q.scenario, q.task}
	if q.static && q.attempt > 1 {
		list = append(list, "at", strconv.Itoa(q.attempt))
	}
	return append(list, below...)
}

// at is the address of the trial's page with further query values.
func (q trialQuery) at(pairs ...string) string {
	v := link.With(q.values(), pairs...)
	if from := v.Get("from"); q.static && from != "" {
		v.Del("from")
		return link.To(v, q.path("from", from)...)
	}
	return link.To(v, q.path()...)
}

// window is the address of a step in the trace: its window, and the step itself.
func (q trialQuery) window(step int) string {
	return q.at("from", windowOf(step)) + "#" + views.StepAnchor(step)
}

// step is the address of a step's own page.
func (q trialQuery) step(n int, pairs ...string) string {
	if q.static {
		pairs = nil
	}
	return link.To(link.With(q.values(), pairs...), q.path("steps", strconv.Itoa(n))...)
}

// windowOf is the first step of the window that holds a step, as the query
// says it: the first window needs no words.
func windowOf(step int) string {
	if step <= windowSteps {
		return ""
	}
	return strconv.Itoa((step-1)/windowSteps*windowSteps + 1)
}

// loadedTrial is a trial with what its pages say around it.
type loadedTrial struct {
	trialQuery
	trial      results.StoredTrial
	run        results.Run
	model      string
	benchmark  results.Benchmark
	known      results.Task
	impossible views.Impossible
}

// load reads the trial, its run, its task and its benchmark.
func (s *Server) loadTrial(ctx context.Context, q trialQuery) (*loadedTrial, error) {
	l := &loadedTrial{trialQuery: q}
	var err error
	if l.trial, err = s.store.FindTrial(ctx, q.run, q.scenario, q.task, q.attempt); err != nil {
		return nil, err
	}
	if l.run, err = s.store.FindRun(ctx, q.run); err != nil {
		return nil, err
	}
	if l.benchmark, err = s.store.FindBenchmark(ctx, l.run.Benchmark); err != nil {
		return nil, err
	}
	if l.known, err = s.store.FindTask(ctx, l.run.Benchmark, q.scenario, q.task); err != nil {
		return nil, err
	}
	list, err := s.store.Doubts(ctx, l.benchmark)
	if err != nil {
		return nil, err
	}
	l.impossible = impossibleNotice(list, l.benchmark.ID, q.scenario, q.task)
	names, err := s.modelNames(ctx)
	l.model = names[l.run.System.Model]
	if l.model == "" {
		l.model = l.run.ModelName
	}
	return l, err
}

func (l *loadedTrial) system() string {
	return ui.Plain(words.System(l.model, l.run.System))
}

func (l *loadedTrial) title() string {
	t := l.scenario + " / " + l.task
	if l.trial.Attempt > 1 || l.trial.Attempts > 1 {
		t += ", attempt " + strconv.Itoa(l.trial.Attempt)
	}
	return t
}

// crumbs lead to the trial; the last ones are of pages below it.
func (l *loadedTrial) crumbs(below ...ui.Crumb) []ui.Crumb {
	list := []ui.Crumb{
		{Label: "Benchmarks", Href: "/"},
		{Label: l.benchmark.Name, Href: link.Benchmark(l.benchmark.ID)},
		{Label: l.system(), Href: link.Run(l.trialQuery.run)},
		{Label: l.scenario, Href: link.Scenario(l.benchmark.ID, l.scenario)},
	}
	here := ui.Crumb{Label: l.task}
	if len(below) > 0 {
		here.Href = l.at()
	}
	return append(append(list, here), below...)
}

func (s *Server) trialPage(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	if q.from, err = numberOf(c, "from", stepsMost); err != nil {
		return err
	}
	q.source = ask(c).word("view") == "source"
	if step := ask(c).number("step"); step > 0 {
		return c.Redirect(http.StatusFound, q.window(step))
	}
	ctx := c.Request().Context()
	l, err := s.loadTrial(ctx, q)
	if isNotFound(err) {
		return s.trialMissing(c, q)
	}
	if err != nil {
		return err
	}
	if q.from > max(l.trial.StepsTotal, 1) {
		return bad("from=%d is beyond the trace, which has %s.", q.from, words.Plural(l.trial.StepsTotal, "step", "steps"))
	}
	page, err := s.buildTrial(ctx, l)
	if err != nil {
		return err
	}
	return html(c, views.TrialPage(page))
}

// trialMissing answers for a task that is expected of a run without a record,
// with 404 and a way on. What does not exist at all is an ordinary 404.
func (s *Server) trialMissing(c echo.Context, q trialQuery) error {
	ctx := c.Request().Context()
	run, err := s.store.FindRun(ctx, q.run)
	if err != nil {
		return err
	}
	if _, err := s.store.FindTask(ctx, run.Benchmark, q.scenario, q.task); err != nil {
		return err
	}
	p := views.TrialMissing{Title: q.scenario + " / " + q.task + " is missing"}
	p.Sentence = "The run has no record of this task. It counts as missing, which the run’s denominators show; it is not counted as zero anywhere it is not said."
	if _, err := s.store.FindTrial(ctx, q.run, q.scenario, q.task, 0); err == nil {
		p.Sentence = fmt.Sprintf("The run has no attempt %d at this task, but has others.", q.attempt)
		p.Links = append(p.Links, views.TrialLink{Label: "The first attempt", Href: link.Trial(q.run, q.scenario, q.task)})
	} else if !errors.Is(err, results.ErrNotFound) {
		return err
	}
	p.Links = append(p.Links,
		views.TrialLink{Label: "The run", Href: link.Run(q.run)},
		views.TrialLink{Label: "The task in all runs", Href: link.Task(run.Benchmark, q.scenario, q.task)})
	p.Meta = s.frame.Meta(p.Title, p.Sentence, "", "")
	p.Meta.Noindex = true
	return htmlStatus(ctx, c, http.StatusNotFound, views.TrialMissingPage(p))
}
