package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// loadAgents reads the traces around a trial's: those that it refers to, those that
// they refer to, and those that refer to it. They are of the same benchmark, so that
// the benchmark's revision changes whenever the answer could.
func (s Pages) loadAgents(ctx context.Context, t *trialviews.Trial) (err error) {
	if t.StepsTotal == 0 {
		return nil
	}
	a, err := s.readAgents(ctx, t)
	if err != nil {
		return err
	}
	t.AddAgents(a)
	return nil
}

func (s Pages) readAgents(ctx context.Context, t *trialviews.Trial) (a *trialviews.StoredAgents, err error) {
	self := t.Stored.Trial.ID
	a = &trialviews.StoredAgents{Refs: map[int64][]results.RefPlace{}}
	if a.IDs, err = s.Store.FindTraceIDs(ctx, self); err != nil {
		return nil, err
	}
	if a.Agents, err = s.Store.TraceAgents(ctx, self); err != nil {
		return nil, err
	}
	if a.IDs != (results.TraceIDs{}) {
		if a.From, err = s.Store.RefsTo(ctx, t.Benchmark, a.IDs); err != nil {
			return nil, err
		}
	}
	if len(a.Agents) > 0 {
		err = s.loadReferred(ctx, t, a)
	}
	return a, err
}

// loadReferred follows references level by level; each trace is opened once.
func (s Pages) loadReferred(ctx context.Context, t *trialviews.Trial, a *trialviews.StoredAgents) (err error) {
	level := []int64{t.Stored.Trial.ID}
	known := map[int64]bool{}
	var all []int64
	for depth := 0; depth < trialviews.AgentDepth && len(level) > 0; depth++ {
		refs, err := s.Store.TraceRefs(ctx, level)
		if err != nil {
			return err
		}
		ids := idsIn(refs)
		for id, list := range refs {
			a.Refs[id] = list
		}
		level = nil
		if len(ids) == 0 {
			break
		}
		named, err := s.Store.NamedTrials(ctx, t.Benchmark, ids)
		if err != nil {
			return err
		}
		for _, n := range named {
			if !known[n.ID] && len(known) < trialviews.AgentTraces {
				known[n.ID] = true
				a.Named = append(a.Named, n)
				level = append(level, n.ID)
			}
		}
		all = append(all, level...)
	}
	a.Details, err = s.Store.ManyDetails(ctx, all)
	return err
}

// idsIn lists the ids that references to other traces name.
func idsIn(refs map[int64][]results.RefPlace) []string {
	var ids []string
	seen := map[string]bool{"": true}
	for _, list := range refs {
		for i := range list {
			ref := &list[i].Ref
			if ref.Agent != "" {
				continue
			}
			for _, id := range []string{ref.Trajectory, ref.Session} {
				if !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}
