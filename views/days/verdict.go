package days

import (
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/stats"
)

// DayVerdict is what the tasks of one kind say of all systems on the page: whether
// they pass more or less from the first update of a scenario on than before it.
type DayVerdict struct {
	Kind    string `json:"kind"`    // of the tasks
	Systems int    `json:"systems"` // with an interval of the difference that excludes something
	Lower   int    `json:"lower"`   // of them, whose whole interval lies below 0, the exact p by Holm over these systems below 0.05
	Higher  int    `json:"higher"`  // of them, whose whole interval lies above 0, the same
}

// verdicts has one for each kind at which at least two systems have an interval
// that says something: of one there is nothing to be set against.
func (d *Days) verdicts() []DayVerdict {
	list := []DayVerdict{}
	for _, kind := range d.ShownKinds() {
		v := DayVerdict{Kind: kind}
		var known []days.FirstUpdate
		var p []float64
		for _, s := range d.Systems {
			if e := s.FirstUpdate[kind]; e.Bounded() && e.P != nil {
				known, p = append(known, e), append(p, *e.P)
			}
		}
		for i, holm := range stats.Holm(p) {
			switch e := known[i]; {
			case e.Separated(holm) && e.CI[1] < 0:
				v.Lower++
			case e.Separated(holm):
				v.Higher++
			}
		}
		if v.Systems = len(known); v.Systems >= 2 {
			list = append(list, v)
		}
	}
	return list
}
