package task

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/words"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// CaseRoutes registers /cases/{case}, the page of a case study. Case studies are either written by
// people or found automatically.
func (s Pages) CaseRoutes(page web.Route) {
	page("/cases/:case", web.Heavy, s.casePage, web.Nothing())
}

func (s Pages) casePage(c echo.Context) error {
	slug, err := web.Param(c, "case")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	w, written, err := casebook.Find(slug)
	if err != nil {
		return err
	}
	if written {
		x, err := s.readWritten(ctx, w)
		if err != nil {
			return err
		}
		return web.HTML(c, taskviews.WrittenCasePage(s.Frame, x))
	}
	m, err := s.readMined(ctx, slug)
	if err != nil {
		return err
	}
	return web.HTML(c, taskviews.MinedCasePage(s.Frame, m))
}

func (s Pages) readMined(ctx context.Context, slug string) (*taskviews.MinedCase, error) {
	stored, err := s.Store.FindCase(ctx, slug)
	if err != nil {
		return nil, err
	}
	m, ok := taskviews.NewMinedCase(stored, len(stored.Trials)), false
	if m.FoundBy, ok = cases.FindRule(m.Rule); !ok {
		return nil, fmt.Errorf("rule %s: %w", m.Rule, results.ErrNotFound)
	}
	if m.About, err = s.Store.FindBenchmark(ctx, m.Benchmark); err != nil {
		return nil, err
	}
	if m.Names, err = s.runNames(ctx, m.Benchmark); err != nil {
		return nil, err
	}
	m.FoundBy = m.FoundBy.In(m.About.Words)
	return m, nil
}

func (s Pages) runNames(ctx context.Context, benchmark string) (map[string]string, error) {
	models, err := s.ModelNames(ctx)
	if err != nil {
		return nil, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: benchmark})
	return taskviews.RunNames(runs, models), err
}

// readWritten loads a case study written by people, with the evidence that it embeds.
func (s Pages) readWritten(ctx context.Context, w casebook.Case) (*taskviews.WrittenCase, error) {
	gone, err := s.goneModels(ctx, w.Benchmark)
	if err == nil && quotes(w, gone) {
		err = fmt.Errorf("case %s quotes a withdrawn run: %w", w.Slug, results.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	b, err := s.Store.FindBenchmark(ctx, w.Benchmark)
	if web.IsNotFound(err) {
		x := taskviews.NewWrittenCase(w, nil)
		return x, x.AddText(w.Blocks, func(casebook.Evidence) (*taskviews.CaseEvidence, error) {
			return taskviews.MissingEvidence(w.Benchmark, "Nothing of "+w.Benchmark+" is"), nil
		})
	}
	if err != nil {
		return nil, err
	}
	x := taskviews.NewWrittenCase(w, &b)
	return x, x.AddText(w.Blocks, func(e casebook.Evidence) (*taskviews.CaseEvidence, error) { return s.evidence(ctx, b, e) })
}

func (s Pages) evidence(ctx context.Context, b results.Benchmark, e casebook.Evidence) (*taskviews.CaseEvidence, error) {
	at := words.Task(b, e.Scenario, e.Task) + " (" + b.Name + ")"
	switch e.Kind {
	case casebook.Metric:
		return s.metricEvidence(ctx, b, e)
	case casebook.Steps:
		return s.stepsEvidence(ctx, b, e, at)
	}
	t, err := s.readTask(ctx, b, e.Scenario, e.Task, true)
	if err == nil && len(t.All) == 0 {
		return taskviews.MissingEvidence(b.ID, "No run of "+at+" is"), nil
	}
	return &taskviews.CaseEvidence{Task: t, Options: e.Kind == casebook.Options}, err
}

// stepsEvidence loads the steps that a case study quotes from a model's first trial at a task.
func (s Pages) stepsEvidence(ctx context.Context, b results.Benchmark, e casebook.Evidence, at string) (*taskviews.CaseEvidence, error) {
	trials, err := s.Store.TaskTrials(ctx, b.ID, e.Scenario, e.Task, nil)
	if err != nil {
		return nil, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: b.ID})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(trials, func(t results.StoredTrial) bool {
		return slices.ContainsFunc(runs, func(r results.Run) bool { return r.Slug == t.Run && r.System.Model == e.Model })
	})
	if i < 0 {
		return taskviews.MissingEvidence(b.ID, "No trace of "+e.Model+" at "+at+" is"), nil
	}
	rows, err := s.Store.StepRows(ctx, &trials[i], e.From, e.To-e.From+1)
	if err != nil {
		return nil, err
	}
	steps, err := s.Store.Steps(ctx, &trials[i], rows)
	if err != nil {
		return nil, err
	}
	names, err := s.runNames(ctx, b.ID)
	return taskviews.NewStepsEvidence(b, e, names[trials[i].Run], &trials[i], steps), err
}

// metricEvidence loads the board and the metrics of the scope that the case study refers to.
func (s Pages) metricEvidence(ctx context.Context, b results.Benchmark, e casebook.Evidence) (*taskviews.CaseEvidence, error) {
	v, err := s.LoadBench(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	scoped, err := s.Store.ScopedMetrics(ctx, b.ID, e.Scope)
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.Figures(ctx, b.ID)
	return taskviews.NewMetricEvidence(v, e, scoped, figures), err
}

// withdrawnRead is the maximum number of withdrawals that are read for a benchmark.
const withdrawnRead = 1000

// writtenCases returns the case studies about a benchmark that were written by people. It omits
// those that quote a model whose runs have all been withdrawn.
func (s Pages) writtenCases(ctx context.Context, benchmark string) ([]casebook.Case, error) {
	list, err := casebook.Of(benchmark)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	gone, err := s.goneModels(ctx, benchmark)
	return slices.DeleteFunc(list, func(c casebook.Case) bool { return quotes(c, gone) }), err
}

// quotes reports whether a case study quotes the trace of a model whose runs have all been
// withdrawn.
func quotes(c casebook.Case, gone func(model string) bool) bool {
	return gone != nil && slices.ContainsFunc(c.Blocks, func(b casebook.Block) bool {
		return b.Evidence != nil && b.Evidence.Model != "" && gone(b.Evidence.Model)
	})
}

// goneModels returns a function that reports whether all runs of a model have been withdrawn. It
// returns false for a model that never had a run. The function is nil if no run has been withdrawn.
func (s Pages) goneModels(ctx context.Context, benchmark string) (func(model string) bool, error) {
	withdrawn, _, err := s.Store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Kind: results.ChangeWithdrawn, Limit: withdrawnRead})
	if err != nil || len(withdrawn) == 0 {
		return nil, err
	}
	runs, err := web.ReadRuns(ctx, s.Store, results.RunFilter{Benchmark: benchmark, Bare: true})
	if err != nil {
		return nil, err
	}
	return func(model string) bool {
		if slices.ContainsFunc(runs, func(r results.Run) bool { return r.System.Model == model }) {
			return false
		}
		name := benchmark + "-" + results.Slug(model) + "-" // prefix of the slugs of the model's runs
		return slices.ContainsFunc(withdrawn, func(c results.Change) bool { return strings.HasPrefix(c.Run, name) })
	}, nil
}
