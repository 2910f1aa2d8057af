package compare

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
)

// sessionBytes bounds what is read of one side for the origin of values: that many
// bytes of its trace, and as many of the trials before it.
const sessionBytes = 2 << 20

// loadSession gives a side what its agent was shown: in the trials of the same
// session that came before, and in the trial itself. Of what is too long the
// beginning is left out.
func (s Pages) loadSession(ctx context.Context, side *comparereport.TrialSide, scenario string) error {
	if side.Trial == nil || side.Trial.StepsTotal == 0 {
		return nil
	}
	own, whole, err := s.lastRows(ctx, side.Trial, side.Trial.StepsTotal-side.Cut, sessionBytes)
	if err != nil {
		return err
	}
	if whole {
		if err := s.loadEarlier(ctx, side, scenario); err != nil {
			return err
		}
	} else {
		side.BeginLate()
	}
	steps, err := s.Store.Steps(ctx, side.Trial, own)
	if err != nil {
		return err
	}
	side.AddOwn(steps)
	return nil
}

// lastRows are the last of the first n steps of a trial that fit into so many bytes;
// whole says that all do.
func (s Pages) lastRows(ctx context.Context, t *results.StoredTrial, n, most int) (rows []results.StepRow, whole bool, err error) {
	if rows, err = s.Store.StepRows(ctx, t, 1, n); err != nil {
		return nil, false, err
	}
	rows, whole = lastFitting(rows, most)
	return rows, whole, nil
}

// lastFitting are the last rows whose bodies fit into so many bytes; whole says that all do.
func lastFitting(rows []results.StepRow, most int) (last []results.StepRow, whole bool) {
	for i := len(rows) - 1; i >= 0; i-- {
		if most -= rows[i].Bytes; most < 0 {
			return rows[i+1:], false
		}
	}
	return rows, true
}

// loadEarlier reads the trials of the side's session that came before it, the latest
// of them that fit.
func (s Pages) loadEarlier(ctx context.Context, side *comparereport.TrialSide, scenario string) error {
	trials, err := s.earlierTrials(ctx, side, scenario)
	if err != nil {
		return err
	}
	first, left := len(trials), sessionBytes
	rows := make([][]results.StepRow, len(trials))
	for ; first > 0; first-- {
		i := first - 1
		var whole bool
		if rows[i], whole, err = s.lastRows(ctx, &trials[i], trials[i].StepsTotal, left); err != nil {
			return err
		}
		if !whole {
			side.BeginLate()
			break
		}
		for k := range rows[i] {
			left -= rows[i][k].Bytes
		}
	}
	for i := first; i < len(trials); i++ {
		steps, err := s.Store.Steps(ctx, &trials[i], rows[i])
		if err != nil {
			return err
		}
		side.AddEarlier(&trials[i], steps)
	}
	return nil
}

// earlierTrials are those of the side's recorded session that came before its trial.
func (s Pages) earlierTrials(ctx context.Context, side *comparereport.TrialSide, scenario string) ([]results.StoredTrial, error) {
	t := side.Trial
	if t.Details.Session == "" {
		return nil, nil
	}
	trials, err := s.Store.RunTrials(ctx, side.Side.Of.ID, scenario)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for i := range trials {
		if trials[i].ID == t.ID {
			trials = trials[:i]
			break
		}
		ids = append(ids, trials[i].ID)
	}
	details, err := s.Store.ManyDetails(ctx, ids)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(trials, func(x results.StoredTrial) bool {
		return x.StepsTotal == 0 || x.Attempt != t.Attempt || details[x.ID].Session != t.Details.Session
	}), nil
}
