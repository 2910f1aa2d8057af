package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// worldSystemsOnPage is how many systems a page of a world has: all rounds of each
// are read.
const worldSystemsOnPage = 12

// worldSystems reads what the runs of some rows make of the changes of the world.
func (s *Server) worldSystems(ctx context.Context, v *report.Bench, worlds []results.World, rows []results.BoardRow) ([]report.WorldSystem, error) {
	list := []report.WorldSystem{}
	if len(rows) == 0 {
		return list, nil
	}
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.store.TaskMeans(ctx, v.RunIDs(rows))
	if err != nil {
		return nil, err
	}
	byRun := map[int64]map[[2]string]results.TaskMean{}
	for _, m := range means {
		if byRun[m.Run] == nil {
			byRun[m.Run] = map[[2]string]results.TaskMean{}
		}
		byRun[m.Run][[2]string{m.Scenario, m.Task}] = m
	}
	q := report.NewWorldQuestions(v.Benchmark.ID, worlds, tasks)
	for _, row := range rows {
		id := v.Runs[*row.Run].ID
		r, err := s.wholeWorldRecords(ctx, q, id)
		if err != nil {
			return nil, err
		}
		r.Means = byRun[id]
		list = append(list, q.System(v, row, r))
	}
	return list, nil
}

// wholeWorldRecords reads what a run made of the changes of the world.
func (s *Server) wholeWorldRecords(ctx context.Context, q *report.WorldQuestions, run int64) (r report.WorldRecords, err error) {
	if r.Trials, err = s.store.RunTrials(ctx, run, ""); err != nil {
		return r, err
	}
	if r.Details, err = s.store.ManyDetails(ctx, q.Exams(r.Trials)); err != nil {
		return r, err
	}
	r.Looked, err = s.store.Looked(ctx, run, "")
	return r, err
}
