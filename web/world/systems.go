package world

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/web"
)

// worldSystemsOnPage is how many systems a page of a world has: all rounds of each
// are read.
const worldSystemsOnPage = 12

// worldSystems reads what the runs of some rows make of the changes of the world.
func (s Pages) worldSystems(ctx context.Context, v *report.Bench, q *worldreport.WorldQuestions,
	rows []results.BoardRow) ([]worldreport.WorldSystem, error) {
	list := []worldreport.WorldSystem{}
	if len(rows) == 0 {
		return list, nil
	}
	means, err := s.Store.TaskMeans(ctx, v.RunIDs(rows))
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
	for _, row := range rows {
		id := v.Runs[*row.Run].ID
		r, err := s.WholeWorldRecords(ctx, q, id)
		if err != nil {
			return nil, err
		}
		r.Means = byRun[id]
		list = append(list, q.System(v, row, r))
	}
	return list, nil
}

// WholeWorldRecords reads what a run made of the changes of the world.
func (s Pages) WholeWorldRecords(ctx context.Context, q *worldreport.WorldQuestions, run int64) (r worldreport.WorldRecords, err error) {
	if r.Trials, err = s.Store.RunTrials(ctx, run, ""); err != nil {
		return r, err
	}
	if r.Details, err = s.Store.ManyDetails(ctx, q.Exams(r.Trials)); err != nil {
		return r, err
	}
	r.Looked, err = s.Store.Looked(ctx, run, "")
	return r, err
}

// WorldMoment reads what changed right before a round; nil where nothing is known
// of the world of its scenario.
func (s Pages) WorldMoment(ctx context.Context, benchmark, scenario, round string) (*worldreport.WorldMoment, error) {
	w, err := s.Store.FindWorldFacts(ctx, benchmark, scenario)
	if web.IsNotFound(err) {
		return nil, nil
	}
	if err != nil || w.Scenario == "" {
		return nil, err
	}
	return worldreport.NewWorldMoment(benchmark, &w, round), nil
}
