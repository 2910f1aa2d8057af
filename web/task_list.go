package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// tasksData is everything that the list of a benchmark's tasks is made of.
type tasksData struct {
	benchmark results.Benchmark
	tasks     []results.Task
	runs      report.ScoredRuns
	evidence  []item.Evidence // of each task what outcomes say for or against it
	words     []results.CheckWords
	details   map[int64]results.TrialDetails // of failed checks that wrote nothing to standard output
	all       bool                           // rates are over all runs, not over the ranked ones alone
}

func (s *Server) loadTasks(ctx context.Context, benchmark string, all bool) (*tasksData, error) {
	d := &tasksData{all: all}
	var err error
	if d.benchmark, err = s.store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.tasks, err = s.store.Tasks(ctx, benchmark, ""); err != nil {
		return nil, err
	}
	if d.runs, err = s.scoredRuns(ctx, d.benchmark); err != nil {
		return nil, err
	}
	d.runs.Runs = slices.DeleteFunc(d.runs.Runs, func(r results.Run) bool { return report.Superseded(r) && !all })
	reader := newOutcomeReader(d)
	if err := s.store.TaskOutcomes(ctx, benchmark, reader.add); err != nil {
		return nil, err
	}
	shown := make([]int64, len(d.runs.Runs))
	for i, r := range d.runs.Runs {
		shown[i] = r.ID
	}
	if d.words, err = s.store.FailedChecks(ctx, benchmark, shown); err != nil {
		return nil, err
	}
	// A checker that broke says so on standard error, which is among the
	// details; one trial of each task is enough to learn of it.
	var silent []int64
	last := [2]string{}
	for _, w := range d.words {
		if k := [2]string{w.Scenario, w.Task}; w.Words == "" && k != last {
			silent = append(silent, w.Trial)
			last = k
		}
	}
	d.details, err = s.store.ManyDetails(ctx, silent)
	return d, err
}

// rows makes one row for each task, in the dataset's order.
func (d *tasksData) rows() []views.TaskListRow {
	d.addFindings()
	list := make([]views.TaskListRow, len(d.tasks))
	for i := range d.tasks {
		t := &d.tasks[i]
		e := d.evidence[i]
		row := views.TaskListRow{Task: *t, Href: link.Task(d.benchmark.ID, t.Scenario, t.Slug), Scored: len(e.Scores), Passed: e.Passed}
		row.Pass, row.Mean = d.runs.TaskRate(e.Scores, d.all)
		row.Impossible = d.runs.Doubts.Reason(t.Scenario, t.Slug)
		r, n, ok := item.ItemRest(e.Scores)
		row.RestN = n
		if ok {
			row.Rest = &r
		}
		for _, x := range item.Doubts(e) {
			row.Doubts = append(row.Doubts, x)
			row.Grave = row.Grave || x.Grave()
			row.Weight += x.Weight()
		}
		list[i] = row
	}
	return list
}

// addFindings adds what the checkers said to the evidence.
func (d *tasksData) addFindings() {
	list, tasks := d.evidence, report.NewTaskFinder(d.tasks)
	read := map[[2]string][]item.Finding{} // of the same words by the same command
	for _, w := range d.words {
		if i, ok := tasks.Find("", w.Scenario, w.Task); ok {
			k := [2]string{d.tasks[i].Facts.Command, w.Words}
			said, known := read[k]
			if !known || w.Words == "" {
				said = d.said(w, d.tasks[i].Facts.Command)
				read[k] = said
			}
			list[i].Findings = append(list[i].Findings, said...)
		}
	}
	for i := range list {
		if len(list[i].Findings) > 0 {
			first := i - (d.tasks[i].Ordinal - 1)
			for first < 0 || d.tasks[first].Scenario != d.tasks[i].Scenario {
				first++
			}
			list[i].Given = report.Given(d.tasks[first:i+1], i-first)
		}
	}
}

// said are the complaints of one checker.
func (d *tasksData) said(w results.CheckWords, command string) []item.Finding {
	no := false
	if w.Words != "" {
		return item.Findings(&results.CheckerVerdict{Passed: &no, Stdout: w.Words}, command)
	}
	if x, ok := d.details[w.Trial]; ok && x.Verdict != nil {
		v := *x.Verdict
		v.Passed = &no
		return item.Findings(&v, command)
	}
	return nil
}

// tasksPage is /b/{benchmark}/tasks.
func (s *Server) tasksPage(c echo.Context) error {
	q := readTasksQuery(c)
	q.page = ask(c).number("page")
	slug, err := param(c, "benchmark")
	if err != nil {
		return err
	}
	csv := wantsCSV(c)
	d, err := s.loadTasks(c.Request().Context(), slug, q.all)
	if err != nil {
		return err
	}
	if err := q.fits(d); err != nil {
		return err
	}
	p, rows := buildTasks(d, q)
	if csv {
		return tasksCSV(c, d, rows)
	}
	p.Meta = s.tasksMeta(d, q)
	return html(c, views.TaskListPage(p))
}
