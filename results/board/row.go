package board

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// score loads the score of the entry's run and decides whether the system is ranked.
func (a *assembly) score(ctx context.Context, e *entry) error {
	if e.run == nil {
		return nil
	}
	var err error
	if e.score, err = a.src.Score(ctx, &e.run.Run, a.without); err != nil {
		return fmt.Errorf("score of %s: %w", e.run.Slug, err)
	}
	e.at = slices.IndexFunc(score.Conventions(a.in.Benchmark.Scoring), func(c score.Convention) bool { return c.ID == a.convention })
	r := &e.row
	slug, counts := e.run.Slug, e.score.Counts
	r.Run, r.Evidence, r.Complete, r.Scripted = &slug, e.run.Evidence, e.score.Complete, e.run.Scripted
	r.Exclusions, r.Counts, r.Sweeps = e.run.Exclusions, &counts, sweepsOf(e.score, e.at)
	e.sample = r.Complete && len(r.Exclusions) == 0
	return nil
}

// numbers returns the scores of the entry's run under the leaderboard's convention.
func (e *entry) numbers() *results.ConventionScore { return &e.score.Conventions[e.at] }

// fill sets the row's metrics from the run: values, or bounds if missing trials could still change
// the values.
func (e *entry) fill(spec score.Spec, keys []string) {
	r := &e.row
	r.Metrics = make(map[string]results.MetricValue, len(keys))
	for _, k := range keys {
		r.Metrics[k] = results.MetricValue{}
	}
	if e.run == nil {
		return
	}
	own := e.numbers()
	if !e.score.Bounded {
		for i, v := range own.Values {
			if _, shown := r.Metrics[spec.Keys[i]]; shown {
				r.Metrics[spec.Keys[i]] = results.MetricValue{Value: stats.Finite(v)}
			}
		}
		return
	}
	for i, k := range spec.Keys {
		if _, shown := r.Metrics[k]; !shown {
			continue
		}
		lo, hi := stats.Finite(math.Min(own.Failed[i], own.Passed[i])), stats.Finite(math.Max(own.Failed[i], own.Passed[i]))
		switch {
		case lo == nil || hi == nil:
		case *lo == *hi:
			r.Metrics[k] = results.MetricValue{Value: lo}
		default:
			v := results.MetricValue{Bounds: &[2]float64{*lo, *hi}}
			if k == results.OwnMean {
				v.Own = stats.Finite(own.Values[i])
			}
			r.Metrics[k] = v
		}
	}
}

// has reports whether the entry's run has a value for the metric with index i.
func (e *entry) has(i int) bool { return i >= 0 && e.run != nil && !math.IsNaN(e.numbers().Values[i]) }

// print adds the system's reported results to its row. A row with only reported results shows those
// that fit the convention. All reported results cover all tasks, so a leaderboard without some
// tasks shows none.
func (e *entry) print(in Input, b *results.Board) {
	r := &e.row
	r.Published = []results.PublishedValue{}
	for _, f := range e.figs {
		if f.Scope != "" {
			continue
		}
		if e.run == nil && slices.Contains(b.Keys, f.Metric) {
			r.Complete = true
		}
		if b.Without != "" {
			continue
		}
		r.Published = append(r.Published, compare(in, e, f))
		if e.run == nil && slices.Contains(b.Keys, f.Metric) && transfers(in.Benchmark.Scoring, b.Convention, f.Metric) {
			r.Metrics[f.Metric] = results.MetricValue{Value: f.Value}
		}
	}
}

func withoutImpossible(all []results.Task, impossible []results.ImpossibleTask) []results.Task {
	if len(impossible) == 0 {
		return all
	}
	drop := map[[2]string]bool{}
	for _, d := range impossible {
		drop[[2]string{d.Scenario, d.Task}] = true
	}
	var tasks []results.Task
	for i := range all {
		if !drop[[2]string{all[i].Scenario, all[i].Slug}] {
			tasks = append(tasks, all[i])
		}
	}
	return tasks
}
