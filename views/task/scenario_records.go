package task

import (
	"iter"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
)

// ScenarioRecords are what the page of a scenario is computed from.
type ScenarioRecords struct {
	Benchmark results.Benchmark
	Scenarios []results.Scenario // of the benchmark
	At        int                // of Scenarios
	Tasks     []results.Task     // of the scenario
	Runs      views.ScoredRuns

	metrics   []results.ScopedMetric
	published []results.Figure

	query    ScenarioQuery
	scores   map[string]map[string]*float64 // of all runs with a trial here, by run and task; nil without a verdict
	columns  []views.RunColumn              // all that the page is about
	shown    []views.RunColumn              // those of one block
	replaced int                            // runs that newer records replace, and that are left out
	absent   int                            // runs without a trial here, which are left out
	trials   map[[2]string][]*results.StoredTrial
}

// Scenario is the scenario that the records are of.
func (d *ScenarioRecords) Scenario() results.Scenario { return d.Scenarios[d.At] }

// Check refuses a run that the benchmark does not have.
func (d *ScenarioRecords) Check(q ScenarioQuery) error {
	if q.Run != "" && !slices.ContainsFunc(d.Runs.Runs, func(r results.Run) bool { return r.Slug == q.Run }) {
		return views.Refuse("run=%s is not a run of %s.", q.Run, d.Benchmark.Name)
	}
	return nil
}

// AddScore adds the score of one run at one task.
func (d *ScenarioRecords) AddScore(x *results.TaskScore) {
	if d.scores == nil {
		d.scores = map[string]map[string]*float64{}
	}
	if d.scores[x.Run] == nil {
		d.scores[x.Run] = map[string]*float64{}
	}
	d.scores[x.Run][x.Task] = x.Score
}

// Choose settles which runs stand side by side, and returns their keys: the
// trials of these are to be added. All scores have been added before.
func (d *ScenarioRecords) Choose(q ScenarioQuery) []int64 {
	d.columns = d.Runs.Columns(func(r results.Run) bool { return d.keeps(q, r) })
	d.shown = views.Rows(&q.Block, d.columns)
	d.query = q
	ids := make([]int64, len(d.shown))
	for i, c := range d.shown {
		ids[i] = c.Run.ID
	}
	return ids
}

// AddTrials adds the trials of the chosen runs.
func (d *ScenarioRecords) AddTrials(trials []results.StoredTrial) {
	d.trials = views.TrialsByTask(trials)
}

// AddFigures adds what was published for the scope of the scenario, and the
// metrics of its runs there.
func (d *ScenarioRecords) AddFigures(scope string, metrics []results.ScopedMetric, figures []results.Figure) {
	for _, m := range metrics {
		if m.Scope == scope {
			d.metrics = append(d.metrics, m)
		}
	}
	for _, f := range figures {
		if f.Scope == scope && f.Value != nil {
			d.published = append(d.published, f)
		}
	}
}

// keeps reports whether a run is one that the page is about, and counts those
// that it leaves out.
func (d *ScenarioRecords) keeps(q ScenarioQuery, r results.Run) bool {
	switch {
	case q.Run != "":
		return r.Slug == q.Run
	case q.All:
		return true
	case views.Superseded(r):
		d.replaced++
		return false
	case d.scores[r.Slug] == nil:
		d.absent++
		return false
	}
	return true
}

func (d *ScenarioRecords) trialsOf(c views.RunColumn, task string) []*results.StoredTrial {
	return d.trials[[2]string{c.Run.Slug, task}]
}

// verdicts are those of the chosen runs at a task.
func (d *ScenarioRecords) verdicts(t *results.Task) []ScenarioVerdict {
	list := make([]ScenarioVerdict, len(d.shown))
	for i, c := range d.shown {
		trials := d.trialsOf(c, t.Slug)
		list[i].Verdict = views.VerdictOf(trials)
		if len(trials) > 0 {
			list[i].Href = link.Trial(c.Run.Slug, t.Scenario, t.Slug)
		}
	}
	return list
}

// ScenarioHeader names the columns of a scenario's CSV.
func ScenarioHeader() []string {
	return []string{"benchmark", "scenario", "task", "ordinal", "kind", "day", "after_update", "preference", "run", "model",
		"framework", "variant", "attempt", "of_attempts", "status", "score"}
}

// Lines are the CSV: one line for each trial of the matrix, with its filters, or for
// each task where no run has tried the scenario. A line is the iterator's own until
// the next.
func (d *ScenarioRecords) Lines() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		line := make([]string, 0, len(ScenarioHeader()))
		for i := range d.Tasks {
			t := &d.Tasks[i]
			var verdicts []ScenarioVerdict
			if d.query.Status != "" {
				verdicts = d.verdicts(t)
			}
			if !d.query.keeps(t, verdicts) {
				continue
			}
			line = append(line[:0], d.Benchmark.ID, t.Scenario, t.Slug, strconv.Itoa(t.Ordinal), t.Kind, strconv.Itoa(t.Day),
				strconv.FormatBool(len(t.Updates) > 0), strconv.FormatBool(t.Facts.ChecksPreference()))
			if len(d.shown) == 0 && !yield(append(line, "", "", "", "", "", "", "", "")) {
				return
			}
			for _, c := range d.shown {
				sys := c.Run.System
				of := append(line, c.Run.Slug, sys.Model, sys.Framework, sys.Variant)
				trials := d.trialsOf(c, t.Slug)
				if len(trials) == 0 && !yield(append(of, "", "", string(results.Missing), "")) {
					return
				}
				for _, x := range trials {
					if !yield(append(of, strconv.Itoa(x.Attempt), strconv.Itoa(max(1, x.Attempts)), string(x.Status), views.Exact(x.Score))) {
						return
					}
				}
			}
		}
	}
}
