package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// RunScenario is a scenario in a run. The counts of streaks are those from which
// SC and FD follow; other benchmarks than ClawArena have none.
type RunScenario struct {
	ID      string              `json:"id"`           // its slug
	Tasks   int                 `json:"tasks"`        // tasks expected
	Scored  int                 `json:"scored"`       // tasks with a verdict
	Passed  int                 `json:"passed"`       // tasks whose mean score is 1
	S       *int                `json:"s,omitempty"`  // successes
	K       *int                `json:"k,omitempty"`  // streaks that the successes form
	SF      *int                `json:"sf,omitempty"` // failures
	KF      *int                `json:"kf,omitempty"` // streaks that the failures form
	Metrics map[string]*float64 `json:"metrics"`      // by key, 0 to 1; null where there is none
	// Bounds stand in the place of metrics that a missing task could still change:
	// with what is missing failed, and passed.
	Bounds map[string][2]float64 `json:"bounds,omitempty"`

	Title  string                `json:"-"`
	Values []results.MetricValue `json:"-"` // the metrics in their order
	Rounds []RunTask             `json:"-"` // the tasks expected, in the dataset's order
}

// RunTask is an expected task in a run.
type RunTask struct {
	Task       *results.Task
	Recorded   bool
	Status     results.Status
	Impossible bool // no answer can pass it
}

// scenarios makes the table by scenario; those without a task are left out.
func (s *StoredRun) scenarios(keys []string) []RunScenario {
	trials := map[[2]string][]*results.StoredTrial{}
	for i := range s.Trials {
		k := [2]string{s.Trials[i].Scenario, s.Trials[i].Task}
		trials[k] = append(trials[k], &s.Trials[i])
	}
	tasks := map[string][]*results.Task{}
	for i := range s.Tasks {
		tasks[s.Tasks[i].Scenario] = append(tasks[s.Tasks[i].Scenario], &s.Tasks[i])
	}
	list := []RunScenario{}
	for _, sc := range s.Scenarios {
		if len(tasks[sc.Slug]) == 0 {
			continue
		}
		row := RunScenario{ID: sc.Slug, Title: sc.Title, Tasks: len(tasks[sc.Slug])}
		var scores []float64
		for _, t := range tasks[sc.Slug] {
			key := [2]string{sc.Slug, t.Slug}
			mean, status := taskOutcome(trials[key])
			if mean != nil {
				scores = append(scores, *mean)
			}
			if mean != nil && *mean >= 1 {
				row.Passed++
			}
			row.Rounds = append(row.Rounds, RunTask{Task: t, Recorded: len(trials[key]) > 0, Status: status, Impossible: s.Doubts.Reason(sc.Slug, t.Slug) != ""})
		}
		row.Scored = len(scores)
		if s.Benchmark.Scoring == results.ScoringClawArena {
			st := score.CountStreaks(scores)
			row.S, row.K, row.SF, row.KF = &st.S, &st.K, &st.SF, &st.KF
		}
		s.scenarioMetrics(&row, keys)
		list = append(list, row)
	}
	return list
}

// taskOutcome is the mean score of the attempts at a task, nil if none was
// scored, and how a strip shows it: as the first attempt, or as passed.
func taskOutcome(attempts []*results.StoredTrial) (mean *float64, status results.Status) {
	if len(attempts) == 0 {
		return nil, results.Missing
	}
	status = attempts[0].Status
	sum, n := 0.0, 0
	for _, t := range attempts {
		if t.Score != nil {
			sum += *t.Score
			n++
		}
	}
	if n == 0 {
		return nil, status
	}
	sum /= float64(n)
	if sum >= 1 {
		status = results.Passed
	}
	return &sum, status
}

// scenarioMetrics fills the metrics of a scenario.
func (s *StoredRun) scenarioMetrics(row *RunScenario, keys []string) {
	row.Metrics = map[string]*float64{}
	for _, k := range keys {
		m := s.metric("scenario:"+row.ID, "", k)
		if m == nil {
			m = &results.Metric{}
		}
		v := results.MetricValue{Value: m.Value, Bounds: boundsOf(*m)}
		row.Values = append(row.Values, v)
		row.Metrics[k] = v.Value
		if v.Bounds != nil {
			if row.Bounds == nil {
				row.Bounds = map[string][2]float64{}
			}
			row.Bounds[k] = *v.Bounds
		}
	}
}
