package web

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// scoredSystem is what the outcomes of a board's row come to for tests between
// systems.
type scoredSystem struct {
	row   results.BoardRow
	units func() []score.Unit // of the benchmark's metrics, see score.Units; made when asked for
	tasks []float64           // scores of the tasks, see score.TaskScores
}

// scoredGroup is the population of one group of comparable rows.
type scoredGroup struct {
	tasks   []results.Task
	systems []scoredSystem
	means   []results.TaskMean // of the population, and of what was asked for besides
}

// loadGroup reads the population of a group of comparable rows, and the means of
// further rows that are not part of it.
func (s *Server) loadGroup(ctx context.Context, v *report.Bench, group string, more ...results.BoardRow) (*scoredGroup, error) {
	return s.loadSystems(ctx, v, groupPopulation(v, group), more...)
}

// loadSystems is loadGroup for some rows of the population of one group.
func (s *Server) loadSystems(ctx context.Context, v *report.Bench, population []results.BoardRow, more ...results.BoardRow) (*scoredGroup, error) {
	g := &scoredGroup{}
	ids := v.RunIDs(population)
	for _, r := range more {
		if id := v.Runs[*r.Run].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	var err error
	if g.tasks, err = s.store.Tasks(ctx, v.Benchmark.ID, ""); err != nil {
		return nil, err
	}
	if g.means, err = s.store.TaskMeans(ctx, ids); err != nil {
		return nil, err
	}
	byRun := map[int64][]results.Trial{}
	for _, m := range g.means {
		byRun[m.Run] = append(byRun[m.Run], results.Trial{Scenario: m.Scenario, Task: m.Task, Attempt: 1, Attempts: m.Attempts, Status: m.Status, Score: m.Mean})
	}
	for _, r := range population {
		trials := byRun[v.Runs[*r.Run].ID]
		if v.Benchmark.Scoring == results.ScoringClawMark { // its metrics need every check
			if trials, err = s.store.Outcomes(ctx, v.Runs[*r.Run].ID); err != nil {
				return nil, err
			}
		}
		g.systems = append(g.systems, scoredSystem{row: r, tasks: score.TaskScores(v.Benchmark.Scoring, g.tasks, trials),
			units: func() []score.Unit { return score.Units(v.Benchmark.Scoring, g.tasks, trials) }})
	}
	return g, nil
}

// split is the system of a run and the others of the population; own is nil if
// the run is not part of it.
func (g *scoredGroup) split(run string) (own *scoredSystem, others []scoredSystem) {
	for i := range g.systems {
		if *g.systems[i].row.Run == run {
			own = &g.systems[i]
		} else {
			others = append(others, g.systems[i])
		}
	}
	return own, others
}
