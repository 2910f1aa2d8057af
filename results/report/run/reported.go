package run

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// ReportedNumber compares a number of the run's own report with the records,
// with the report's own rounding.
type ReportedNumber struct {
	results.Reported
	Computed *float64
	Equal    bool
}

func (s *StoredRun) compareReported() []ReportedNumber {
	if len(s.Run.Reported) == 0 {
		return nil
	}
	type scopedKey struct {
		Scope, Key string `json:"-"`
	}
	computed := map[scopedKey]*float64{}
	for _, m := range score.Reported(s.Benchmark.Scoring, s.Tasks, s.outcomes()) {
		computed[scopedKey{Scope: m.Scope, Key: m.Key}] = m.Value
	}
	var list []ReportedNumber
	for _, r := range s.Run.Reported {
		scope := ""
		if r.Scenario != "" {
			scope = "scenario:" + r.Scenario
		}
		n := ReportedNumber{Reported: r, Computed: r.Computed}
		if r.Of == "" && n.Computed == nil {
			n.Computed = computed[scopedKey{Scope: scope, Key: r.Metric}]
		}
		n.Equal = n.Value != nil && n.Computed != nil && score.Agrees(r, *n.Computed)
		list = append(list, n)
	}
	return list
}
