package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// WorldMoment is the world of a scenario at a round: what changed right before the
// round was sent.
type WorldMoment struct {
	Update  int // number of the update; 0 without one
	Round   string
	Changes []WorldChange
	Looks   []WorldLook // of a run at the changes; none where they are not known
	URL     string      // of the scenario's world, laid out for the run if there is one

	benchmark, Scenario string `json:"-"`
}

// NewWorldMoment finds the changes before a round in the facts of its scenario.
func NewWorldMoment(benchmark string, w *results.World, round string) *WorldMoment {
	x := &WorldScenario{Benchmark: benchmark, Scenario: w.Scenario, Epochs: []WorldEpoch{{}}}
	m := &WorldMoment{Round: round, URL: WorldQuery{}.Address(benchmark, w.Scenario), benchmark: benchmark, Scenario: w.Scenario}
	var before []string
	var here []int
	for i := range w.Changes {
		before = report.AppendNew(before, w.Changes[i].Round)
		if w.Changes[i].Round == round {
			here = append(here, i)
		}
	}
	if len(here) > 0 {
		m.Update = slices.Index(before, round) + 1
		m.Changes = x.epoch(w, round, here).Changes
	}
	return m
}

// AddRun adds how far the agent of a run got with the changes.
func (m *WorldMoment) AddRun(r *WorldRunRecords) {
	if !r.Static {
		m.URL = WorldQuery{Runs: []string{r.Run.Slug}}.Address(m.benchmark, m.Scenario)
	}
	for _, c := range m.Changes {
		for i := range r.Looked.Looks {
			if l := &r.Looked.Looks[i]; l.Round == m.Round && l.Kind == c.Kind && l.Path == c.Path {
				m.Looks = append(m.Looks, r.look(m.Scenario, l, c.Number))
			}
		}
	}
}

// Look is the look at a change; nil where it is not known.
func (m *WorldMoment) Look(change int) *WorldLook {
	i := slices.IndexFunc(m.Looks, func(l WorldLook) bool { return l.Change == change })
	if i < 0 {
		return nil
	}
	return &m.Looks[i]
}
