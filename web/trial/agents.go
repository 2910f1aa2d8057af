package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// loadAgents reads the traces that a trial's trace refers to, and those that refer to it.
// They are of the same benchmark, so that its revision changes whenever the answer could.
func (s Pages) loadAgents(ctx context.Context, t *trialviews.Trial) error {
	if t.StepsTotal == 0 {
		return nil
	}
	a, err := s.readAgents(ctx, t.Benchmark, t.Stored.Trial.ID)
	if err == nil {
		t.AddAgents(a)
	}
	return err
}

func (s Pages) readAgents(ctx context.Context, benchmark string, self int64) (a *trialviews.StoredAgents, err error) {
	a = &trialviews.StoredAgents{}
	if a.IDs, err = s.Store.FindTraceIDs(ctx, self); err != nil {
		return nil, err
	}
	if a.Agents, err = s.Store.TraceAgents(ctx, self); err != nil {
		return nil, err
	}
	if a.IDs != (results.TraceIDs{}) {
		if a.From, err = s.Store.RefsTo(ctx, benchmark, a.IDs); err != nil {
			return nil, err
		}
	}
	refs, err := s.Store.TraceRefs(ctx, []int64{self})
	if a.Refs = refs[self]; err != nil || len(a.Refs) == 0 {
		return a, err
	}
	var names []string
	for i := range a.Refs {
		ref := &a.Refs[i].Ref
		for _, id := range []string{ref.Trajectory, ref.Session} {
			if ref.Agent == "" && id != "" {
				names = append(names, id)
			}
		}
	}
	if a.Named, err = s.Store.NamedTrials(ctx, benchmark, names); err != nil {
		return nil, err
	}
	ids := make([]int64, len(a.Named))
	for i := range a.Named {
		ids[i] = a.Named[i].ID
	}
	a.Details, err = s.Store.ManyDetails(ctx, ids)
	return a, err
}
