package run

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
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

	Values []results.MetricValue   `json:"-"` // the metrics in their order
	Cells  []views.FingerprintCell `json:"-"` // the tasks expected, in the dataset's order
}

// scenarios makes the table by scenario; those without a task are left out.
func (s *StoredRun) scenarios(keys []string, f views.Fingerprint) []RunScenario {
	list := []RunScenario{}
	for _, r := range f.Rows {
		row := RunScenario{ID: r.Scenario, Tasks: len(r.Cells), Cells: r.Cells}
		var scores []float64
		for _, c := range r.Cells {
			if c.Mean == nil {
				continue
			}
			scores = append(scores, *c.Mean)
			if *c.Mean >= 1 {
				row.Passed++
			}
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

// scenarioMetrics fills the metrics of a scenario.
func (s *StoredRun) scenarioMetrics(row *RunScenario, keys []string) {
	row.Metrics = map[string]*float64{}
	for _, k := range keys {
		m := s.Metric("scenario:"+row.ID, "", k)
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
