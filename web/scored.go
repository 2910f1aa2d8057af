package web

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// loadGroup reads the population of a group of comparable rows, and the means of
// further rows that are not part of it.
func (s *Server) loadGroup(ctx context.Context, v *report.Bench, group string, more ...results.BoardRow) (*report.ScoredGroup, error) {
	return s.loadSystems(ctx, v, v.GroupPopulation(group), more...)
}

// loadSystems is loadGroup for some rows of the population of one group.
func (s *Server) loadSystems(ctx context.Context, v *report.Bench, population []results.BoardRow, more ...results.BoardRow) (*report.ScoredGroup, error) {
	ids := v.RunIDs(population)
	for _, r := range more {
		if id := v.Runs[*r.Run].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.store.TaskMeans(ctx, ids)
	if err != nil {
		return nil, err
	}
	var outcomes map[int64][]results.Trial
	if v.Benchmark.Scoring == results.ScoringClawMark { // its metrics need every check
		outcomes = map[int64][]results.Trial{}
		for _, id := range v.RunIDs(population) {
			if outcomes[id], err = s.store.Outcomes(ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return report.NewScoredGroup(v, tasks, population, means, outcomes), nil
}
