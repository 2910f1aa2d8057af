package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/report"
)

// caseFacts is what every evidence of a benchmark is named by.
type caseFacts struct {
	benchmark results.Benchmark
	runs      []results.Run
	models    map[string]string // names by id
	names     map[string]string // of systems by run
}

func (s *Server) caseFacts(ctx context.Context, b results.Benchmark) (*caseFacts, error) {
	f := &caseFacts{benchmark: b}
	var err error
	if f.models, err = s.modelNames(ctx); err != nil {
		return nil, err
	}
	if f.runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: b.ID}); err != nil {
		return nil, err
	}
	f.names = report.RunNames(f.runs, f.models)
	return f, nil
}

// evidence reads what one directive shows.
func (s *Server) evidence(ctx context.Context, f *caseFacts, e casebook.Evidence) (*report.CaseEvidence, error) {
	if e.Kind == casebook.Metric {
		return s.metricEvidence(ctx, f, e)
	}
	trials, err := s.store.TaskTrials(ctx, f.benchmark.ID, e.Scenario, e.Task)
	if err != nil {
		return nil, err
	}
	if e.Model != "" {
		trials = report.TrialsOf(e.Model, f.runs, trials)
	}
	x := report.NewTaskEvidence(f.benchmark, e, trials)
	if len(trials) == 0 {
		return x, nil
	}
	switch e.Kind {
	case casebook.Options:
		task, err := s.store.FindTask(ctx, f.benchmark.ID, e.Scenario, e.Task)
		if err != nil {
			return nil, err
		}
		x.AddOptions(f.benchmark, f.names, task, trials)
	case casebook.Checker:
		verdicts := make([]*results.CheckerVerdict, len(trials))
		for i := range trials {
			d, err := s.store.Details(ctx, trials[i].ID)
			if err != nil {
				return nil, err
			}
			verdicts[i] = d.Verdict
		}
		x.AddChecker(f.benchmark, e, f.names, trials, verdicts)
	default:
		rows, err := s.store.StepRows(ctx, &trials[0], e.From, e.To-e.From+1)
		if err != nil {
			return nil, err
		}
		steps, err := s.store.Steps(ctx, &trials[0], rows)
		if err != nil {
			return nil, err
		}
		x.AddSteps(f.benchmark, e, f.names, &trials[0], steps)
	}
	return x, nil
}

// metricEvidence reads the board and, where the directive names a scope, what
// is known of it.
func (s *Server) metricEvidence(ctx context.Context, f *caseFacts, e casebook.Evidence) (*report.CaseEvidence, error) {
	board, err := s.defaultBoard(ctx, f.benchmark)
	if err != nil {
		return nil, err
	}
	scoped := report.ScopedFacts{Runs: f.runs, Names: f.models}
	if e.Scope != "" {
		if scoped.Metrics, err = s.store.ScopedMetrics(ctx, f.benchmark.ID, e.Scope); err != nil {
			return nil, err
		}
		if scoped.Figures, err = s.store.Figures(ctx, f.benchmark.ID); err != nil {
			return nil, err
		}
	}
	return report.NewMetricEvidence(f.benchmark, e, board, scoped), nil
}
