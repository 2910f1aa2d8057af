package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// taskRoutes registers the pages of this file and of task_list.go.
func (s *Server) taskRoutes(page, api route) {
	page("/b/:benchmark/scenarios/:scenario/:task", heavy, s.taskPage, query{flagField("all"), blockField(), csvField()})
	api("/benchmarks/:benchmark/scenarios/:scenario/:task", heavy, s.taskAPI, query{flagField("all")}.and(windowFields()...))
	page("/b/:benchmark/tasks", heavy, s.tasksPage, tasksFields().and(pageField(), csvField()))
	api("/benchmarks/:benchmark/tasks", heavy, s.tasksAPI, tasksFields().and(windowFields()...))
}

// taskData is everything that the page of a task and its twin are made of.
type taskData struct {
	benchmark results.Benchmark
	scenario  results.Scenario
	task      results.Task
	tasks     []results.Task // of the scenario
	at        int            // of tasks; -1 for a task that only a run names
	expected  int            // tasks of the whole benchmark
	runs      report.ScoredRuns
	all       bool                                 // superseded runs are shown too
	scores    map[[2]string]*float64               // of all runs at the tasks of the scenario, by run and task
	trials    map[[2]string][]*results.StoredTrial // at this task and the next one
	details   map[int64]results.TrialDetails       // of this task's trials and of the next one's
	checks    map[int64][]results.Check            // of this task's trials
}

func (s *Server) loadTask(ctx context.Context, benchmark, scenario, task string, all bool) (*taskData, error) {
	d := &taskData{all: all}
	var err error
	if d.benchmark, err = s.store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.task, err = s.store.FindTask(ctx, benchmark, scenario, task); err != nil {
		return nil, err
	}
	scenarios, err := s.store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	for _, sc := range scenarios {
		if sc.Slug == scenario {
			d.scenario = sc
		}
	}
	if d.tasks, err = s.store.Tasks(ctx, benchmark, scenario); err != nil {
		return nil, err
	}
	d.at = slices.IndexFunc(d.tasks, func(t results.Task) bool { return t.Slug == task })
	size, err := s.store.BenchmarkSize(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	d.expected = size.Tasks
	if d.runs, err = s.scoredRuns(ctx, d.benchmark); err != nil {
		return nil, err
	}
	if err := s.loadTaskTrials(ctx, d); err != nil {
		return nil, err
	}
	return d, s.loadTaskRecords(ctx, d)
}

// loadTaskTrials reads the trials of this task and of the next one, and the
// scores of the scenario, which the strip counts.
func (s *Server) loadTaskTrials(ctx context.Context, d *taskData) error {
	d.scores = map[[2]string]*float64{}
	err := s.store.TaskScores(ctx, d.benchmark.ID, d.task.Scenario, func(x *results.TaskScore) {
		d.scores[[2]string{x.Run, x.Task}] = x.Score
	})
	if err != nil {
		return err
	}
	trials, err := s.store.TaskTrials(ctx, d.benchmark.ID, d.task.Scenario, d.task.Slug)
	if err != nil {
		return err
	}
	if next := d.next(); next != "" {
		after, err := s.store.TaskTrials(ctx, d.benchmark.ID, d.task.Scenario, next)
		if err != nil {
			return err
		}
		trials = append(trials, after...)
	}
	d.trials = report.TrialsByTask(trials)
	return nil
}

// loadTaskRecords reads the details of the task's trials, and of the trials at
// the next task: their prompts say what the agents were told of this one.
func (s *Server) loadTaskRecords(ctx context.Context, d *taskData) error {
	var own, wanted []int64
	next := d.next()
	for _, c := range d.columns() {
		for _, t := range d.trials[[2]string{c.Run.Slug, d.task.Slug}] {
			own = append(own, t.ID)
		}
		if next != "" {
			for _, t := range d.trials[[2]string{c.Run.Slug, next}] {
				wanted = append(wanted, t.ID)
			}
		}
	}
	var err error
	if d.details, err = s.store.ManyDetails(ctx, append(wanted, own...)); err != nil {
		return err
	}
	d.checks, err = s.store.ManyChecks(ctx, own)
	return err
}

// next is the slug of the task after this one; empty at the end.
func (d *taskData) next() string {
	if d.at < 0 || d.at+1 >= len(d.tasks) {
		return ""
	}
	return d.tasks[d.at+1].Slug
}

// columns are the runs that the page shows: those with a trial at the task.
func (d *taskData) columns() []report.RunColumn {
	return d.runs.Columns(func(r results.Run) bool {
		return (d.all || !report.Superseded(r)) && len(d.trials[[2]string{r.Slug, d.task.Slug}]) > 0
	})
}

// taskPage is /b/{benchmark}/scenarios/{scenario}/{task}.
func (s *Server) taskPage(c echo.Context) error {
	d, err := s.taskOf(c)
	if err != nil {
		return err
	}
	csv, block := wantsCSV(c), readLeaf(c, blockParam, systemsAbreast)
	if csv {
		return taskCSV(c, d)
	}
	p := buildTask(d)
	d.cut(&p, &block)
	p.Meta = s.taskMeta(d, p)
	if p.Cases, err = s.casesOf(c.Request().Context(), d.benchmark.ID, d.scenario.Slug, d.task.Slug, "", ""); err != nil {
		return err
	}
	return html(c, views.TaskPage(p))
}

// taskOf loads what the address of a task names.
func (s *Server) taskOf(c echo.Context) (*taskData, error) {
	slugs, err := params(c, "benchmark", "scenario", "task")
	if err != nil {
		return nil, err
	}
	all := ask(c).flag("all")
	return s.loadTask(c.Request().Context(), slugs[0], slugs[1], slugs[2], all)
}

func (s *Server) taskMeta(d *taskData, p views.Task) ui.Meta {
	b := d.benchmark
	path := d.link(d.task.Slug)
	list := []ui.Crumb{{Label: "Benchmarks", Href: "/"}, {Label: b.Name, Href: link.Benchmark(b.ID)},
		{Label: d.task.Scenario, Href: link.Scenario(b.ID, d.task.Scenario)}, {Label: d.task.Slug}}
	m := s.frame.Meta(d.task.Scenario+"/"+d.task.Slug+" of "+b.Name, "What was asked, how every system answered and what the checker said.",
		path, link.API(nil, "benchmarks", b.ID, "scenarios", d.task.Scenario, d.task.Slug), list...)
	m.CSVPath = path + "?format=csv"
	if d.all {
		m.CSVPath += "&all=1"
	}
	m.MethodPath = link.Benchmark(b.ID, "method")
	m.Wide = len(p.Columns) > 16
	for _, c := range p.Columns {
		m.Scripted = m.Scripted || c.Run.Scripted
	}
	return m
}

// link is the address of a task of the same scenario.
func (d *taskData) link(task string) string {
	return link.Task(d.benchmark.ID, d.task.Scenario, task)
}
