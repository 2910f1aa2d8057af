package web

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// LoadGroup reads the population of a group of comparable rows, and the means of
// further rows that are not part of it.
func (s *Server) LoadGroup(ctx context.Context, v *report.Bench, group string, more ...results.BoardRow) (*report.ScoredGroup, error) {
	return s.LoadSystems(ctx, v, v.GroupPopulation(group), more...)
}

// LoadSystems is loadGroup for some rows of the population of one group.
func (s *Server) LoadSystems(ctx context.Context, v *report.Bench, population []results.BoardRow, more ...results.BoardRow) (*report.ScoredGroup, error) {
	ids := v.RunIDs(population)
	for _, r := range more {
		if id := v.Runs[*r.Run].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.Store.TaskMeans(ctx, ids)
	if err != nil {
		return nil, err
	}
	var outcomes map[int64][]results.Trial
	if v.Benchmark.Scoring == results.ScoringClawMark { // its metrics need every check
		outcomes = map[int64][]results.Trial{}
		for _, id := range v.RunIDs(population) {
			if outcomes[id], err = s.Store.Outcomes(ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return report.NewScoredGroup(v, tasks, population, means, outcomes), nil
}
