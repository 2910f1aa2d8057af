package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/words"
)

// only says of the only trial what was done, and leads to its first failure.
func (v *viewer) only(ctx context.Context, db *sqlite.DB) error {
	if len(v.runs) != 1 {
		return nil
	}
	for name, run := range v.runs {
		t, err := db.FindTrial(ctx, run, name.Scenario, name.Task, 0)
		if err != nil {
			return err
		}
		failed, err := db.FailedSteps(ctx, &t, 1)
		if err != nil {
			return err
		}
		first := 0
		if len(failed) > 0 {
			first = failed[0]
			v.landing = link.AttemptStep(run, name.Scenario, name.Task, t.Trial.Attempt, first)
		}
		v.did = did(&t.Trial, first)
	}
	return nil
}

// viewDid is the block that says what a trial did.
const viewDid = "asked    %s\nchanged  %s\nfailed   %s\ncost     %s\n"

// did is what a trial did, as viewDid prints it.
func did(t *results.Trial, first int) []any {
	s := cmp.Or(t.Details.Did, &results.Session{})
	asked, _, _ := strings.Cut(strings.TrimSpace(t.Details.Prompt), "\n")
	changed := words.NotRecorded
	if t.Details.Did != nil {
		changed = words.Counted(s.ChangedTotal, "file")
	}
	for i, f := range s.Changed {
		changed += []string{", ", ": "}[max(0, 1-i)] + f.Path
	}
	failed := words.Count(t.FailedCalls) + " of " + words.Counted(t.ToolCalls, "call")
	if first > 0 {
		failed += "; first failure at step " + words.Count(first)
	}
	for _, f := range s.Failures {
		if f.Step == first {
			failed += ": " + strings.Join(strings.Fields(f.Tool+" "+f.Asked+" "+f.Error), " ")
			break
		}
	}
	cost := words.NotRecorded
	if t.Usage.CostUSD != nil {
		cost = words.Fixed(t.Usage.CostUSD, 4) + " USD"
	}
	return []any{cmp.Or(asked, s.Title, words.NotRecorded), changed, failed, cost}
}
