package views

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
)

// ScoredSystem is what the outcomes of a board's row come to for tests between
// systems.
type ScoredSystem struct {
	Row   results.BoardRow
	Units func() []score.Unit // of the benchmark's metrics, see score.Units; made when asked for
}

// ScoredGroup is the population of one group of comparable rows.
type ScoredGroup struct{ Systems []ScoredSystem }

// NewScoredGroup scores the population from the means of its tasks, or from the
// outcomes by run where the benchmark's metrics need every check. Both are of every sweep of
// the rows.
func NewScoredGroup(b *Bench, tasks []results.Task, population []results.BoardRow, means []results.TaskMean,
	outcomes map[int64][]results.Trial) *ScoredGroup {
	g := &ScoredGroup{}
	byRun := meansByRun(means)
	room := map[int][]results.Trial{} // for one system after the other
	trials := func(r *results.BoardRow) [][]results.Trial {
		var list [][]results.Trial
		for i, run := range b.SweepIDs(r) {
			if outcomes != nil {
				list = append(list, outcomes[run])
				continue
			}
			room[i] = appendTrials(room[i][:0], byRun[run])
			list = append(list, room[i])
		}
		return list
	}
	scoring := b.Benchmark.Scoring
	for _, r := range population {
		g.Systems = append(g.Systems, ScoredSystem{r, func() []score.Unit { return score.SystemUnits(scoring, tasks, trials(&r)) }})
	}
	return g
}

// families are the comparisons of every two systems of a whole group on the board's
// headline.
func (g *ScoredGroup) families(v *Bench) *board.Families {
	return board.NewFamilies(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), v.Board.Headline, len(g.Systems),
		func(system int) []score.Unit { return g.Systems[system].Units() },
		func(system int) results.Added { return g.Systems[system].Row.Metrics[v.Board.Headline].Runs.Added() })
}

// Place is where the system of a run stands in the group; -1 if it does not.
func (g *ScoredGroup) Place(run string) int {
	return slices.IndexFunc(g.Systems, func(x ScoredSystem) bool { return *x.Row.Run == run })
}

// meansByRun parts a list that is ordered by runs.
func meansByRun(means []results.TaskMean) map[int64][]results.TaskMean {
	byRun := map[int64][]results.TaskMean{}
	for from := 0; from < len(means); {
		to := from
		for to < len(means) && means[to].Run == means[from].Run {
			to++
		}
		byRun[means[from].Run] = means[from:to:to]
		from = to
	}
	return byRun
}

// appendTrials makes one trial of each mean.
func appendTrials(list []results.Trial, means []results.TaskMean) []results.Trial {
	for _, m := range means {
		list = append(list, results.Trial{Scenario: m.Scenario, Task: m.Task, Attempt: 1, Attempts: m.Attempts, Status: m.Status, Score: m.Mean})
	}
	return list
}

// GroupPopulation is the population of a board within one group of comparable rows.
func (b *Bench) GroupPopulation(group string) []results.BoardRow {
	var list []results.BoardRow
	for _, r := range b.Ranked() {
		if r.Group == group {
			list = append(list, r)
		}
	}
	return list
}
