package ingesttest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// Told is a trial with its steps as loaded from the store.
type Told struct {
	Run   results.Run
	Trial results.StoredTrial
	Steps []results.Step
}

// Trials loads all trials of a run with their steps, in run order.
func Trials(t testing.TB, db *DB, slug string) []Told {
	t.Helper()
	list := must.Get(trialsOf(t, db, slug))(t)
	return list
}

func trialsOf(t testing.TB, db *DB, slug string) (out []Told, err error) {
	ctx := t.Context()
	run, err := db.FindRun(ctx, slug)
	if err != nil {
		return nil, err
	}
	list, err := db.RunTrials(ctx, run.ID, "")
	if err != nil {
		return nil, err
	}
	for i := range list {
		tr, err := db.FindTrial(ctx, slug, list[i].Scenario, list[i].Task, list[i].Attempt)
		if err != nil {
			return nil, err
		}
		rows, err := db.StepRows(ctx, &tr, 1, max(1, tr.StepsTotal))
		if err != nil {
			return nil, err
		}
		steps, err := db.Steps(ctx, &tr, rows)
		if err != nil {
			return nil, err
		}
		out = append(out, Told{run, tr, steps})
	}
	return out, nil
}
