package task

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	taskviews "github.com/clawatlas/clawatlas/views/task"
)

// caseFacts is what every evidence of a benchmark is named by.
type caseFacts struct {
	Benchmark results.Benchmark
	runs      []results.Run
	Models    map[string]string // names by id
	names     map[string]string // of systems by run
}

func (s Pages) caseFacts(ctx context.Context, b results.Benchmark) (*caseFacts, error) {
	f := &caseFacts{Benchmark: b}
	var err error
	if f.Models, err = s.ModelNames(ctx); err != nil {
		return nil, err
	}
	if f.runs, err = s.AllRuns(ctx, results.RunFilter{Benchmark: b.ID}); err != nil {
		return nil, err
	}
	f.names = taskviews.RunNames(f.runs, f.Models)
	return f, nil
}

// evidence reads what one directive shows.
func (s Pages) evidence(ctx context.Context, f *caseFacts, e casebook.Evidence) (*taskviews.CaseEvidence, error) {
	if e.Kind == casebook.Metric {
		return s.metricEvidence(ctx, f, e)
	}
	trials, err := s.Store.TaskTrials(ctx, f.Benchmark.ID, e.Scenario, e.Task, nil)
	if err != nil {
		return nil, err
	}
	if e.Model != "" {
		trials = taskviews.TrialsOf(e.Model, f.runs, trials)
	}
	x := taskviews.NewTaskEvidence(f.Benchmark, e, trials)
	if len(trials) == 0 {
		return x, nil
	}
	switch e.Kind {
	case casebook.Options:
		task, err := s.Store.FindTask(ctx, f.Benchmark.ID, e.Scenario, e.Task)
		if err != nil {
			return nil, err
		}
		x.AddOptions(f.Benchmark, f.names, task, trials)
	case casebook.Checker:
		verdicts := make([]*results.CheckerVerdict, len(trials))
		for i := range trials {
			d, err := s.Store.Details(ctx, trials[i].ID)
			if err != nil {
				return nil, err
			}
			verdicts[i] = d.Verdict
		}
		x.AddChecker(f.Benchmark, e, f.names, trials, verdicts)
	default:
		rows, err := s.Store.StepRows(ctx, &trials[0], e.From, e.To-e.From+1)
		if err != nil {
			return nil, err
		}
		steps, err := s.Store.Steps(ctx, &trials[0], rows)
		if err != nil {
			return nil, err
		}
		x.AddSteps(f.Benchmark, e, f.names, &trials[0], steps)
	}
	return x, nil
}

// metricEvidence reads the board and, where the directive names a scope, what
// is known of it.
func (s Pages) metricEvidence(ctx context.Context, f *caseFacts, e casebook.Evidence) (*taskviews.CaseEvidence, error) {
	board, err := s.DefaultBoard(ctx, f.Benchmark)
	if err != nil {
		return nil, err
	}
	scoped := taskviews.ScopedFacts{Runs: f.runs, Names: f.Models}
	if e.Scope != "" {
		if scoped.Metrics, err = s.Store.ScopedMetrics(ctx, f.Benchmark.ID, e.Scope); err != nil {
			return nil, err
		}
		if scoped.Figures, err = s.Store.Figures(ctx, f.Benchmark.ID); err != nil {
			return nil, err
		}
	}
	return taskviews.NewMetricEvidence(f.Benchmark, e, board, scoped), nil
}
