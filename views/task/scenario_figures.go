package task

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/report"
)

// figures lists what was published for the scenario, best first, with the value
// recomputed from the run of the same system.
func (d *ScenarioRecords) figures() []ScenarioFigure {
	if len(d.published) == 0 {
		return nil
	}
	byRun := figureRuns(d.Runs.Runs)
	figures := slices.Clone(d.published)
	slices.SortStableFunc(figures, func(a, b results.Figure) int { return cmp.Compare(*b.Value, *a.Value) })
	var list []ScenarioFigure
	for _, f := range figures {
		sys := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		row := ScenarioFigure{Figure: f, System: d.Runs.Label(results.Run{System: sys}), Title: d.sources[f.Source],
			Matches: results.VerdictUnrecomputed}
		if id, ok := byRun.find(sys, f.Source); ok {
			if x := d.Metric(id, f.Metric); x != nil {
				row.Recomputed = x
				row.Matches = check.Against(f, []check.Value{{Value: *x}}).Verdict
			}
		}
		list = append(list, row)
	}
	return list
}

// runOf finds the run of a system: the one that was made from a source, or
// else the best complete one that nothing has replaced.
type runOf map[runKey]int64

type runKey struct {
	System results.System `json:"-"`
	Source string         `json:"-"`
}

func figureRuns(runs []results.Run) runOf {
	m := runOf{}
	put := func(k runKey, id int64) {
		if _, ok := m[k]; !ok {
			m[k] = id
		}
	}
	for _, r := range runs {
		sys := r.System
		sys.Provider = ""
		if src := r.Facts[results.FactSource]; src != "" {
			put(runKey{plainVariant(sys, r.Facts), src}, r.ID)
		}
		if r.Complete && !report.Superseded(r) {
			put(runKey{sys, ""}, r.ID)
		}
	}
	return m
}

// plainVariant takes the name of a snapshot out of the variant: a figure of
// that snapshot is of the system itself.
func plainVariant(sys results.System, facts map[string]string) results.System {
	if facts["snapshot"] != "" && sys.Variant == "snapshot-"+facts["snapshot"] {
		sys.Variant = ""
	}
	return sys
}

func (m runOf) find(sys results.System, source string) (int64, bool) {
	if id, ok := m[runKey{sys, source}]; ok {
		return id, true
	}
	id, ok := m[runKey{sys, ""}]
	return id, ok
}
