package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// score makes the unit vectors of the entry's run and says whether it is one of
// the population. A run that lacks nothing but doubtful tasks is complete
// without them.
func (e *entry) score(in Input, without string) {
	if e.run == nil {
		return
	}
	r, scoring := &e.row, in.Benchmark.Scoring
	slug, counts := e.run.Slug, e.run.Counts
	r.Run, r.Evidence, r.Complete, r.Scripted = &slug, e.run.Evidence, e.run.Complete, e.run.Scripted
	r.Objections = e.run.Objections
	tasks := score.OwnLabels(in.Tasks, e.run.Facts)
	if without != "" {
		counts, r.Complete = score.Count(tasks, e.run.Trials)
	}
	r.Counts = &counts
	e.units = score.Units(scoring, tasks, e.run.Trials)
	if !r.Complete {
		if failed, passed, missing := score.Completions(scoring, tasks, e.run.Trials); missing > 0 {
			e.failed, e.passed = score.Units(scoring, tasks, failed), score.Units(scoring, tasks, passed)
		}
	}
	e.sample = r.Complete && len(r.Objections) == 0
}

// fill sets the row's numbers from the run: values, or bounds where what is
// missing could still change them.
func (e *entry) fill(spec score.Spec, keys []string) {
	r := &e.row
	r.Metrics = make(map[string]results.MetricValue, len(keys))
	for _, k := range keys {
		r.Metrics[k] = results.MetricValue{}
	}
	if e.run == nil {
		return
	}
	values := func(units []score.Unit) []float64 {
		out := make([]float64, len(spec.Keys))
		spec.Eval(spec.Sum(units), out)
		return out
	}
	if e.failed == nil {
		for i, v := range values(e.units) {
			r.Metrics[spec.Keys[i]] = results.MetricValue{Value: finite(v)}
		}
		return
	}
	failed, passed := values(e.failed), values(e.passed)
	for i, k := range spec.Keys {
		lo, hi := finite(math.Min(failed[i], passed[i])), finite(math.Max(failed[i], passed[i]))
		switch {
		case lo == nil || hi == nil:
		case *lo == *hi:
			r.Metrics[k] = results.MetricValue{Value: lo}
		default:
			r.Metrics[k] = results.MetricValue{Bounds: &[2]float64{*lo, *hi}}
		}
	}
}

// print sets the published figures of the system beside its row. A row of
// figures alone has only the numbers that may stand under the convention. All
// figures are over all tasks, so a board without some of them has none.
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

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// withoutDoubtful lists the tasks but the doubtful ones.
func withoutDoubtful(in Input) []results.Task {
	drop := map[[2]string]bool{}
	for _, d := range in.Doubtful {
		drop[[2]string{d.Scenario, d.Task}] = true
	}
	var tasks []results.Task
	for i := range in.Tasks {
		if !drop[[2]string{in.Tasks[i].Scenario, in.Tasks[i].Slug}] {
			tasks = append(tasks, in.Tasks[i])
		}
	}
	return tasks
}
