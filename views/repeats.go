package views

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

type Repeats struct{ Systems []Repeated }

type Repeated struct {
	Name     string         `json:"name"`     // name of the system
	System   results.System `json:"system"`   // model, framework, variant and provider
	Runs     []RepeatedRun  `json:"runs"`     // runs, sorted by start time
	Standing *string        `json:"standing"` // slug of the run that represents the system on the board; null if the board does not list it
	RunSpread
	CI     *[2]float64 `json:"ci"`     // 95 % interval of the mean on the board; null if there is none
	Inside *int        `json:"inside"` // number of runs with a value inside that interval; null without an interval
}

type RepeatedRun struct {
	Run       string  `json:"run"`        // slug of the run
	StartedAt *int64  `json:"started_at"` // start time in Unix milliseconds; null if not recorded
	Value     float64 `json:"value"`      // value of the metric, 0 to 1
	URL       string  `json:"url"`        // URL of the run's page
}

type RunSpread struct {
	N    int      `json:"n"`    // number of runs
	Min  float64  `json:"min"`  // smallest value
	Max  float64  `json:"max"`  // largest value
	Mean float64  `json:"mean"` // mean value
	SD   *float64 `json:"sd"`   // standard deviation with divisor n-1; null for a single run
}

// NewRepeats groups the runs by system. The argument values holds the headline metric by run id.
func NewRepeats(v *Bench, values map[int64]*float64) *Repeats {
	p, rows := &Repeats{}, map[string]results.BoardRow{}
	for _, row := range v.RowsWithRun() {
		rows[*row.Run] = row
	}
	var runs []results.Run
	for _, r := range v.Runs {
		runs = append(runs, r)
	}
	for _, list := range board.Repeats(runs) {
		s := Repeated{System: list[0].System, Name: words.System(v.Names[list[0].System.Model], list[0].System)}
		var all []float64
		for _, r := range list {
			if x := values[r.ID]; x != nil {
				all = append(all, *x)
				s.Runs = append(s.Runs, RepeatedRun{Run: r.Slug, StartedAt: r.StartedAt, Value: *x, URL: link.Run(r.Slug)})
			}
			if row, ok := rows[r.Slug]; ok {
				slug := r.Slug
				s.Standing, s.CI = &slug, row.Metrics[v.Board.Headline].CI
			}
		}
		if len(all) < 2 {
			continue
		}
		sd := stats.Deviation(all)
		s.RunSpread = RunSpread{N: len(all), Min: slices.Min(all), Max: slices.Max(all), Mean: stats.Mean(all), SD: &sd}
		if s.CI != nil {
			n := 0
			for _, x := range all {
				if (stats.Interval{Lo: s.CI[0], Hi: s.CI[1]}).Contains(x) {
					n++
				}
			}
			s.Inside = &n
		}
		p.Systems = append(p.Systems, s)
	}
	slices.SortStableFunc(p.Systems, func(a, b Repeated) int { return strings.Compare(a.Name, b.Name) })
	return p
}

func (p *Repeats) Find(run string) *Repeated {
	for i := range p.Systems {
		if slices.ContainsFunc(p.Systems[i].Runs, func(r RepeatedRun) bool { return r.Run == run }) {
			return &p.Systems[i]
		}
	}
	return nil
}
