package world

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/web"
)

// WorldMoment reads what changed right before a round; nil where nothing is known
// of the world of its scenario.
func (s Pages) WorldMoment(ctx context.Context, benchmark, scenario, round string) (*worldreport.WorldMoment, error) {
	w, err := web.Once(ctx, s.Server, web.MemoKey{What: "world", Benchmark: benchmark, Convention: scenario}, func() (*results.World, error) {
		w, err := s.Store.FindWorldFacts(ctx, benchmark, scenario)
		if web.IsNotFound(err) {
			return &results.World{}, nil // also to be known once
		}
		return &w, err
	})
	if err != nil || w.Scenario == "" {
		return nil, err
	}
	return worldreport.NewWorldMoment(benchmark, w, round), nil
}

// LoadTrialWorld adds what changed before a trial, and what its run looked at.
func (s Pages) LoadTrialWorld(ctx context.Context, t *trialreport.Trial) (err error) {
	if t.World, err = s.WorldMoment(ctx, t.Benchmark, t.Scenario, t.Task); err != nil || t.World == nil {
		return err
	}
	r := worldreport.WorldRunRecords{Run: t.Stored.Run, Static: s.Frame.Static}
	if len(t.World.Changes) > 0 {
		if r.Looked, err = s.Store.Looked(ctx, t.Stored.Run.ID, t.Scenario); err != nil {
			return err
		}
	}
	t.World.AddRun(&r)
	return s.loadArrived(ctx, t)
}

// LoadStepWorld adds what the window of a step marks as new.
func (s Pages) LoadStepWorld(ctx context.Context, t *trialreport.Trial) (err error) {
	if t.World, err = s.WorldMoment(ctx, t.Benchmark, t.Scenario, t.Task); err != nil || t.World == nil {
		return err
	}
	return s.loadArrived(ctx, t)
}

// loadArrived adds what the changes before a trial brought, where a chat is among them:
// its messages are marked where the agent read it.
func (s Pages) loadArrived(ctx context.Context, t *trialreport.Trial) error {
	if !t.World.HasChat() {
		return nil
	}
	w, err := s.Store.FindWorldParts(ctx, t.Benchmark, t.Scenario)
	if err == nil {
		t.World.AddParts(&w)
	}
	return err
}
