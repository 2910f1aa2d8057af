package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Repeated is one system with all its runs.
type Repeated struct {
	Name     string         `json:"name"`     // of the system
	System   results.System `json:"system"`   // what was run
	Runs     []RepeatedRun  `json:"runs"`     // in the order in which they began
	Standing *string        `json:"standing"` // slug of the run that stands for the system on the board; null if none does
	RunSpread
	CI     *[2]float64 `json:"ci"`     // 95 % interval of the mean on the board, over tasks or scenarios and over sweeps; null if it has none
	Inside *int        `json:"inside"` // runs whose value lies in that interval; null without one
}

// RepeatedRun is the value of one run.
type RepeatedRun struct {
	Run       string  `json:"run"`        // slug
	StartedAt *int64  `json:"started_at"` // Unix milliseconds; null if not recorded
	Value     float64 `json:"value"`      // of the metric, 0 to 1
	URL       string  `json:"url"`        // of the run's page
}

// RunSpread says how far values of runs lie apart.
type RunSpread struct {
	N    int      `json:"n"`    // runs
	Min  float64  `json:"min"`  // least value
	Max  float64  `json:"max"`  // greatest value
	Mean float64  `json:"mean"` // of the values
	SD   *float64 `json:"sd"`   // standard deviation with divisor n-1; null for one run
}

// Count finds the runs that lie in the interval.
func (s *Repeated) Count() {
	if s.CI == nil {
		return
	}
	n := 0
	for _, r := range s.Runs {
		if (stats.Interval{Lo: s.CI[0], Hi: s.CI[1]}).Contains(r.Value) {
			n++
		}
	}
	s.Inside = &n
}
